"""Where what one game needs beside its own file lands: boards, forms, views. Only that game cimports its parts."""
