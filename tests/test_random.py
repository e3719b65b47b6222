"""Known answers of the two random generators: they are frozen, since records and certificates depend on them."""

from __future__ import annotations

import hashlib

import pytest

from tileengine._core import random as core_random


def test_chacha20_block_is_that_of_rfc_8439() -> None:
    """RFC 8439, 2.3.2."""
    key = bytes(range(32))
    nonce = bytes.fromhex("000000090000004a00000000")
    assert core_random.chacha20(key, 1, nonce).hex() == (
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )


def test_chacha20_of_a_zero_key() -> None:
    """RFC 8439, A.1, test vectors 1 and 2."""
    zero = bytes(32), bytes(12)
    assert core_random.chacha20(zero[0], 0, zero[1]).hex().startswith("76b8e0ada0f13d90405d6ae55386bd28")
    assert core_random.chacha20(zero[0], 1, zero[1]).hex().startswith("9f07e7be5551387a98ba977c732d080d")


def lemire(key: bytes, nonce: bytes, bounds: list[int]) -> list[int]:
    """The stream's numbers again, from the blocks alone."""
    block, words, found = 0, list[int](), []
    for n in bounds:
        while True:
            if not words:
                data = core_random.chacha20(key, block, nonce)
                words = [int.from_bytes(data[i : i + 4], "little") for i in range(0, 64, 4)]
                block += 1
            product = words.pop(0) * n
            if product & 0xFFFFFFFF >= 2**32 % n:
                found.append(product >> 32)
                break
    return found


def test_stream_numbers_follow_the_documented_method() -> None:
    key, nonce = hashlib.sha256(b"stream").digest(), b"triominos\0\0\0"
    bounds = [1, 2, 3, 52, 56, 2**31 + 1, 2**32 - 1, *range(1, 60)] * 3
    assert core_random.stream_numbers(key, nonce, bounds) == lemire(key, nonce, bounds)


def test_splitmix64_known_answers() -> None:
    """The reference values of the generator's author for the seed 1234567."""
    assert core_random.splitmix64(1234567, 5) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize("key, nonce", [(b"", bytes(12)), (bytes(31), bytes(12)), (bytes(32), bytes(13))])
def test_wrong_lengths_are_refused(key: bytes, nonce: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        core_random.chacha20(key, 0, nonce)
