"""A service on SQLite or PostgreSQL, looked at from both sides: its whole database, and its own
description, against which every answer is checked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
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


@contextmanager
def service(kind: str, folder: Path, **settings: str) -> Iterator[Api]:
    """A new database of this kind, made by `fairseed init`, and a caller with an operator's key."""
    with fresh_database(kind, folder) as url:
        environ = {"FAIRSEED_DATABASE_URL": url, "FAIRSEED_KEY_FILE": str(folder / "service.key"), **settings}
        made = CliRunner().invoke(main, ["init"], env=environ, catch_exceptions=False)
        assert made.exit_code == 0, made.output
        api = Api(create_app(config.load(environ)), made.stdout.strip(), environ)
        try:
            yield api
        finally:
            store(api).close()


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
        content = told["content"].get(answer.mimetype)
        assert content is not None, f"{method} {route} does not describe {answer.mimetype}"
        if answer.mimetype.endswith("json"):
            body = json.loads(answer.data)
            schema_of = content["schema"] | {"components": self.document["components"]}
            jsonschema.Draft202012Validator(schema_of).validate(body)
            if answer.status_code >= 400:
                assert f"`{body['code']}`" in told["description"], f"{method} {route}: {body['code']}"
