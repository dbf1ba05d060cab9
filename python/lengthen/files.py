"""Reads files of runs and sweeps: JSON, YAML with one option per line, safetensors. No file is trusted."""
import json
import math
import os
import re
import stat
import struct
from collections.abc import Iterator, Sequence
from typing import IO, Any

import numpy
from numpy.typing import NDArray

from ._types import Path, Row, is_list, is_object
from .errors import FileError


MOST_TEXT = 1 << 25  # bytes of a text file, of a line of a .jsonl file, or of a safetensors header
MOST_LINES = 1 << 30  # bytes of a .jsonl file
MOST_MAPPED = 1 << 38  # bytes of a safetensors file, which is memory-mapped


def opened(path: Path, limit: int) -> IO[bytes]:
    """Opens a regular file of at most `limit` bytes in binary mode. Open every file with this function: reading a pipe
    could block, and reading a device might never end."""
    file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0)))
    about = os.fstat(file.fileno())
    regular = stat.S_ISREG(about.st_mode)
    if regular and about.st_size <= limit:
        return file
    file.close()
    raise FileError(f"{path}: {f'more than {limit} bytes' if regular else 'not a regular file'}, so it was not read")


def _decoded(data: bytes, path: Path, begin: int = 0) -> str:
    """Decodes bytes that start at offset `begin` of the file, without the byte order mark."""
    try:
        return data.decode("utf-8").removeprefix("" if begin else "\ufeff")
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: not a text file in UTF-8 ({error.reason} at byte {begin + error.start})") from None


def _text(path: Path) -> str:
    with opened(path, MOST_TEXT) as file:
        return re.sub("\r\n?", "\n", _decoded(file.read(MOST_TEXT), path))


def _lines(path: Path) -> Iterator[str]:
    """The lines of a file, except a last line without a newline."""
    begin = 0
    with opened(path, MOST_LINES) as file:
        for line in iter(lambda: file.readline(MOST_TEXT), b""):
            if line.endswith(b"\n"):
                yield _decoded(line, path, begin)
            elif len(line) == MOST_TEXT:
                raise FileError(f"{path}: a line has more than {MOST_TEXT} bytes, so it was not read")
            begin += len(line)


def _json(text: str, path: Path, line: int | None = None) -> Any:
    """Parses JSON: one line of a file, or the whole file if `line` is None."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise FileError(f"{path}:{line or error.lineno}: not JSON ({error.msg})") from None
    except (ValueError, RecursionError):
        raise FileError(f"{path}:{line or 1}: JSON with thousands of digits or brackets, so it was not read") from None


def read_json(path: Path) -> Row:
    """Reads a JSON file that holds one object, as a dict."""
    value = _json(_text(path), path)
    if not is_object(value):
        raise FileError(f"{path}: expected a JSON object")
    return value


def read_jsonl(path: Path) -> list[Row]:
    """Reads a file with one JSON object per line, as a list of dicts. None stands for NaN and infinity, which the
    program writes as null.

    Runs append to these files. If the last line has no newline, it is still being written and is skipped.
    """
    rows: list[Row] = []
    for number, line in enumerate(_lines(path), 1):
        row = _json(line, path, number)
        if not is_object(row):
            raise FileError(f"{path}:{number}: expected a JSON object")
        rows.append(row)
    return rows


def read_more(path: Path, begin: int) -> tuple[list[Row], int]:
    """Returns the objects of a .jsonl file from offset `begin` on, and the offset of the next line. `begin` must be the
    start of a line. If the file has become shorter, reading continues at its end."""
    with opened(path, MOST_LINES) as file:
        file.seek(min(begin, os.fstat(file.fileno()).st_size))
        begin = file.tell()
        lines, end, _ = file.read().rpartition(b"\n")
    rows = [_json(_decoded(line, path), path) for line in lines.split(b"\n")] if end else []
    return rows, begin + len(lines + end)


def scalar(text: str) -> Any:
    """Parses a value of config.yaml: a bool, an int, a float or a str. A quoted value is always a str."""
    if text[:1] == '"':
        return json.loads(text)
    if re.fullmatch("'.*'", text):
        return text[1:-1].replace("''", "'")
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        if re.fullmatch(r"[-+]?[0-9][0-9.]*(e[-+]?[0-9]+)?", text):
            try:
                return kind(text)
            except ValueError:
                pass
    return text


def read_config(path: Path) -> dict[str, Any]:
    """Reads a config.yaml that lengthen wrote, as a dict from full names ("model.width") to values."""
    return parse_config(path, _text(path))


def parse_config(path: Path, text: str) -> dict[str, Any]:
    config: dict[str, Any] = {}
    for number, line in enumerate(text.split("\n"), 1):  # splitlines would also split at U+2028 and the like
        if not line.strip() or line.startswith("#"):
            continue
        name, colon, value = line.partition(":")
        if not colon or not re.fullmatch(r"[A-Za-z_0-9.]+", name):
            raise FileError(f"{path}:{number}: expected 'name: value', found '{line[:60]}'")
        try:
            config[name] = scalar(value.strip())
        except json.JSONDecodeError as error:
            raise FileError(f"{path}:{number}: a quoted value has no end or a wrong escape ({error.msg})") from None
    return config


# Supported dtypes: parameters are F32 or F64; the tokens of a probe are integers.
KINDS = {"F32": "<f4", "F64": "<f8", "I32": "<i4", "I64": "<i8"}


def read_header(path: Path, file: IO[bytes]) -> tuple[dict[str, Any], int, int]:
    """The header of an open safetensors file, the offset of the data, and the size of the file."""
    size, first = os.fstat(file.fileno()).st_size, file.read(8)
    length = struct.unpack("<Q", first)[0] if len(first) == 8 else size
    if length > size - 8:
        raise FileError(f"{path}: not a safetensors file, or truncated: {size} bytes hold no header")
    if length > MOST_TEXT:
        raise FileError(f"{path}: its header has {length} bytes, expected at most {MOST_TEXT}")
    try:
        header = json.loads(file.read(length))
    except (ValueError, RecursionError):
        raise FileError(f"{path}: not a safetensors file: its header is not JSON") from None
    if not is_object(header):
        raise FileError(f"{path}: not a safetensors file: its header is not a JSON object")
    return header, 8 + length, size


def is_size(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _placed(path: Path, name: str, entry: Any) -> tuple[str, Sequence[int], int, int]:
    """The dtype, shape, begin and end of an array, checked for consistency."""
    try:
        kind, shape, (begin, end) = entry["dtype"], entry["shape"], entry["data_offsets"]
        if not isinstance(kind, str) or not is_list(shape) or not all(map(is_size, [*shape, begin, end])):
            raise ValueError
    except (KeyError, TypeError, ValueError):
        raise FileError(f"{path}: array {name}: expected dtype, shape and two data_offsets") from None
    if kind not in KINDS:
        raise FileError(f"{path}: array {name}: type {kind} is not among {', '.join(KINDS)}")
    wanted = math.prod(shape) * numpy.dtype(KINDS[kind]).itemsize
    if end - begin != wanted:
        raise FileError(f"{path}: array {name}: shape {shape} of {kind} needs {wanted} bytes, found {end - begin}")
    return kind, shape, begin, end


def read_safetensors(path: Path) -> dict[str, NDArray[Any]]:
    """Reads a safetensors file as a dict of read-only arrays. They are memory-mapped: data is read when it is accessed.

    The file is an 8-byte length, a JSON header of that length, and the data. The arrays must fill the data without gaps.
    """
    with opened(path, MOST_MAPPED) as file:
        header, start, size = read_header(path, file)
        data = numpy.memmap(file, numpy.uint8, "r")
    header.pop("__metadata__", None)
    placed = {name: _placed(path, name, entry) for name, entry in header.items()}
    reached = 0
    for name, (_, _, begin, end) in sorted(placed.items(), key=lambda item: item[1][2:]):
        if begin != reached:
            raise FileError(f"{path}: array {name}: begins at byte {begin} of the data, expected {reached}")
        reached = end
    if start + reached != size:
        raise FileError(f"{path}: expected {start + reached} bytes, found {size}: the file is truncated or has extra bytes")
    return {name: _shaped(path, name, data[start + begin : start + end].view(KINDS[kind]), shape)
            for name, (kind, shape, begin, end) in placed.items()}


def _shaped(path: Path, name: str, numbers: NDArray[Any], shape: Sequence[int]) -> NDArray[Any]:
    try:
        return numbers.reshape(shape)
    except ValueError as error:  # 33 axes, or an empty array with an axis of 2^70
        raise FileError(f"{path}: array {name}: NumPy does not support this shape ({error})") from None
