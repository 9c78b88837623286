"""Entry of `fairseed-verify` and of `python -m verifier_cli`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from verifier_cli import language, terminal

PROGRAM = "fairseed-verify"


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command. Returns its exit code: 0, 1 failed, 2 unusable or refused, 3 pending."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    terminal.prepare()
    language.use(language.wanted(arguments))
    from verifier_cli.cli import build

    try:
        code = build().main(args=arguments, prog_name=PROGRAM, standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return 2
    except click.ClickException as error:
        terminal.refuse(error)
        return 2
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        terminal.close_quietly()
        return 141
    return code if isinstance(code, int) else 0


if __name__ == "__main__":
    sys.exit(main())
