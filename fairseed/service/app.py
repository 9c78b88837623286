"""The Flask application."""

from __future__ import annotations

import threading
import time
from typing import Any

import structlog
from flask import Flask, Response, g, request
from prometheus_client import Counter, Histogram
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge
from werkzeug.routing import RequestRedirect

from fairseed.service import worker
from fairseed.service.clock import Clock, system_clock
from fairseed.service.config import Settings
from fairseed.service.core import Service, open_service, to_json
from fairseed.service.http import (
    edge,
    guests,
    house,
    log,
    matches,
    operations,
    page,
    play,
    players,
    public,
    rounds,
    tables,
)
from fairseed.service.problems import Problem
from fairseed.service.sequencer import LogError
from fairseed.service.vault import KeyProvider, VaultError

logger = structlog.get_logger()

METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
REQUESTS = Counter("fairseed_requests", "Requests answered", ["method", "route", "status"])
SECONDS = Histogram("fairseed_request_seconds", "Seconds a request took", ["method", "route"])


def create_app(settings: Settings, clock: Clock = system_clock, keys: KeyProvider | None = None) -> Flask:
    """The application. The database is opened at the first request, in the process that serves it."""
    app = Flask("fairseed", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = edge.MAX_BODY + 1
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False
    opened: list[Service] = []

    def service() -> Service:
        if not opened:
            service = open_service(settings, clock, keys)
            try:
                worker.start(service)
            except BaseException:
                service.store.close()
                raise
            opened.append(service)
        return opened[0]

    app.extensions["fairseed"] = service
    # Set when the process is told to stop: streams end, and their clients come back to another.
    app.extensions["stopping"] = threading.Event()
    for area in (players, guests, rounds, tables, matches, house, public, log, operations, page, play):
        app.register_blueprint(area.blueprint)
    app.before_request(_begin)
    app.after_request(_end)
    app.register_error_handler(Exception, _refuse)
    return app


def _begin() -> None:
    g.began = time.perf_counter()


def _end(response: Response) -> Response:
    route = request.url_rule.rule if request.url_rule else "none"
    seconds = time.perf_counter() - g.began
    # Anybody can make up methods: a metric has a label for those that there are.
    method = request.method if request.method in METHODS else "other"
    REQUESTS.labels(method, route, response.status_code).inc()
    SECONDS.labels(method, route).observe(seconds)
    logger.info(
        "request",
        method=method,
        route=route,
        status=response.status_code,
        milliseconds=round(seconds * 1000),
        caller=g.get("caller", ""),
    )
    response.headers.setdefault("Cache-Control", "no-store")
    if isinstance(request.routing_exception, RequestRedirect):
        # Only a slash is lacking. What a proxy has before it, scheme and path, is not known here.
        response.location = f"{request.path.rpartition('/')[2]}/"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _refuse(error: Exception) -> Response:
    """Every refusal and every failure is a problem document; a failure's reason is only logged."""
    problem = _problem(error)
    if problem.code == "internal" or isinstance(error, LogError):
        logger.error("failure", exc_info=error)
    response = Response(
        to_json(problem.document()).encode("utf-8"), problem.status, mimetype="application/problem+json"
    )
    if problem.code == "unauthorized":
        response.headers["WWW-Authenticate"] = "Bearer"
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        response.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return response


def _problem(error: Exception) -> Problem:
    if isinstance(error, Problem):
        return error
    if isinstance(error, RequestEntityTooLarge):
        return Problem("body_too_large", "body", "must have at most 1 MiB")
    if isinstance(error, HTTPException):
        known: dict[int | None, Any] = {
            404: ("not_found", "path", "leads nowhere"),
            405: ("method_not_allowed", "method", "is not taken by this path"),
        }
        if error.code in known:
            return Problem(*known[error.code])
        if error.code is not None and error.code >= 500:  # Flask's wrapping of what failed behind the call
            return Problem("internal", "service", "failed; nothing was changed")
        return Problem("bad_query", "request", "is not understood")
    if isinstance(error, LogError):
        return Problem("not_ready", "log", "is not the one that was shown; the service's own log says why")
    if isinstance(error, VaultError) and error.field == "database":
        return Problem("not_ready", error.field, error.rule)
    if isinstance(error, SQLAlchemyError) and "connect" in str(error).lower():
        return Problem("not_ready", "database", "does not answer")
    return Problem("internal", "service", "failed; nothing was changed")
