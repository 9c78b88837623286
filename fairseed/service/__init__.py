"""The service: HTTP edge → use case → store (one transaction) → stream → game → view."""
