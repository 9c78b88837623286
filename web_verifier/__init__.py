"""The verifier's page as plain ES modules below `page/`: a second implementation, which imports nothing
of the project."""
