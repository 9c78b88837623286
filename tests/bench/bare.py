"""The yardstick of durable bets: a bare Flask view that makes the same writes in one transaction.

Key, nonce, round and stored answer; no checks, no rules, no view. `BARE_DATABASE` names the database.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import sqlite3
import threading
import uuid
from typing import Any

import psycopg
from flask import Flask, Response, request

URL = os.environ["BARE_DATABASE"]
SQLITE = URL.startswith("sqlite:///")
SEED = b"0" * 64
TABLES = (
    "CREATE TABLE keys (key VARCHAR(64) PRIMARY KEY, request VARCHAR(64) NOT NULL, body TEXT)",
    "CREATE TABLE pairs (id INTEGER PRIMARY KEY, player VARCHAR(64) UNIQUE, next_nonce INTEGER NOT NULL)",
    "CREATE TABLE rounds (id VARCHAR(32) PRIMARY KEY, pair INTEGER, nonce INTEGER, player VARCHAR(64),"
    " params TEXT, bet TEXT, outcome TEXT, settlement TEXT, UNIQUE (pair, nonce))",
)
local = threading.local()
writer = threading.Lock()
app = Flask("bare", static_folder=None)


def connection() -> Any:
    if not hasattr(local, "connection"):
        local.connection = connect()
    return local.connection


def connect() -> Any:
    if not SQLITE:
        return psycopg.connect(URL.replace("+psycopg", ""), autocommit=True)
    made = sqlite3.connect(URL.removeprefix("sqlite:///"), isolation_level=None, timeout=30)
    made.execute("PRAGMA journal_mode=WAL")
    made.execute("PRAGMA synchronous=FULL")
    return made


def prepare(players: int) -> None:
    made = connect()
    for table in TABLES:
        made.execute(table)
    for player in range(players):
        made.execute(f"INSERT INTO pairs VALUES ({player}, 'p{player}', 0)")
    made.close()


@app.get("/readyz")
def ready() -> str:
    return "{}"


@app.post("/v1/rounds")
def play() -> Response:
    body = request.get_json()
    if SQLITE:
        with writer:
            return _play(body)
    return _play(body)


def _play(body: dict[str, Any]) -> Response:
    run = connection().execute
    mark = "?" if SQLITE else "%s"
    key = request.headers["Idempotency-Key"]
    run("BEGIN IMMEDIATE" if SQLITE else "BEGIN")
    digest = hashlib.sha256(request.get_data()).hexdigest()
    run(f"INSERT INTO keys VALUES ({mark}, {mark}, NULL)", (key, digest))
    pair, nonce = run(
        f"UPDATE pairs SET next_nonce = next_nonce + 1 WHERE player = {mark} RETURNING id, next_nonce - 1",
        (body["player"],),
    ).fetchone()
    word = int.from_bytes(hmac.digest(SEED, f"client:{nonce}:0".encode(), "sha256")[:4], "big")
    outcome = {"roll": word * 10001 >> 32}
    row = (uuid.uuid4().hex, pair, nonce, body["player"], json.dumps(body["params"]))
    values = ", ".join([mark] * 8)
    run(
        f"INSERT INTO rounds VALUES ({values})",
        (*row, json.dumps(body["bet"]), json.dumps(outcome), json.dumps({"staked": 100, "returned": 0})),
    )
    answer = json.dumps({"round_id": row[0], "nonce": nonce, "outcome": outcome})
    run(f"UPDATE keys SET body = {mark} WHERE key = {mark}", (answer, key))
    run("COMMIT")
    return Response(answer, 201, mimetype="application/json")
