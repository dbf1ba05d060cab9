#!/usr/bin/env python3
"""fuzz_server.py URL [REQUESTS [CLIENTS [SEED]]]: tests the server of a sweep with a stream of damaged requests, then
with many clients at once. The damage depends only on the seed. Prints the answers. Fails if the server exits, if it
returns a page for a damaged request that it should refuse, or if it does not serve all clients."""
import collections
import random
import socket
import sys
import threading
from urllib.parse import urlsplit

PATHS = ["/", "/api/page", "/api/sweep", "/api/events", "/api/../../etc/passwd", "/%2e%2e/manifest.jsonl", "//", "/\x00"]
HEADERS = ["Accept: */*", "Connection: keep-alive", "Content-Length: 5", "Content-Length: -1", "Transfer-Encoding: chunked",
           "Expect: 100-continue", "Range: bytes=0-1", "X: " + "y" * 20000, "Host: elsewhere", "Cookie: a=b", ": ", "\x00\x01"]


def connect(at):
    s = socket.create_connection((at.hostname, at.port), timeout=20)
    s.settimeout(20)
    return s


def whole(at, path, method="GET"):
    return f"{method} {path} HTTP/1.1\r\nHost: {at.hostname}:{at.port}\r\n"


def damaged(at, rng):
    """A request with an error: in its first line, its headers, its bytes, or its end."""
    method = rng.choice(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get", "G" * 5000, ""])
    text = whole(at, rng.choice(PATHS) + rng.choice(["", "?" + "q" * rng.randrange(9000), "/x", "#f"]), method)
    for _ in range(rng.randrange(6)):
        text += rng.choice(HEADERS) + rng.choice(["\r\n", "\n", "\r", "\r\n\r\n"])
    data = bytearray((text + "\r\n" + rng.choice(["", "hello", "0\r\n\r\n"])).encode("latin-1"))
    for _ in range(rng.randrange(4)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data[:rng.randrange(len(data) + 1)]) if rng.random() < 0.3 else bytes(data)


def first_line(s):
    """The status of an answer, or "none" if the server closes the connection. A request without an end also gives
    "none", because the server waits."""
    try:
        s.settimeout(0.1)
        got = s.recv(4096)
    except (socket.timeout, ConnectionError):
        return "none"
    words = got.split(b" ")
    return words[1].decode("latin-1") if len(words) > 1 and got.startswith(b"HTTP/1.") else "none"


def fuzz(at, count, seed):
    seen = collections.Counter()
    for i in range(count):
        s = connect(at)
        try:
            s.sendall(damaged(at, random.Random(f"{seed} {i}")))
            s.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        seen[first_line(s)] += 1
        s.close()
    return seen


def body_of(at, path):
    """A complete answer, read to its end."""
    s = connect(at)
    s.sendall((whole(at, path) + "Connection: close\r\n\r\n").encode())
    got = b""
    while piece := s.recv(65536):
        got += piece
    s.close()
    head, _, body = got.partition(b"\r\n\r\n")
    length = [int(x.split(b":")[1]) for x in head.split(b"\r\n") if x.lower().startswith(b"content-length")]
    return body if head.startswith(b"HTTP/1.1 200 ") and length == [len(body)] else None


def client(at, number, ready, results):
    """One client. Every second client listens to events all the time; all other clients read each page once."""
    try:
        listener = connect(at)
        if number % 2 == 0:
            listener.sendall((whole(at, "/api/events") + "\r\n").encode())
            first = listener.recv(4096)
            good = first.startswith(b"HTTP/1.1 200 ")
        else:
            good = True
        ready.wait(60)
        if number % 2:
            good = all(body_of(at, path) for path in ["/", "/api/page", "/api/sweep"])
        results[number] = good
        listener.close()
    except (OSError, threading.BrokenBarrierError) as why:
        results[number] = why


def crowd(at, count):
    ready, results = threading.Barrier(count), [None] * count
    threads = [threading.Thread(target=client, args=(at, i, ready, results)) for i in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    for bad in {str(r) for r in results if r is not True}:
        print("a client failed:", bad, file=sys.stderr)
    return sum(r is True for r in results)


def main(url, requests=500, clients=200, seed=1):
    at = urlsplit(url)
    page = body_of(at, "/")
    seen = fuzz(at, int(requests), seed)
    print("answers:", " ".join(sorted(k for k in seen)), file=sys.stderr)
    unknown = [k for k in seen if k not in ("none", "100", "200", "400", "403", "404", "405", "413", "414", "431", "501", "505")]
    served = crowd(at, int(clients))
    print(f"{requests} damaged requests, then {served} of {clients} clients served")
    if unknown or served != int(clients) or page is None or body_of(at, "/") != page:
        sys.exit(f"the server no longer serves all clients or the same page; unexpected answers: {unknown}")


if __name__ == "__main__":
    main(*sys.argv[1:])
