"""One module a command; each has `build() -> click.Command`."""
