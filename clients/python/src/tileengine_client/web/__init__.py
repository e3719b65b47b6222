"""Playing in the browser, on top of the client: `serve` answers a page's questions with matches of the service.

It needs the package aiohttp, the extra `web`; the rest of the client does not. `table.py` is one match with a person in
it, `app.py` the pages and questions, `static/` the page, which knows no game either.
"""
