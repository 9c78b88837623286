"""Cosignatures: each published checkpoint is shown to the witnesses of a policy (C2SP tlog-witness).

Runs in a thread of its own, so that a witness that is slow or away delays nothing else. What a
witness answers is checked before it is put beside the log's own signature.
"""

from __future__ import annotations

import base64
import http.client
import threading
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import structlog
from sqlalchemy import select, update

from fairseed.commitments import CommitmentError, Policy, SignedCheckpoint
from fairseed.commitments.checkpoints import parse_size
from fairseed.commitments.notes import parse_signature_lines, verify_note
from fairseed.commitments.policy import Witness
from fairseed.service import journal
from fairseed.service.config import ConfigError
from fairseed.service.core import Service
from fairseed.service.store.schema import log_head

TIMEOUT: Final = 5
MAX_ANSWER: Final = 65_536
log = structlog.get_logger()


def load_policy(path: str) -> Policy:
    """The policy file that names the witnesses; ConfigError where it can't be used."""
    try:
        return Policy.parse(Path(path).read_bytes())
    except OSError as error:
        raise ConfigError("witness_policy", "can't be read: {reason}", reason=error.strerror) from None
    except CommitmentError as error:
        raise ConfigError("witness_policy", "{fault}", fault=error) from None


class Cosigner:
    """Asks the witnesses, one checkpoint at a time: a newer one replaces one not asked for yet."""

    def __init__(self) -> None:
        self._work: Service | None = None
        self._wake = threading.Condition()
        self._ended = False
        self._thread: threading.Thread | None = None
        self._sizes: dict[str, int] = {}

    def wake(self, service: Service) -> None:
        if not service.settings.witness_policy:
            return
        with self._wake:
            self._work = service
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="cosigner", daemon=True)
                self._thread.start()
            self._wake.notify()

    def stop(self) -> None:
        with self._wake:
            self._ended = True
            self._wake.notify()

    def _run(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._work is not None or self._ended)
                service, self._work = self._work, None
                if self._ended or service is None:
                    return
            try:
                self.cosign(service)
            except Exception as error:
                log.error("cosigning_failed", exc_info=error)

    def cosign(self, service: Service) -> int:
        """Collects cosignatures of the published checkpoint and publishes them; how many."""
        policy = load_policy(service.settings.witness_policy)
        with service.store.read() as connection:
            published = connection.execute(select(log_head.c.published)).scalar_one()
        signed, lines = SignedCheckpoint.parse(published), list[str]()
        for witness in policy.witnesses.values():
            if witness.url is None or witness.key in signed.verify([witness.key]).keys:
                continue
            try:
                lines += self._ask(service, witness, signed)
            except (OSError, http.client.HTTPException, CommitmentError) as error:
                log.warning("witness_failed", witness=witness.key.name, reason=str(error))
        if lines:
            note = signed.note.with_lines(lines)
            unchanged = update(log_head).where(log_head.c.published == published)
            service.store.write(lambda connection: connection.execute(unchanged.values(published=note)))
        return len(lines)

    def _ask(self, service: Service, witness: Witness, signed: SignedCheckpoint) -> list[str]:
        """The witness's signature lines that are right. A 409 tells the size it knows: asked once more."""
        head = signed.checkpoint
        for _ in range(2):
            old = min(self._sizes.get(witness.key.name, 0), head.size)
            with service.store.read() as connection:
                proof = journal.tree(connection, head.size).prove_consistency(old)
            lines = [f"old {old}", *(base64.b64encode(value).decode("ascii") for value in proof)]
            status, answer = _post(str(witness.url), "\n".join(lines) + f"\n\n{signed.note}")
            if status == 200:
                self._sizes[witness.key.name] = head.size
                return _right_lines(answer, witness, signed)
            if status != 409:
                raise CommitmentError("witness", "answered {status}", status=status)
            self._sizes[witness.key.name] = parse_size(answer.strip())
        raise CommitmentError("witness", "knows another size than it told")


def _right_lines(answer: str, witness: Witness, signed: SignedCheckpoint) -> list[str]:
    found = []
    for signature in parse_signature_lines(answer):
        if (signature.name, signature.id) == (witness.key.name, witness.key.id):
            alone = type(signed.note)(signed.note.text, (signature,))
            verify_note(alone, [witness.key])
            found.append(signature.line())
    return found[:1]


def _post(url: str, body: str) -> tuple[int, str]:
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.netloc, timeout=TIMEOUT)
    try:
        path = f"{parts.path.rstrip('/')}/add-checkpoint"
        connection.request("POST", path, body.encode("utf-8"), {"Content-Type": "text/plain; charset=utf-8"})
        response = connection.getresponse()
        return response.status, response.read(MAX_ANSWER).decode("utf-8", "replace")
    finally:
        connection.close()
