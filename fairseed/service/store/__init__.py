"""Tables, engines, migrations, lists."""

from fairseed.service.store.engine import Store
from fairseed.service.store.lists import listed
from fairseed.service.store.migrate import is_current, upgrade

__all__ = ["Store", "is_current", "listed", "upgrade"]
