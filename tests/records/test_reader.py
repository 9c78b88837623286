"""The strict reader: what is unusable, what is a fault of a document, and files of both."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairseed.records import Document, UnusableError, iter_documents, read_json
from fairseed.records.reader import MAX_BYTES, _check_depth

UNUSABLE = {
    b"": "is not JSON",
    b"{": "is not JSON",
    b"\xef\xbb\xbf{}": "byte order mark",
    b'{"a": "\xff"}': "invalid UTF-8 at byte 7",
    b'{"a": "\xed\xa0\x80"}': "invalid UTF-8",
    b'{"a": NaN}': "is not JSON",
    b'{"a": -Infinity}': "is not JSON",
    b'{"a": 01}': "is not JSON",
    b'{"a": +1}': "is not JSON",
    b'{"a": .5}': "is not JSON",
    b'{"a": "\t"}': "is not JSON",
    b'{"a": 1,}': "is not JSON",
    b"{'a': 1}": "is not JSON",
    b"{} {}": "is not JSON",
    b"[" * 100_000: "deeper than 64",
    b'{"a":' * 65 + b"1" + b"}" * 65: "deeper than 64",
    b" " * (MAX_BYTES + 1): "more than 16 MiB",
}
FAULTS = {
    b'{"a": 1.0}': "fraction or exponent",
    b'{"a": 1e2}': "fraction or exponent",
    b'{"a": 1E400}': "fraction or exponent",
    b'{"a": 9007199254740992}': "outside",
    b'{"a": -9007199254740992}': "outside",
    b'{"a": ' + b"9" * 5000 + b"}": "outside",
    b'{"a": 1, "a": 1}': "repeated key",
    b'{"b": [{"a": 1, "\\u0061": 2}]}': "repeated key",
    b'{"a": "\\ud800"}': "surrogate",
    b'{"\\uDFFF": 1}': "surrogate",
    b'{"a": ["\\ude00\\ud83d"]}': "surrogate",
}


@pytest.mark.parametrize(("data", "rule"), UNUSABLE.items(), ids=range(len(UNUSABLE)))
def test_what_is_unusable(data: bytes, rule: str) -> None:
    with pytest.raises(UnusableError, match=rule):
        read_json(data)


@pytest.mark.parametrize(("data", "fault"), FAULTS.items(), ids=range(len(FAULTS)))
def test_what_is_a_fault(data: bytes, fault: str) -> None:
    document = read_json(data)
    assert len(document.faults) == 1
    assert fault in document.faults[0]


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b'{"a": -0}', {"a": 0}),
        (b'{"a": 9007199254740991}', {"a": 2**53 - 1}),
        (b'{"a": "\\ud83d\\ude00"}', {"a": "😀"}),
        (b' {"a":\r\n[true, null, "[[[["]} ', {"a": [True, None, "[[[["]}),
        (b'{"a":' * 64 + b"1" + b"}" * 64, None),
        (('["' + "[{" * 200 + '\\""]').encode(), ["[{" * 200 + '"']),
    ],
)
def test_what_is_read(data: bytes, value: object) -> None:
    document = read_json(data)
    assert document.faults == []
    assert value is None or document.value == value


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


@given(json_values, st.booleans())
def test_every_plain_value_is_read_as_written(value: object, ascii_only: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    assert read_json(text) == Document(value)


@given(st.binary(max_size=60))
def test_no_bytes_raise_anything_else(data: bytes) -> None:
    try:
        read_json(data)
    except UnusableError as error:
        assert str(error).startswith("text: ")


def plain_depth(data: bytes) -> int:
    """The greatest depth before the end or before a string that is left open, byte by byte."""
    depth = greatest = at = 0
    while at < len(data):
        if data[at : at + 1] == b'"':
            at += 1
            while at < len(data) and data[at : at + 1] != b'"':
                at += 2 if data[at : at + 1] == b"\\" else 1
        elif data[at : at + 1] in (b"[", b"{"):
            depth += 1
        elif data[at : at + 1] in (b"]", b"}"):
            depth -= 1
        greatest, at = max(greatest, depth), at + 1
    return greatest


@given(
    st.lists(
        st.sampled_from(
            [
                b"[",
                b"{",
                b"[[[{{",
                b"]",
                b"}",
                b"]]",
                b'"',
                b"\\",
                b'\\"',
                b'"]["',
                b"1",
                b"\xff",
                b",",
                b"\n",
            ]
        ),
        max_size=60,
    ),
    st.integers(55, 70),
)
def test_the_depth_is_counted_outside_of_strings(pieces: list[bytes], depth: int) -> None:
    data = b"[" * depth + b"".join(pieces)
    try:
        _check_depth(data, "text")
    except UnusableError:
        assert plain_depth(data) > 64
    else:
        assert plain_depth(data) <= 64


def documents(data: bytes) -> list[object]:
    found = iter_documents(io.BytesIO(data))
    return [str(found) if isinstance(found, Exception) else found.value for found in found]


def test_a_file_of_one_object_over_several_lines() -> None:
    assert documents(b'\n{\n "a": 1\n}\n\n') == [{"a": 1}]


def test_a_file_of_lines() -> None:
    found = documents(b'{"a": 1}\n\n  \r\n[1]\n{"b": 2}\r\nnonsense\n\xff\n{"c": 3}')
    assert found[0] == {"a": 1}
    assert found[1] == "line 4: is not a JSON object"
    assert found[2] == {"b": 2}
    assert str(found[3]).startswith("line 6: is not JSON")
    assert str(found[4]).startswith("line 7: has invalid UTF-8")
    assert found[5:] == [{"c": 3}]


@pytest.mark.parametrize("head", [b'{"a"\n}\n', b'{\n "a": 1,\n}\n', b"{\n", b"nonsense\n}\n"])
def test_a_broken_head_hides_no_record_behind_it(head: bytes) -> None:
    found = documents(head + b'{"b": 2}\n{"c": 3}\n')
    assert found[-2:] == [{"b": 2}, {"c": 3}]
    assert [isinstance(one, str) for one in found[:-2]] == [True] * head.count(b"\n")


@pytest.mark.parametrize("tail", [b"", b'"', b"\\", b"\\x"])
def test_a_string_left_open_is_looked_at_once(tail: bytes) -> None:
    """Quadratic, this text would take hours; the depth in front of the string is still counted."""
    with pytest.raises(UnusableError, match="is not JSON"):
        read_json(b"[]" * 65 + b'"' + b'\\"' * 500_000 + tail)
    with pytest.raises(UnusableError, match="deeper than 64"):
        read_json(b"[" * 65 + b'"' + b'\\"' * 500_000 + tail)


def test_an_empty_file_holds_nothing() -> None:
    assert documents(b"") == []
    assert documents(b"\n \n") == []


def test_an_overlong_line_is_told_and_the_others_are_read() -> None:
    data = b'{"a": 1}\n' + b"x" * (MAX_BYTES + 5 * 2**20) + b'\n{"b": 2}\n'
    assert documents(data) == [{"a": 1}, "line 2: has more than 16 MiB", {"b": 2}]
