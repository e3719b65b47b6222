"""`tileengine serve` and its store: what it refuses to start with, and how it says so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.crash.server_process import ServerProcess
from tests.matches.client import Client, Failed


def serve(*arguments: str) -> tuple[int, str]:
    """Exit code and standard error of a server that does not start."""
    command = [sys.executable, "-m", "tileengine", "serve", "--address", "127.0.0.1:0", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_stores_that_cannot_be(tmp_path: Path) -> None:
    for arguments, code, text in (
        (["--store", "postgres://x"], 2, "no store 'postgres'"),
        (["--store", "sqlite:"], 2, "needs a path"),
        (["--store", "memory:", "--workers", "2"], 2, "Redis only"),
        (["--store", f"sqlite:{tmp_path}/no/x.db"], 5, "can't be used"),
        (["--store", "redis://user:a-password@127.0.0.1:1/0"], 5, "does not answer"),
    ):
        got, said = serve(*arguments)
        assert got == code and text in said and "a-password" not in said


async def test_one_file_one_server_and_the_rest_is_told(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path / 'matches.db'}"
    with ServerProcess(store) as server:
        code, said = serve("--store", store)
        assert code == 5 and "locked" in said
        client = Client(server.address)
        match_id, _, _ = await client.start("triple_peaks", 1)
        await client.close()
        server.kill()
        server.start()
        client = Client(server.address)
        assert (await client.call("GetMatch", match_id=match_id)).match.match_id == match_id
        await client.close()


async def test_a_server_without_store_serves_no_matches() -> None:
    with ServerProcess("") as server:
        client = Client(server.address)
        try:
            await client.call("ListMatches")
        except Failed as failure:
            assert failure.code.name == "UNIMPLEMENTED"
        else:
            raise AssertionError("matches without a store")
        await client.close()
