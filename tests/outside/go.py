"""Our program check.go around the Go project's packages note and tlog, as a process that answers."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tests.support import missing

PACKAGES = Path("/usr/share/gocode")  # where Debian's golang-golang-x-mod-dev puts its packages
SOURCE = Path(__file__).with_name("check.go")


class RefusedError(Exception):
    """What the Go program says of what it refuses."""


def build(folder: Path) -> Path:
    """The program, built into the folder. Without Go or the packages: a failure in CI, elsewhere the
    test is skipped, saying so."""
    absent = [
        name
        for name, there in {
            "golang-go": shutil.which("go"),
            "golang-golang-x-mod-dev": (PACKAGES / "src/golang.org/x/mod/sumdb/tlog").is_dir(),
        }.items()
        if not there
    ]
    if absent:
        missing(f"not installed: {', '.join(absent)} (`make test` installs them)")
    program = folder / "check"
    settings = {
        "GO111MODULE": "off",
        "GOPATH": str(PACKAGES),
        "GOCACHE": str(folder / "cache"),
        "GOFLAGS": "",
    }
    done = subprocess.run(
        ["go", "build", "-o", program, SOURCE], env=os.environ | settings, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return program


class Go:
    """The program, running."""

    def __init__(self, program: Path) -> None:
        self.program = program
        self._process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, op: str, **request: Any) -> dict[str, Any]:
        """The answer to a request; bytes go over as Base64. RefusedError where Go refuses."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin
        assert stdout
        print(json.dumps({"op": op, **request}, default=_base64), file=stdin, flush=True)
        line = stdout.readline()
        assert line, f"the program ended at {op} {request}"
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise RefusedError(answer["error"])
        return answer

    def accepts(self, op: str, **request: Any) -> bool:
        try:
            self.ask(op, **request)
        except RefusedError:
            return False
        return True

    def close(self) -> None:
        self._process.communicate()


def _base64(value: object) -> str:
    assert isinstance(value, bytes)
    return base64.b64encode(value).decode("ascii")
