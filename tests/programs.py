"""Programs of the project as processes, forked from one that has imported them: what is theirs alone (a process
group, an environment, files, signals, a way to die) they have, and they are up in milliseconds."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import runpy
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.support import ROOT

_FORKS = multiprocessing.get_context("forkserver")
# Not `fairseed.service.app`: its metrics read their folder's name when they are imported.
_FORKS.set_forkserver_preload(["fairseed.cli", "verifier_cli.__main__", "fairseed.verification", "psycopg"])


def _be(program: Sequence[str], environment: Mapping[str, str], streams: tuple[str, str, str]) -> None:
    os.setsid()
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    for number, path in enumerate(streams):
        mode = os.O_WRONLY | os.O_CREAT | os.O_APPEND if number else os.O_RDONLY
        os.dup2(os.open(path, mode, 0o600), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 (as long as the process)
    warnings.simplefilter("ignore")
    try:
        if program[0] == "-m":
            sys.argv = [*program[1:]]
            runpy.run_module(program[1], run_name="__main__", alter_sys=True)
        else:
            sys.argv = [*program]
            runpy.run_path(program[0], run_name="__main__")
    finally:
        atexit._run_exitfuncs()


class Program:
    """`python PROGRAM…` in the project's root, leader of a process group; what it writes goes to files."""

    def __init__(
        self,
        program: Sequence[str],
        environment: Mapping[str, str],
        output: Path,
        errors: Path | None = None,
        given: Path | None = None,
    ) -> None:
        streams = (str(given or os.devnull), str(output), str(errors or output))
        self._process = _FORKS.Process(target=_be, args=([*program], {**environment}, streams))
        self._process.start()
        assert self._process.pid is not None
        self.pid: int = self._process.pid

    def poll(self) -> int | None:
        """Its exit code, negative for the signal that killed it, or None."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        code = self._process.exitcode
        if code is None:
            assert timeout is not None
            raise subprocess.TimeoutExpired(str(self.pid), timeout)
        return code

    def terminate(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()


def run(
    program: Sequence[str],
    environment: Mapping[str, str] | None = None,
    stdin: bytes = b"",
    timeout: float = 120,
) -> subprocess.CompletedProcess[bytes]:
    """Runs a program to its end."""
    with tempfile.TemporaryDirectory() as folder:
        given, output, errors = (Path(folder, name) for name in ("given", "output", "errors"))
        given.write_bytes(stdin)
        process = Program(program, os.environ if environment is None else environment, output, errors, given)
        try:
            code = process.wait(timeout)
        finally:
            process.kill()
        return subprocess.CompletedProcess([*program], code, output.read_bytes(), errors.read_bytes())


def verify(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Runs `fairseed-verify`."""
    return run(["-m", "verifier_cli", *map(str, arguments)], stdin=stdin)
