"""The command as people use it: in a pipe, in a terminal, as a person who plays, and when things go wrong."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tileengine_client import Client
from tileengine_client.terminal import main
from tileengine_client.terminal.server import CannotStart, LocalServer

SECONDS = 60.0
PLAY = (sys.executable, "-m", "tileengine_client.terminal")


def play(environment: dict[str, str], *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [*PLAY, *arguments]
    return subprocess.run(
        command, env=environment, input=typed, capture_output=True, text=True, timeout=2 * SECONDS, check=False
    )


def test_a_whole_game_in_a_pipe_with_a_server_of_its_own(environment: dict[str, str]) -> None:
    done = play(environment, "triple_peaks", "--seed", "5")
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    plies = [int(ply) for ply in re.findall(r"^ Triple Peaks  move (\d+)", done.stdout, re.M)]
    assert plies == list(range(len(plies)))
    assert len(plies) > 20
    assert f"after {plies[-1]} moves" in done.stdout
    assert re.search(r"(won|lost|Nobody)", done.stdout)
    assert max(map(len, done.stdout.splitlines())) <= 120


def test_every_game_draws_and_ends(environment: dict[str, str], address: str, slug: str) -> None:
    done = play(environment, slug, "--server", address, "--seed", "3", "--moves-max", "12", "--policy", "random")
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    assert done.stdout.count("to move:") >= 12
    assert "The game is not over." in done.stdout


def test_the_same_seed_is_the_same_game(environment: dict[str, str], address: str, slug: str) -> None:
    arguments = (slug, "--server", address, "--seed", "3", "--moves-max", "6", "--policy", "random")
    assert play(environment, *arguments).stdout == play(environment, *arguments).stdout


def test_a_folder_of_the_engines_name_does_not_hide_it(environment: dict[str, str], tmp_path: Path) -> None:
    """As in a checkout of the source, where tileengine/ lies without its compiled modules."""
    (tmp_path / "tileengine").mkdir()
    (tmp_path / "tileengine" / "__init__.py").write_text("raise ImportError('the wrong tileengine')")
    command = [sys.executable, "-P", "-m", "tileengine_client.terminal", "triple_peaks", "--moves-max", "2"]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_person_in_a_pipe_is_refused_with_the_reason(environment: dict[str, str], address: str) -> None:
    typed = "?\nwhy draw\n-AC@0\nnonsense\n/draw\ndraw\n1\n"  # and then the input ends
    done = play(environment, "triple_peaks", "--server", address, "--seed", "7", "--human", "0", typed=typed)
    assert done.returncode == 0, done.stderr
    assert "plays move 12 of the list" in done.stdout
    assert "draw is legal" in done.stdout
    assert re.search(r"refused: .+ \(P\d+\.\d+", done.stdout)
    assert "refused: 'nonsense' is not a move" in done.stdout
    assert " Triple Peaks  move 2" in done.stdout
    assert done.stdout.rstrip().endswith("You left the game.")


def test_a_person_sees_no_other_hand(environment: dict[str, str], address: str) -> None:
    arguments = ("triominos", "--server", address, "--seed", "7", "--seats", "3", "--human", "1")
    done = play(environment, *arguments, typed="1\n1\n1\n")
    assert done.returncode == 0, done.stderr
    assert "hand of seat 1" in done.stdout
    assert "hand of seat 0" not in done.stdout
    assert "hand of seat 2" not in done.stdout


def test_others_play_at_a_level_and_give_hints(environment: dict[str, str], address: str) -> None:
    arguments = ("triominos", "--server", address, "--seed", "7", "--human", "0", "--level", "3")
    done = play(environment, *arguments, typed="hint\n1\nhint\n1\n")
    assert done.returncode == 0, done.stderr
    assert "seat 1 level 3" in done.stdout
    hints = re.findall(r"hint: (\S+?);? expected in the end: -?\d+ : -?\d+ points", done.stdout)
    assert len(hints) == 2
    assert re.search(r"at once: .*tiles \+\d+", done.stdout)
    assert re.search(r"then: .*\d+ → \d+", done.stdout)
    assert play(environment, *arguments, typed="hint\n1\nhint\n1\n").stdout == done.stdout


def test_every_game_is_played_at_a_level(environment: dict[str, str], address: str, slug: str) -> None:
    done = play(environment, slug, "--server", address, "--seed", "3", "--moves-max", "4", "--level", "2")
    assert done.returncode == 0, done.stderr
    assert "level 2" in done.stdout


def test_two_persons_hand_over_the_keyboard(environment: dict[str, str], address: str) -> None:
    arguments = ("triominos", "--server", address, "--seed", "7", "--human", "0", "--human", "1")
    done = play(environment, *arguments, typed="1\n\n1\n\n1\n")
    assert done.returncode == 0, done.stderr
    assert "Nobody else looking?" in done.stdout


# -- in a terminal -----------------------------------------------------------------------------------------------------


class Terminal:
    """A program on a pseudo terminal of 120 by 40."""

    def __init__(self, environment: dict[str, str], *arguments: str) -> None:
        self.ours, theirs = pty.openpty()
        self.said = ""
        # Tests that run in the background may have been told to ignore SIGINT, and children inherit that.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            self.process = subprocess.Popen(
                [*PLAY, *arguments],
                stdin=theirs,
                stdout=theirs,
                stderr=theirs,
                env={
                    **environment,
                    "COLUMNS": "120",
                    "LINES": "40",
                    "TERM": "xterm-256color",
                    "COLORTERM": "truecolor",
                },
                start_new_session=True,
            )
        finally:
            signal.signal(signal.SIGINT, before)
        os.close(theirs)

    def type(self, text: str) -> None:
        os.write(self.ours, text.encode())

    def _read(self, end: float) -> bool:
        """Takes what the program says next; False once it says nothing any more. It must always be read: its
        writes wait when the terminal's small buffer is full."""
        ready, _, _ = select.select([self.ours], [], [], max(0.0, end - time.monotonic()))
        assert ready, f"nothing more was said after {self.said!r}"
        try:
            said = os.read(self.ours, 65536)
        except OSError:  # how Linux tells the end of a terminal
            return False
        self.said += said.decode(errors="replace")
        return bool(said)

    def until(self, wanted: str) -> str:
        """What it says up to `wanted`; fails after a bounded time."""
        end = time.monotonic() + SECONDS
        while wanted not in self.said and self._read(end):
            pass
        before, found, self.said = self.said.partition(wanted)
        assert found, f"no {wanted!r} in {before!r}"
        return before

    def close(self) -> int:
        """Waits for its end, a bounded time, and returns its exit code."""
        end = time.monotonic() + SECONDS
        try:
            while self._read(end):
                pass
            return self.process.wait(SECONDS)
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()
            os.close(self.ours)


def test_a_person_at_a_terminal(environment: dict[str, str], address: str) -> None:
    terminal = Terminal(environment, "triple_peaks", "--server", address, "--seed", "7", "--human", "0")
    assert "\x1b[" in terminal.until("? for help")
    terminal.type("-AC@0\n")
    assert re.search(r"refused: .+ \(P\d+\.\d+", terminal.until("? for help"))
    terminal.type("draw\n")
    assert "move 1" in terminal.until("? for help")
    terminal.type("q\n")
    terminal.until("You left the game.")
    assert terminal.close() == 0


def test_a_watched_game_has_a_screen_of_its_own_and_leaves_the_last_frame(
    environment: dict[str, str], address: str
) -> None:
    arguments = ("triple_peaks", "--server", address, "--seed", "7", "--moves-max", "4", "--delay", "0")
    terminal = Terminal(environment, *arguments)
    terminal.until("\x1b[?1049h")
    terminal.until("\x1b[?1049l")
    assert "move 4" in terminal.until("The game is not over.")
    assert terminal.close() == 0


def children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def gone(process: int) -> bool:
    """True once a process has ended, within a bounded time."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds child processes in /proc")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 128 + signal.SIGTERM)])
def test_its_server_ends_with_it(environment: dict[str, str], number: signal.Signals, code: int) -> None:
    terminal = Terminal(environment, "triple_peaks", "--delay", "30")
    terminal.until("to move")
    (server,) = children(terminal.process.pid)
    terminal.process.send_signal(number)
    assert terminal.close() == code
    assert gone(server)


# -- when things go wrong ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "--list"),
        (["triple_peaks", "--option", "multiplier=sometimes"], "doubling"),
        (["triple_peaks", "--option", "multiplier"], "NAME=VALUE"),
        (["triple_peaks", "--seats", "5"], "seats"),
        (["triple_peaks", "--human", "4"], "0..0"),
        (["triple_peaks", "--preset", "nothing"], "nothing"),
        (["triple_peaks", "--human", "0", "--watch"], "not allowed"),
        (["--policy", "perfect"], "invalid choice"),
        (["--level", "11", "--moves-max", "1"], "1..10"),
        (["--level", "3", "--policy", "random"], "not allowed"),
    ],
)
def test_wrong_usage(address: str, capfd: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert main([*arguments, "--server", address]) == 2
    assert said in capfd.readouterr().err


def test_list_shows_options_and_presets(address: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--list", "--server", address]) == 0
    said = capfd.readouterr().out
    assert "triple_peaks (1 seat)" in said
    assert "multiplier" in said
    assert "--preset standard" in said


def test_no_server_says_what_to_do(capfd: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        nowhere = f"127.0.0.1:{held.getsockname()[1]}"
    assert main(["--server", nowhere]) == 3
    assert "tileengine serve" in capfd.readouterr().err


def test_a_server_that_cannot_start_says_what_to_do() -> None:
    command = (sys.executable, "-c", "import sys; sys.exit('No module named tileengine')")
    with pytest.raises(CannotStart, match=r"(?s)No module named tileengine.*--server ADDRESS"), LocalServer(command):
        pass


def test_a_local_server_ends_whatever_happens() -> None:
    server = LocalServer()
    with pytest.raises(KeyboardInterrupt), server, Client(server.address) as client:
        client.wait_ready()
        raise KeyboardInterrupt
    assert server.stopped
