"""Tables, engines, migrations."""

from fairseed.service.store.engine import Store
from fairseed.service.store.migrate import is_current, upgrade

__all__ = ["Store", "is_current", "upgrade"]
