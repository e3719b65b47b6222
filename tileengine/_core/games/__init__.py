"""Where the compiled games land; importing tileengine imports all of them."""
