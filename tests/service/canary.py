"""The `fairseed` command in a process whose seeds are noted, and that fails when it is told to.

Files in the folder that CANARY_FOLDER names: `seeds` gets every seed that is made; while `derivation` is
there no stream is derived; while `statement` is there the database fails, as its text says, behind the
statement that reveals a seed or stores a salt. `salts` gets every salt.
No process leaves a core file behind.
"""

from __future__ import annotations

import faulthandler
import os
import resource
import secrets
from pathlib import Path
from typing import Any

from fairseed.cli import main
from fairseed.derivation import SeedPair, ServerSeed
from fairseed.derivation.stream import Stream
from fairseed.service import server
from fairseed.service.store import Store

FOLDER = Path(os.environ["CANARY_FOLDER"])


def note(name: str, text: str) -> str:
    with (FOLDER / name).open("a") as file:
        file.write(text + "\n")
    return text


def note_secrets() -> None:
    token_hex = secrets.token_hex

    def noting(size: int) -> str:
        return note("salts", token_hex(size)) if size == 16 else token_hex(size)

    secrets.token_hex = noting  # type: ignore[assignment]
    real = ServerSeed.generate

    def generate(_kind: type[ServerSeed]) -> ServerSeed:
        seed = real()
        note("seeds", seed.expose())
        return seed

    ServerSeed.generate = classmethod(generate)  # type: ignore[assignment, method-assign]


def fail_to_derive() -> None:
    real = SeedPair.stream

    def stream(pair: SeedPair, nonce: int) -> Stream:
        if (FOLDER / "derivation").exists():
            found = real(pair, nonce)
            raise RuntimeError(
                f"no stream {found} {found!r} of {pair} {pair!r} {vars_of(pair)}, nonce {nonce}"
            )
        return real(pair, nonce)

    SeedPair.stream = stream  # type: ignore[method-assign]


def vars_of(value: Any) -> list[str]:
    """Every attribute as a careless log line would show it."""
    return [
        f"{name}={getattr(value, name)!r} {getattr(value, name)}" for name in dir(value) if name[0] != "_"
    ]


def lose_the_database() -> None:
    real = Store.__init__

    def made(store: Store, url: str) -> None:
        real(store, url)
        dialect = store.engine.dialect
        execute = dialect.do_execute

        def run(cursor: Any, statement: str, parameters: Any, context: Any = None) -> None:
            execute(cursor, statement, parameters, context)
            reveals = statement.startswith("UPDATE pairs SET state") and "server_seed=" in statement
            if (reveals or statement.startswith("INSERT INTO players")) and (FOLDER / "statement").exists():
                raise dialect.loaded_dbapi.OperationalError((FOLDER / "statement").read_text())

        dialect.do_execute = run  # type: ignore[method-assign]

    Store.__init__ = made  # type: ignore[method-assign]


def dump_stacks() -> None:
    """gunicorn puts its own handler of SIGABRT in the place of faulthandler's."""
    real = server._post_worker_init

    def started(worker: Any) -> None:
        real(worker)
        faulthandler.disable()
        faulthandler.enable()

    server._post_worker_init = started


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    note_secrets()
    fail_to_derive()
    lose_the_database()
    dump_stacks()
    main()
