"""The tests. They may know everything; nothing knows them."""
