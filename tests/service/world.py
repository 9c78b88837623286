"""A service on SQLite or PostgreSQL, looked at from both sides: its whole database, and its own
description, against which every answer is checked."""

from __future__ import annotations

import atexit
import json
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import select
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from fairseed.cli import main
from fairseed.service import config
from fairseed.service.app import create_app
from fairseed.service.store import Store, schema
from tests.http.server import fresh_database
from tests.service.api import Api
from tests.service.copies import copied


@contextmanager
def service(kind: str, folder: Path, **settings: str) -> Iterator[Api]:
    """A new database of this kind, made by `fairseed init`, and a caller with an operator's key."""
    with initialised(kind, folder, settings) as (environ, key):
        api = Api(create_app(config.load(environ)), key, environ)
        try:
            yield api
        finally:
            store(api).close()


@contextmanager
def initialised(kind: str, folder: Path, settings: dict[str, str]) -> Iterator[tuple[dict[str, str], str]]:
    """Settings of a new database, and its operator's key. It is a copy of one that was initialised once,
    unless a setting or a key that is there already says how it is to be made."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "service.key"
    own = file.exists() or {"FAIRSEED_PUBLIC_URL", "FAIRSEED_KEY_PROVIDER"} & set(settings)
    with ExitStack() as stack:
        if own:
            url = stack.enter_context(fresh_database(kind, folder))
            environ = {"FAIRSEED_DATABASE_URL": url, "FAIRSEED_KEY_FILE": str(file), **settings}
            yield environ, _init(environ)
            return
        first, key = _first(kind)
        shutil.copy2(first["FAIRSEED_KEY_FILE"], file)
        url = stack.enter_context(copied(first["FAIRSEED_DATABASE_URL"], folder, "fairseed.sqlite3"))
        yield {"FAIRSEED_DATABASE_URL": url, "FAIRSEED_KEY_FILE": str(file), **settings}, key


@cache
def _first(kind: str) -> tuple[dict[str, str], str]:
    """The database that the others are copies of, gone when the tests are over."""
    with ExitStack() as stack:  # closed here where there is no such server
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fairseed-tests-")))
        url = stack.enter_context(fresh_database(kind, folder))
        atexit.register(stack.pop_all().close)
    environ = {"FAIRSEED_DATABASE_URL": url, "FAIRSEED_KEY_FILE": str(folder / "service.key")}
    return environ, _init(environ)


def _init(environ: dict[str, str]) -> str:
    made = CliRunner().invoke(main, ["init"], env=environ, catch_exceptions=False)
    assert made.exit_code == 0, made.output
    return made.stdout.strip()


def store(api: Api) -> Store:
    return api.app.extensions["fairseed"]().store  # type: ignore[no-any-return]


def everything(api: Api) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table."""
    with store(api).read() as connection:
        return {
            name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            for name, table in schema.metadata.tables.items()
        }


def route_of(rule: str) -> str:
    """A path as OpenAPI writes it."""
    return re.sub(r"<(?:[a-z]+:)?([a-z_]+)>", r"{\1}", rule)


@dataclass
class Description:
    """`/openapi.json` of an application."""

    app: Flask
    document: dict[str, Any]

    @classmethod
    def of(cls, app: Flask) -> Description:
        return cls(app, app.test_client().get("/openapi.json").json)

    def check(self, method: str, path: str, answer: TestResponse) -> None:
        """The answer's status, type, body and code are the described ones. Paths and methods that
        the service does not have are described nowhere and left out."""
        try:
            rule, _ = self.app.url_map.bind("localhost").match(
                path.partition("?")[0], method, return_rule=True
            )
        except HTTPException:
            return
        route = route_of(rule.rule)
        operation = self.document["paths"][route][method.lower()]
        told = operation["responses"].get(str(answer.status_code))
        assert told is not None, f"{method} {route} does not describe {answer.status_code}: {answer.text}"
        content = told["content"].get(answer.mimetype) or told["content"].get("*/*")
        assert content is not None, f"{method} {route} does not describe {answer.mimetype}"
        if answer.mimetype.endswith("json"):
            body = json.loads(answer.data)
            schema_of = content["schema"] | {"components": self.document["components"]}
            jsonschema.Draft202012Validator(schema_of).validate(body)
            if answer.status_code >= 400:
                assert f"`{body['code']}`" in told["description"], f"{method} {route}: {body['code']}"
