"""`fairseed serve`: gunicorn with threads; each worker opens its own database after the fork."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from types import FrameType
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

from fairseed.service.clock import Clock, system_clock
from fairseed.service.config import Settings


class Server(BaseApplication):  # type: ignore[misc]
    """Runs the application until it is told to stop."""

    def __init__(self, settings: Settings, clock: Clock = system_clock) -> None:
        self.settings = settings
        self.clock = clock
        super().__init__()

    def load_config(self) -> None:
        options: dict[str, Any] = {
            "bind": self.settings.bind,
            "workers": self.settings.workers,
            "threads": self.settings.threads,
            "worker_class": "gthread",
            "timeout": 60,
            "graceful_timeout": 20,
            "accesslog": None,
            "loglevel": "warning",
            "limit_request_line": 8190,
            # No header of a request moves the application or tells who sent it.
            "forwarder_headers": "",
            "forwarded_allow_ips": "",
            "post_worker_init": _post_worker_init,
            "worker_exit": _worker_exit,
            "child_exit": _child_exit,
            "control_socket_disable": True,
        }
        for name, value in options.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Flask:
        from fairseed.service import logs
        from fairseed.service.app import create_app  # after the fork, and after the metrics' folder is named

        logs.configure(self.settings.log_level)
        return create_app(self.settings, self.clock)


def _post_worker_init(worker: Any) -> None:
    """The turns (log, pool, timers) begin with the process, not with its first request; streams end with
    the signal that ends it, since gunicorn waits for every answer that is on its way."""
    from fairseed.service.worker import start_thread

    told = worker.app.wsgi().extensions
    worker.fairseed_stop = start_thread(told["fairseed"])

    def stop(number: int, frame: FrameType | None) -> None:
        told["stopping"].set()
        worker.handle_exit(number, frame)

    signal.signal(signal.SIGTERM, stop)


def _worker_exit(_server: Any, worker: Any) -> None:
    worker.fairseed_stop.set()


def _child_exit(_server: Any, worker: Any) -> None:
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def serve(settings: Settings, clock: Clock = system_clock) -> None:
    folder, owner = tempfile.mkdtemp(prefix="fairseed-metrics-"), os.getpid()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
    try:
        Server(settings, clock).run()
    finally:
        if os.getpid() == owner:  # a worker that ends comes by here too: the others still count there
            shutil.rmtree(folder, ignore_errors=True)
