"""events.py RUN...: reads the TensorBoard event file of each run directory and compares it with metrics.jsonl,
eval.jsonl and run.json. This reader uses only Python's standard library. It was written from the description of the
format, independently of the writer in C."""
import calendar
import glob
import json
import os
import struct
import sys
import time

METRICS = ["token_accuracy", "cross_entropy", "exact_match", "perplexity", "bits_per_token"]
EXPERIMENTAL = [name for name in os.environ.get("EXPERIMENTAL", "").split("|") if name]  # entries, including metrics
EXPERTS = [("expert_loss", "train/expert_loss"), ("dropped", "train/dropped")]
TRAIN = [("loss", "train/loss"), *EXPERTS, ("accuracy", "train/accuracy"), ("grad_norm", "train/grad_norm"),
         ("lr", "train/learning_rate"), ("length", "train/length")]


def fail(words):
    sys.exit("events.py: " + words)


def crc_table():
    table = []
    for n in range(256):
        for _ in range(8):
            n = (n >> 1) ^ 0x82F63B78 if n & 1 else n >> 1
        table.append(n)
    return table


TABLE = crc_table()


def masked(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = TABLE[(crc ^ byte) & 255] ^ (crc >> 8)
    crc ^= 0xFFFFFFFF
    return (((crc >> 15) | (crc << 17)) + 0xA282EAD8) & 0xFFFFFFFF


def records(data):
    """The payloads; every byte must belong to a complete record."""
    at = 0
    while at < len(data):
        if at + 12 > len(data):
            fail("a torn record")
        size, check = struct.unpack_from("<QI", data, at)
        if masked(data[at:at + 8]) != check:
            fail("the length at %d has a wrong checksum" % at)
        payload = data[at + 12:at + 12 + size]
        if at + 16 + size > len(data):
            fail("a torn record")
        if masked(payload) != struct.unpack_from("<I", data, at + 12 + size)[0]:
            fail("the record at %d has a wrong checksum" % at)
        yield payload
        at += 16 + size


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        at += 1
        shift += 7
        if data[at - 1] < 128:
            return value, at


def fields(data):
    """Number and value of each field of a protocol buffer."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 1:
            value, at = struct.unpack_from("<d", data, at)[0], at + 8
        elif kind == 5:
            value, at = struct.unpack_from("<f", data, at)[0], at + 4
        elif kind == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        else:
            fail("a field of unknown type %d" % kind)
        yield key >> 3, value


def read(path):
    """(seconds, step, [(tag, value)...]) for each event; the first has the version instead of the list."""
    with open(path, "rb") as f:
        data = f.read()
    for payload in records(data):
        event = dict(fields(payload))
        if 3 in event:
            yield event[1], event.get(2, 0), event[3].decode()
            continue
        pairs = [dict(fields(value)) for number, value in fields(event[5]) if number == 1]
        yield event[1], event[2], [(p[1].decode(), p[2]) for p in pairs]


def lines(path):
    if not os.path.exists(path):
        return []
    with open(path) as f:
        return [json.loads(line) for line in f]


def single(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


def metrics(line):
    return METRICS + [name for name in line if name in EXPERIMENTAL]


def wanted(run):
    """The expected contents of the file."""
    with open(run + "/run.json") as f:
        record = json.load(f)
    begun = calendar.timegm(time.strptime(record["started"], "%Y-%m-%dT%H:%M:%SZ"))
    yield begun, 0, "brain.Event:2"
    for line in lines(run + "/metrics.jsonl"):
        members = TRAIN if line["split"] == "train" else [(name, line["split"] + "/" + name) for name in metrics(line)]
        if "load" not in line:
            members = [x for x in members if x not in EXPERTS]
        told = [(tag, single(line[name])) for name, tag in members if line[name] is not None]
        if told:
            yield begun + line["t"], line["step"], told
    for line in lines(run + "/eval.jsonl"):
        yield begun + record["seconds"], line["length"], [
            ("test/%s_by_length" % name, single(line[name])) for name in metrics(line)]
    if record.get("score"):
        scores = record["score"]["scores"]
        yield begun + record["seconds"], record["step"], [
            ("test/" + name, single(scores[name])) for name in metrics(scores) if scores[name] is not None]


def check(run):
    found = glob.glob(glob.escape(run) + "/events.out.tfevents.*")
    if len(found) != 1:
        fail("%s: %d event files" % (run, len(found)))
    begun, host = os.path.basename(found[0])[len("events.out.tfevents."):].split(".", 1)
    there, right = list(read(found[0])), list(wanted(run))
    if int(begun) != right[0][0] or host != os.uname().nodename:
        fail("%s: the file name has %s, expected %s" % (run, begun, host))
    for number, (a, b) in enumerate(zip(there, right)):
        if abs(a[0] - b[0]) > 1e-6 or a[1:] != b[1:]:
            fail("%s: event %d is %s, expected %s" % (run, number, a, b))
    if len(there) != len(right):
        fail("%s: %d events, not %d" % (run, len(there), len(right)))
    tags = sorted({tag for event in there[1:] for tag, _ in event[2]
                   if tag.split("/")[1].replace("_by_length", "") not in EXPERIMENTAL})
    print("%s: %d events: %s" % (run, len(there), " ".join(tags)))


for name in sys.argv[1:]:
    check(name)
