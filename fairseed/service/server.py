"""`fairseed serve`: gunicorn with threads; each worker opens its own database after the fork."""

from __future__ import annotations

import os
import tempfile
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

from fairseed.service.config import Settings


class Server(BaseApplication):  # type: ignore[misc]
    """Runs the application until it is told to stop."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
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
        return create_app(self.settings)


def _child_exit(_server: Any, worker: Any) -> None:
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def serve(settings: Settings) -> None:
    with tempfile.TemporaryDirectory(prefix="fairseed-metrics-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        Server(settings).run()
