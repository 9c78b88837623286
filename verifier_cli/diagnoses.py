"""What would explain a round that does not match, as JSON and in sentences. It is never a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from verifier_cli.language import t

if TYPE_CHECKING:
    from fairseed.verification.schemes import Diagnosis


def diagnosis_json(found: Diagnosis) -> dict[str, Any]:
    """`chance`: that one of the mistakes tried would fit by accident, at most, as a decimal. `possible`: what
    fits where the evidence is too weak to name it."""
    named = found.mistake
    return {
        "matches_if": None if named is None else t(named.text, **named.values),
        "mistake": None if named is None else {"name": named.name, **named.values},
        "possible": [
            {
                "text": t(one.mistake.text, **one.mistake.values),
                "mistake": {"name": one.mistake.name, **one.mistake.values},
                "chance": f"{min(float(one.chance), 1.0):.3g}",
            }
            for one in found.possible
        ],
        "tried": found.tried,
        "chance": f"{min(float(found.chance), 1.0):.3g}",
        "rounds_needed": found.needed,
    }


def diagnosed(found: Diagnosis) -> list[str]:
    """The same in sentences."""
    from fairseed.verification.schemes import MOST_ROUNDS

    by_chance = min(float(found.chance), 1.0)
    texts = {"count": found.tried, "chance": f"{by_chance:.2g}", "needed": found.needed}
    if found.mistake is not None:
        named = t("matches if {mistake}", mistake=t(found.mistake.text, **found.mistake.values))
        if not found.chance:
            return [named, t("The hash itself shows it.")]
        return [
            named,
            t("That one of {count} mistakes tried fits by accident has a chance of {chance}.", **texts),
        ]
    if not found.possible:
        return [t("None of {count} usual mistakes explains it.", **texts)]
    told = [
        t(
            "possibly {mistake}: it would come out then; one of {count} tried would fit by accident"
            " with a chance of {chance} (1 in {odds})",
            mistake=t(one.mistake.text, **one.mistake.values),
            count=found.tried,
            chance=f"{min(float(one.chance), 1.0):.2g}",
            odds=max(1, round(1 / one.chance)),
        )
        for one in found.possible
    ]
    if found.needed is None:
        return [
            *told,
            t("More than {most} rounds like this one would be needed to show it.", most=MOST_ROUNDS),
        ]
    return [*told, t("About {needed} rounds like this one, under the same seeds, would show it.", **texts)]
