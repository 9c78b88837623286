"""A round declared void when its cards, or mines, were known."""

from __future__ import annotations

from typing import Any

from tests.adversary.conftest import Opens
from tests.adversary.honest import Findings, Player


def counted(audit: Findings) -> dict[str, Any]:
    (report,) = audit.documents
    return report["counts"]["rounds"]


def test_rounds_voided_when_they_would_pay(honest: Player, dishonest: Opens) -> None:
    """Each void stands in the log, under its nonce; the audit tells how many of how many."""
    assert counted(honest.audit())["void"] == 0
    player = dishonest("voids_what_would_pay")
    player.join()
    player.rotate("first")
    views = [player.mines(0) for _ in range(3)]
    assert [view["state"] for view in views] == ["void"] * 3
    player.rotate("second")
    player.download(player.promised)
    audit = player.audit()
    (report,) = audit.documents
    rounds = len(player.records)
    assert (audit.code, report["counts"]["entries"]["void"]) == (0, 3)
    assert counted(audit) == {"closed": rounds, "void": 3, "void_rate": f"3/{rounds}"}
    found = player.judge()
    assert found.code == 0
    voids = [record for record in player.records if "void" in record]
    assert all(record["settlement"]["returned"] == record["bet"]["stake"] for record in voids)
