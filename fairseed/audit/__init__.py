"""Bulk work: many rounds at once, audited with counts, statistics and every failure named (docs/audit.md)."""
