"""Round records and bundles: reading, writing, digests."""

from fairseed.records.canonical import canonical, digest, record_digest, ruleset, ruleset_digest
from fairseed.records.errors import RecordError, UnusableError
from fairseed.records.reader import Document, iter_documents, iter_texts, read_json, read_line, read_object
from fairseed.records.record import ROUND_TYPE, Record, Seeds, Settlement, read_record

__all__ = [
    "ROUND_TYPE",
    "Document",
    "Record",
    "RecordError",
    "Seeds",
    "Settlement",
    "UnusableError",
    "canonical",
    "digest",
    "iter_documents",
    "iter_texts",
    "read_json",
    "read_line",
    "read_object",
    "read_record",
    "record_digest",
    "ruleset",
    "ruleset_digest",
]
