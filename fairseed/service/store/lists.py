"""Lists that are read page by page."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select


def listed(query: Select[Any], by: ColumnElement[Any], cursor: Any, *, newest: bool) -> Select[Any]:
    """Rows ordered by a column that grows with time, behind the row that `cursor` names, None: from the
    first on; `newest`: the greatest first."""
    if cursor is not None:
        query = query.where(by < cursor if newest else by > cursor)
    return query.order_by(by.desc() if newest else by)
