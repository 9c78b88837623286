"""Every cheat of docs/spec/trust.md section 5, performed, and the check that shows it.

The service is dishonest in earnest: `dishonest.py` changes its code and runs `fairseed serve` in a
process of its own, or its database is changed from outside (`database.py`). An honest player
(`honest.py`) drives it over a socket and keeps receipts, checkpoints and bundle; `fairseed-verify`,
a process too, judges what was kept. Each test shows first that the same check passes for the honest
service.

Two lines have no test here. A bot that knows coming cards or dice: no game with bots is offered yet.
A secret in an answer, a log line or an error: tests/service/test_canary.py.
"""
