"""The generated messages of proto/tileengine/v1; written by `tox -e generate`, never edited."""
