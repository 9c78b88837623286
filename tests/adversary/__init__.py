"""Every cheat of docs/spec/trust.md section 5, performed, and the check that shows it.

The service is dishonest in earnest: `dishonest.py` changes its code and runs `fairseed serve` in a
process of its own, or its database is changed from outside (`database.py`). An honest player
(`honest.py`) drives it over a socket and keeps receipts, checkpoints and bundle; `fairseed-verify`,
a process too, judges what was kept. Each test shows first that the same check passes for the honest
service.

At poker tables (`dealers.py`, test_tables.py) the service runs in the test's own process with changed code, and its
players' own page is asked too. One line has no test here. A secret in an answer, a log line or an error:
tests/service/test_canary.py, tests/service/test_table_random.py.
"""
