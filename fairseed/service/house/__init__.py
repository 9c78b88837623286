"""Public tables of five-card poker, for one or two players (docs/house-poker.md)."""
