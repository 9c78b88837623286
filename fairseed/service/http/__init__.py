"""The HTTP edge: one blueprint an area (docs/spec/record.md section 5)."""
