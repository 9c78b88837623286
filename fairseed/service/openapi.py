"""OpenAPI 3.1, made from the typed bodies and answers; every schema is closed."""

from __future__ import annotations

from html import escape
from importlib.metadata import version
from typing import Any, Final

import msgspec

from fairseed.service.http import models
from fairseed.service.problems import CODES

# method, path, summary, body, (status, answer), codes, needs a key, query names
_READ: Final = ("bad_query", "internal", "busy")
_AUTHORISED: Final = (*_READ, "unauthorized", "forbidden")
_WRITE: Final = (
    *_AUTHORISED,
    "bad_json",
    "idempotency_key_missing",
    "body_too_large",
    "unsupported_media_type",
    "invalid_field",
    "unknown_field",
    "idempotency_key_reused",
    "idempotency_in_flight",
    "not_found",
)
_PLAY: Final = (
    *_WRITE,
    "no_active_pair",
    "pair_exhausted",
    "limits",
    "max_payout",
    "insufficient_chips",
)

_TABLE: Final = (*_AUTHORISED, "not_found", "invalid_field")
_DELETE: Final = (*_TABLE, "idempotency_key_reused", "idempotency_in_flight")

Route = tuple[str, str, str, Any, int, Any, tuple[str, ...], tuple[str, ...]]
ROUTES: Final[tuple[Route, ...]] = (
    ("post", "/v1/players/{player}/seeds", "The first promise for a player", models.Empty, 201, models.FirstSeeds,
     (*_WRITE, "seeds_exist"), ()),
    ("post", "/v1/players/{player}/seeds/rotate", "Activate the promised pair, reveal the old one", models.RotateBody,
     200, models.Rotated, (*_WRITE, "round_open", "client_seed_reused"), ()),
    ("post", "/v1/players/{player}/tokens", "A short-lived token for one player", models.Empty, 201, models.Token,
     _WRITE, ()),
    ("post", "/v1/guests", "A player for whoever asks, with chips and a token", models.Empty, 201, models.Guest,
     (*_READ, "not_found", "bad_json", "body_too_large", "unsupported_media_type", "invalid_field", "unknown_field",
      "rate_limited"), ()),
    ("get", "/v1/players/{player}/seeds", "The active and the next pair", None, 200, models.CurrentSeeds,
     (*_AUTHORISED, "not_found", "invalid_field"), ()),
    ("post", "/v1/players/{player}/chips", "Give a player chips, or take some", models.ChipsBody, 200, models.Moved,
     (*_WRITE, "insufficient_chips", "limits"), ()),
    ("get", "/v1/players/{player}/balance", "A player's chips", None, 200, models.Balance,
     (*_AUTHORISED, "not_found", "invalid_field"), ()),
    ("get", "/v1/players/{player}/ledger", "Every change of a player's chips, gross", None, 200, models.LedgerPage,
     (*_AUTHORISED, "not_found", "invalid_field"), ("order", "limit", "cursor")),
    ("post", "/v1/rounds", "Play a round, or open one", models.RoundBody, 201, models.Round, _PLAY, ()),
    ("post", "/v1/rounds/{round_id}/actions", "Make one action", dict[str, Any], 200, models.Round,
     (*_WRITE, "stale_action", "illegal_action", "insufficient_chips"), ()),
    ("get", "/v1/rounds/{round_id}", "A view, or the full record once revealed", None, 200, models.Round,
     (*_AUTHORISED, "not_found"), ()),
    ("get", "/v1/rounds", "Rounds in the order they were accepted, or the newest first", None, 200, models.RoundPage,
     (*_AUTHORISED, "invalid_field", "not_found"), ("player", "server_seed_hash", "state", "order", "limit", "cursor")),
    ("post", "/v1/draws", "Draw for a game of the operator's own", models.DrawBody, 201, models.Round, _PLAY, ()),
    ("post", "/v1/quotes", "Chance, multiplier and greatest return of a bet; plays nothing", models.RoundBody, 200,
     models.Quote, (*_WRITE, "limits", "max_payout"), ()),
    ("post", "/v1/tables", "A new poker table", models.TableBody, 201, models.NewTable,
     (*_WRITE, "limits", "rate_limited"), ()),
    ("get", "/v1/tables", "The lobby: open tables, the newest first", None, 200, models.TablePage,
     (*_AUTHORISED,), ("game", "limit", "cursor")),
    ("get", "/v1/tables/{table_id}", "A table as its caller may see it", None, 200, models.TableView,
     (*_TABLE,), ("player",)),
    ("delete", "/v1/tables/{table_id}", "Close a table, behind the hand in play", None, 200, models.TableView,
     (*_DELETE,), ()),
    ("post", "/v1/tables/{table_id}/reveal", "End the session, behind the hand in play: its seed is revealed",
     models.Empty, 200, models.TableView, _WRITE, ()),
    ("post", "/v1/tables/{table_id}/seats", "Sit down", models.SitBody, 201, models.TableView,
     (*_WRITE, "limits", "seat_taken", "insufficient_chips"), ()),
    ("delete", "/v1/tables/{table_id}/seats/{seat}", "Get up, behind the hand in play", None, 200, models.Left,
     (*_DELETE,), ()),
    ("post", "/v1/tables/{table_id}/seats/{seat}/top_up", "Bring more chips", models.TopUpBody, 200,
     models.TableView, (*_WRITE, "limits", "illegal_action", "insufficient_chips"), ()),
    ("post", "/v1/tables/{table_id}/links", "Give the next link of a seat's chain", models.LinkBody, 200,
     models.LinkTaken, (*_WRITE, "stale_action", "illegal_action"), ()),
    ("post", "/v1/tables/{table_id}/actions", "Make one action, now or on the own turn", dict[str, Any], 200, models.TableView,
     (*_WRITE, "stale_action", "illegal_action"), ()),
    ("delete", "/v1/tables/{table_id}/actions", "Take back the action that was chosen before the turn", None, 200,
     models.TableView, _DELETE, ("player",)),
    ("get", "/v1/tables/{table_id}/events", "What happened, for everybody", None, 200, models.TableEvents,
     (*_AUTHORISED, "not_found"), ("after",)),
    ("get", "/v1/tables/{table_id}/hands", "Hands that are over, the oldest or the newest first", None, 200, models.RoundPage,
     (*_TABLE,), ("player", "order", "limit", "cursor")),
    ("post", "/v1/matches", "A new match of tavern dice", models.MatchBody, 201, models.NewMatch,
     (*_WRITE, "limits", "rate_limited"), ()),
    ("get", "/v1/matches", "Open matches, the newest first", None, 200, models.MatchPage, (*_AUTHORISED,),
     ("limit", "cursor")),
    ("get", "/v1/matches/{match_id}", "A match as its caller may see it", None, 200, models.MatchView, (*_TABLE,),
     ("player",)),
    ("delete", "/v1/matches/{match_id}", "Take back a match that has not started", None, 200, models.MatchView,
     (*_DELETE, "illegal_action"), ()),
    ("post", "/v1/matches/{match_id}/seats", "Join a match", models.JoinBody, 201, models.MatchView,
     (*_WRITE, "seat_taken", "insufficient_chips"), ()),
    ("delete", "/v1/matches/{match_id}/seats/{seat}", "Leave before the start, or concede", None, 200, models.MatchView,
     (*_DELETE, "illegal_action"), ()),
    ("post", "/v1/matches/{match_id}/links", "Give the next link of a player's chain", models.LinkBody, 200,
     models.MatchLinkTaken, (*_WRITE, "stale_action", "illegal_action"), ()),
    ("post", "/v1/matches/{match_id}/actions", "Roll, keep, bank or concede", dict[str, Any], 200, models.MatchView,
     (*_WRITE, "stale_action", "illegal_action"), ()),
    ("get", "/v1/matches/{match_id}/events", "What happened, for everybody", None, 200, models.TableEvents,
     (*_AUTHORISED, "not_found"), ("after",)),
    ("post", "/v1/house-tables", "A new public table of five-card poker", models.HouseBody, 201, models.NewTable,
     (*_WRITE, "limits", "rate_limited"), ()),
    ("get", "/v1/house-tables", "Open tables of five-card poker, the newest first", None, 200, models.HousePage,
     (*_AUTHORISED,), ("limit", "cursor")),
    ("get", "/v1/house-tables/{table_id}", "A table as its caller may see it", None, 200, models.HouseView,
     (*_TABLE,), ("player",)),
    ("delete", "/v1/house-tables/{table_id}", "Close a table at which no round is played", None, 200,
     models.HouseView, (*_DELETE, "illegal_action"), ()),
    ("post", "/v1/house-tables/{table_id}/seats", "Sit down", models.JoinBody, 201, models.HouseView,
     (*_WRITE, "seat_taken"), ()),
    ("delete", "/v1/house-tables/{table_id}/seats/{seat}", "Get up, behind the round in play", None, 200, models.Left,
     (*_DELETE,), ()),
    ("post", "/v1/house-tables/{table_id}/antes", "Put an ANTE for the next round, or take it back", models.AnteBody,
     200, models.HouseView, (*_WRITE, "limits", "illegal_action", "insufficient_chips"), ()),
    ("post", "/v1/house-tables/{table_id}/deal", "Play: deal at once where everybody seated wants it",
     models.DealBody, 200, models.HouseView, (*_WRITE, "illegal_action"), ()),
    ("post", "/v1/house-tables/{table_id}/links", "Give the next link of a seat's chain", models.LinkBody, 200,
     models.HouseLinkTaken, (*_WRITE, "stale_action", "illegal_action"), ()),
    ("post", "/v1/house-tables/{table_id}/actions", "Exchange, fold or raise", dict[str, Any], 200, models.HouseView,
     (*_WRITE, "stale_action", "illegal_action", "insufficient_chips"), ()),
    ("get", "/v1/house-tables/{table_id}/events", "What happened, for everybody", None, 200, models.TableEvents,
     (*_AUTHORISED, "not_found"), ("after",)),
    ("get", "/v1/house-tables/{table_id}/hands", "Rounds that are over", None, 200, models.RoundPage,
     (*_TABLE,), ("player", "order", "limit", "cursor")),
    ("get", "/v1/seeds/{server_seed_hash}", "A promise, and its seed once revealed", None, 200, models.PublicSeed,
     (*_READ, "not_found"), ()),
    ("get", "/v1/seeds/{server_seed_hash}/bundle", "All records of a revealed pair", None, 200, "application/jsonl",
     (*_READ, "not_found", "not_revealed"), ()),
    ("get", "/v1/log", "The log's name and keys", None, 200, models.LogDescription, _READ, ()),
    ("get", "/checkpoint", "The log's signed checkpoint", None, 200, "text/plain", (*_READ, "not_found"), ()),
    ("get", "/tile/{path}", "A tile or entry bundle of the log (C2SP tlog-tiles)", None, 200,
     "application/octet-stream", (*_READ, "not_found"), ()),
    ("get", "/v1/games", "Every game offered", None, 200, models.Games, _READ, ()),
    ("get", "/v1/games/{game}", "One game: ruleset, limits, settings, exact RTP", None, 200, models.OfferedGame,
     (*_READ, "not_found"), ()),
    ("get", "/verify/", "The web verifier", None, 200, "text/html", _READ, ()),
    ("get", "/verify/{path}", "A file of the web verifier", None, 200, "*/*", (*_READ, "not_found"), ()),
    ("get", "/play/", "The page to play on", None, 200, "text/html", _READ, ()),
    ("get", "/play/fair", "Promise, play, reveal, check, in both languages", None, 200, "text/html", _READ, ()),
    ("get", "/play/rules/", "All pages of rules, in both languages", None, 200, "text/html", _READ, ()),
    ("get", "/play/rules/{game}", "The rules of a game, in both languages", None, 200, "text/html",
     (*_READ, "not_found"), ()),
    ("get", "/play/{path}", "A file of the play page", None, 200, "*/*", (*_READ, "not_found"), ()),
    ("get", "/healthz", "The process answers", None, 200, models.Health, ("internal",), ()),
    ("get", "/readyz", "The database answers and has the newest tables", None, 200, models.Health,
     ("internal", "not_ready"), ()),
    ("get", "/metrics", "Prometheus metrics", None, 200, "text/plain", ("internal",), ()),
    ("get", "/openapi.json", "This description", None, 200, dict[str, Any], ("internal",), ()),
    ("get", "/docs", "This description as a page", None, 200, "text/html", ("internal",), ()),
)  # fmt: skip


def document() -> dict[str, Any]:
    kinds = {
        kind
        for route in ROUTES
        for kind in (route[3], route[5])
        if kind is not None and kind != dict[str, Any]
    }
    typed = sorted((kind for kind in kinds if not isinstance(kind, str)), key=lambda kind: kind.__name__)
    schemas, components = msgspec.json.schema_components(
        [*typed, models.ProblemDocument], ref_template="#/components/schemas/{name}"
    )
    refs = dict(zip([*typed, models.ProblemDocument], schemas, strict=True))
    paths: dict[str, Any] = {}
    for route in ROUTES:
        paths.setdefault(route[1], {})[route[0]] = _operation(route, refs)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "fairseed",
            "version": version("fairseed"),
            "description": "Provably fair rounds. Chips are virtual; no call pays them out or turns them into goods.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"api_key": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(route: Route, refs: dict[Any, Any]) -> dict[str, Any]:
    method, path, summary, body, status, kind, codes, names = route
    text = {"type": "string"}
    parameters = [
        {"name": part[1:-1], "in": "path", "required": True, "schema": text}
        for part in path.split("/")
        if part.startswith("{")
    ]
    parameters += [{"name": name, "in": "query", "schema": text} for name in names]
    answer = (
        {kind: {"schema": text}}
        if isinstance(kind, str)
        else {"application/json": {"schema": _schema(kind, refs)}}
    )
    responses: dict[str, Any] = {str(status): {"description": summary, "content": answer}}
    for code in sorted(set(codes), key=lambda code: CODES[code][0]):
        told = responses.setdefault(str(CODES[code][0]), {"description": "", "content": {}})
        told["description"] += f"{', ' if told['description'] else ''}`{code}`"
        told["content"] = {"application/problem+json": {"schema": refs[models.ProblemDocument]}}
    operation: dict[str, Any] = {"summary": summary, "parameters": parameters, "responses": responses}
    if method in ("post", "delete") and "unauthorized" in codes:
        header = {"name": "Idempotency-Key", "in": "header", "required": method == "post"}
        parameters.append(header | {"schema": text | {"pattern": "^[ -~]{1,64}$"}})
    if method == "post":
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": _schema(body, refs)}},
        }
    if "unauthorized" in codes:
        operation["security"] = [{"api_key": []}]
    return operation


def _schema(kind: Any, refs: dict[Any, Any]) -> dict[str, Any]:
    if kind == dict[str, Any]:
        return {"type": "object"}
    return refs[kind]  # type: ignore[no-any-return]


def page() -> str:
    """The routes as plain HTML."""
    rows = []
    for method, path, summary, _, _, _, codes, _ in ROUTES:
        told = ", ".join(
            f"{CODES[code][0]} {code}" for code in sorted(set(codes), key=lambda code: CODES[code][0])
        )
        rows.append(
            f"<section><h2><code>{method.upper()} {escape(path)}</code></h2><p>{escape(summary)}</p>"
            f"<p><small>Refusals: {escape(told)}</small></p></section>"
        )
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>fairseed API</title>"
        "<style>body{font:15px/24px system-ui,sans-serif;max-width:60rem;margin:24px auto;padding:0 16px}"
        "h2{font-size:17px}small{color:#4A5C63}</style><h1>fairseed API</h1>"
        "<p>The exact description is <a href=/openapi.json>openapi.json</a>.</p>" + "".join(rows) + "</html>"
    )
