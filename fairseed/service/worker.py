"""What every process of the service does beside its requests: log, pool, timers, cosignatures."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import structlog
from sqlalchemy import Connection, select

from fairseed.commitments.entries import Ruleset
from fairseed.service import idempotency, journal, sequencer, timers, witnesses
from fairseed.service.core import Service
from fairseed.service.store.schema import log_entries

log = structlog.get_logger()


def start(service: Service) -> None:
    """Before the first request of a process: the log is the one that was shown, and every ruleset
    that is offered is in it. LogError where the database is another."""
    sequencer.check(service)
    sequencer.guard(service)
    idempotency.forget_old(service)
    announce(service)


def announce(service: Service) -> None:
    """Logs the rulesets that are offered and not logged yet."""
    offered = {
        f"{name}:{offer.digest}": Ruleset(game=name, digest=offer.digest)
        for name, whole in service.offers.items()
        for offer in whole.every()
        if offer.digest is not None
    }

    def run(connection: Connection) -> None:
        known = select(log_entries.c.subject).where(log_entries.c.type == "ruleset")
        for subject in sorted(offered.keys() - set(connection.execute(known).scalars())):
            journal.add(connection, offered[subject], service.now())

    service.store.write(run)


def tick(service: Service) -> bool:
    """One turn: timers, pool, log. Whether a checkpoint was published."""
    try:
        sequencer.guard(service)
    except sequencer.LogError as error:
        service.alarm[:] = [error]
        raise
    service.alarm.clear()
    service.keys.reload()
    timers.run(service)
    sequencer.fill(service)
    return sequencer.step(service)


def run_forever(opened: Callable[[], Service], stop: threading.Event) -> None:
    """Turns every `checkpoint_seconds`. A turn that fails is logged, and the next one tried."""
    cosigner = witnesses.Cosigner()
    while True:
        began = time.monotonic()
        seconds = 1.0
        try:
            service = opened()
            seconds = service.settings.checkpoint_seconds
            if tick(service):
                cosigner.wake(service)
        except Exception as error:
            log.error("turn_failed", exc_info=error)
        if stop.wait(max(0.05, seconds - (time.monotonic() - began))):
            cosigner.stop()
            return


def start_thread(opened: Callable[[], Service]) -> threading.Event:
    """Runs the turns in a thread of this process; setting the event ends it."""
    stop = threading.Event()
    threading.Thread(target=run_forever, args=(opened, stop), name="turns", daemon=True).start()
    return stop
