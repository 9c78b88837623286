"""`lab manifest FOLDER`: what a folder's collections hold, and whether an audit found what was planted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from verifier_cli import terminal
from verifier_cli.cli import SETTINGS, json_option, lang_option
from verifier_cli.language import t
from verifier_cli.refusals import refusals


def run(folder: str, report: str | None, as_json: bool) -> int:
    from fairseed.audit.lab import differences, read_manifests

    with refusals():
        found = [manifest for _, manifest in read_manifests(Path(folder))]
    if not found:
        raise click.ClickException(t("{folder} holds no manifest", folder=folder))
    changed = [
        manifest["file"]
        for manifest in found
        if _digest(Path(folder) / manifest["file"]) != manifest["sha256"]
    ]
    differing = list(differences(found, _report(report))) if report is not None else []
    if as_json:
        document: dict[str, Any] = {"files": found, "changed": changed}
        terminal.print_json(document | ({"differences": differing} if report is not None else {}))
    else:
        for manifest in found:
            terminal.print_manifest(manifest)
        terminal.print_differences(changed, differing, report is not None)
    return 1 if changed or differing else 0


def _digest(path: Path) -> str | None:
    import hashlib

    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def _report(name: str) -> Any:
    import json

    from fairseed.audit.report import REPORT

    try:
        value = json.loads(Path(name).read_bytes())
    except (OSError, ValueError):
        value = None
    if not isinstance(value, dict) or value.get("type") != REPORT:
        raise click.ClickException(t("{file} is no report of an audit", file=name))
    return value


def build() -> click.Command:
    return click.Command(
        "manifest",
        callback=run,
        params=[
            click.Argument(["folder"], metavar="FOLDER"),
            click.Option(
                ["--report"],
                metavar="FILE",
                help=t("The answer of audit --json: exit 1 where it names other rounds than were planted."),
            ),
            json_option(),
            lang_option(),
        ],
        help=t(
            "Show the manifests of a folder: files, digests, and what was planted; exit 1 where a file "
            "differs."
        ),
        context_settings=SETTINGS,
    )
