"""Runs the units of a plan: threads, processes or a cluster; in order, with checkpoints.

States are added in the order of the units, whichever is ready first, so that the report does not depend on
what ran where. A checkpoint is the state after a number of units; what was under way is done again.
"""

from __future__ import annotations

import json
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from fairseed.audit.check import check_unit
from fairseed.audit.errors import AuditError
from fairseed.audit.sources import Plan
from fairseed.audit.state import State, digest_of

CHECKPOINT: Final = "fairseed/audit-checkpoint/v1"
SECONDS: Final = 5.0  # between checkpoints
AHEAD: Final = 3  # units under way for each worker

Tell = Callable[["Progress"], None]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an audit is: rounds so far, and the part of all bytes that is done, 0 to 1."""

    rounds: int
    failed: int
    part: float


def run(
    plan: Plan,
    *,
    jobs: int = 0,
    cluster: str | None = None,
    checkpoint: str | None = None,
    tell: Tell | None = None,
    seconds: float = SECONDS,
) -> State:
    """The state of all units of a plan. `jobs` 0: one for each processor.

    With a checkpoint the audit goes on where it says, and keeps it up to date; it is removed at the end.
    AuditError where the checkpoint is another audit's.
    """
    jobs = jobs or os.cpu_count() or 1
    kept = _Checkpoint(plan, checkpoint) if checkpoint is not None else None
    done, state = kept.read() if kept is not None else (0, State())
    total = sum(unit.weight for unit in plan.units) or 1
    weight = sum(unit.weight for unit in plan.units[:done])
    written = time.monotonic()
    with ExitStack() as stack:
        for found in _states(plan, done, jobs, cluster, stack):
            state.add(found)
            weight += plan.units[done].weight
            done += 1
            if tell is not None:
                counts = state.counts
                tell(Progress(sum(counts.values()), counts["failed"], weight / total))
            if kept is not None and time.monotonic() - written >= seconds:
                kept.write(done, state)
                written = time.monotonic()
    for number in sorted({unit.source for unit in plan.units}):
        state.file(number)
    if kept is not None:
        kept.remove()
    return state


def _states(plan: Plan, done: int, jobs: int, cluster: str | None, stack: ExitStack) -> Iterator[State]:
    """The units' states in order; a bounded number of them is under way."""
    workers = _Workers(jobs, cluster, stack)
    under_way: deque[Future[State]] = deque()
    try:
        for unit in plan.units[done:]:
            source = plan.sources[unit.source]
            under_way.append(workers.of(source.kind).submit(check_unit, source, unit, plan.keys))
            if len(under_way) >= workers.ahead:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    except BrokenProcessPool:
        raise AuditError(
            "jobs", "a worker process ended before its work; begin again, or go on from a checkpoint"
        ) from None
    finally:
        for future in under_way:
            future.cancel()


class _Workers:
    """Executors, made when they are first needed. Kernels let threads run side by side; all else is
    Python."""

    def __init__(self, jobs: int, cluster: str | None, stack: ExitStack) -> None:
        self._jobs, self._stack = jobs, stack
        self._made: dict[str, Executor] = {}
        self.ahead = AHEAD * jobs
        self._cluster = None if cluster is None else _connect(cluster, stack)
        if self._cluster is not None:
            self.ahead = AHEAD * max(1, sum(self._cluster.nthreads().values()))
        self._threads = jobs == 1 or _has_kernels()

    def of(self, kind: str) -> Executor:
        name = (
            "cluster"
            if self._cluster
            else "threads"
            if self._jobs == 1 or (kind == "columns" and self._threads)
            else "processes"
        )
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def _make(self, name: str) -> Executor:
        if self._cluster is not None:
            # A unit whose worker went away is done again by another.
            executor: Executor = self._cluster.get_executor(pure=False, retries=3)
            return executor
        if name == "threads":
            return self._stack.enter_context(ThreadPoolExecutor(self._jobs))
        return self._stack.enter_context(ProcessPoolExecutor(self._jobs, get_context("spawn")))


def _has_kernels() -> bool:
    try:
        import fairseed.audit.kernels
    except ImportError:
        return False
    return fairseed.audit.kernels is not None


def _connect(address: str, stack: ExitStack) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise AuditError("cluster", "needs the optional group: pip install 'fairseed[cluster]'") from None
    try:
        client = stack.enter_context(Client(address, timeout=10))  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise AuditError(
            "cluster", "{address} can't be reached: {reason}", address=address, reason=str(error)
        ) from None
    if not client.nthreads():
        raise AuditError("cluster", "{address} has no workers", address=address)
    return client


class _Checkpoint:
    """A file with the state after so many units, replaced whole."""

    def __init__(self, plan: Plan, name: str) -> None:
        self._path = Path(name)
        self._head: dict[str, Any] = {
            "type": CHECKPOINT,
            "plan": plan.digest,
            "shard": list(plan.shard),
            "units": len(plan.units),
        }

    def read(self) -> tuple[int, State]:
        try:
            value = json.loads(self._path.read_bytes())
        except FileNotFoundError:
            return 0, State()
        except (OSError, ValueError, RecursionError):
            raise self._refused() from None
        if not isinstance(value, dict) or value.get("type") != CHECKPOINT:
            raise self._refused()
        if {name: value.get(name) for name in self._head} != self._head:
            text = "{file} belongs to an audit of other files, keys or shards"
            raise AuditError("checkpoint", text, file=str(self._path))
        done, state = value.get("done"), value.get("state")
        whole = value.get("digest") == digest_of([done, state])
        if not whole or type(done) is not int or not 0 <= done <= self._head["units"]:
            raise self._refused()
        try:
            return done, State.from_json(state)
        except ValueError:
            raise self._refused() from None

    def _refused(self) -> AuditError:
        return AuditError("checkpoint", "{file} is no checkpoint of an audit", file=str(self._path))

    def write(self, done: int, state: State) -> None:
        """All of it or none, also through a loss of power."""
        beside = self._path.with_name(self._path.name + ".new")
        written = {"done": done, "state": state.to_json()}
        told = self._head | written | {"digest": digest_of([*written.values()])}
        try:
            with beside.open("w", encoding="utf-8") as file:
                json.dump(told, file, ensure_ascii=True)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(self._path)
        except OSError as error:
            reason = error.strerror or str(error)
            raise AuditError(
                "checkpoint", "{file} can't be written: {reason}", file=str(self._path), reason=reason
            ) from None

    def remove(self) -> None:
        self._path.unlink(missing_ok=True)
