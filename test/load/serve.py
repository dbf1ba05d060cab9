#!/usr/bin/env python3
"""serve.py PROGRAM [MINUTES [CLIENTS [SEED]]]: tests the server of a sweep under load. In each round the server gets
damaged requests and 200 clients; half of the clients listen to events (test/fuzz_server.py). Between rounds the server
must have as many descriptors as before the first round. Its memory in the second half of the rounds may exceed the
memory in the first half by at most 2 MB. Linux only."""
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from urllib.parse import urlsplit

import watch

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import fuzz_server  # noqa: E402

PLAN = "set: {train.steps: 100}\ngrid: {task: [even_pairs, bucket_sort], seed: 0..9}\n"
REQUESTS = 500  # of a round


def start(program, scratch):
    plan = pathlib.Path(scratch, "plan.yaml")
    plan.write_text(PLAN)
    sweep = pathlib.Path(scratch, "sweep")
    subprocess.run([program, "sweep", "plan", plan, "--out", sweep, "-q"], check=True, stdout=subprocess.DEVNULL)
    server = subprocess.Popen([program, "serve", sweep, "--port", "0", "-q"], stdout=subprocess.PIPE, text=True)
    return server, urlsplit(server.stdout.readline().strip())


def settled(pid, wanted):
    """Waits until the number of descriptors is this low, for at most a minute. The server closes hanging connections
    after half a minute."""
    for _ in range(120):
        if watch.descriptors(pid) <= wanted:
            break
        time.sleep(0.5)
    return watch.descriptors(pid)


def main(program, minutes="10", clients="200", seed="1"):
    with tempfile.TemporaryDirectory() as scratch:
        server, at = start(os.path.abspath(program), scratch)
        before, highest = watch.descriptors(server.pid), 0
        page, began = fuzz_server.body_of(at, "/"), time.monotonic()
        served, rounds, most, memory = 0, 0, [], []
        while rounds < 4 or time.monotonic() - began < 60 * float(minutes):
            fuzz_server.fuzz(at, REQUESTS, f"{seed} {rounds}")
            highest = max(highest, watch.descriptors(server.pid))
            served += fuzz_server.crowd(at, int(clients))
            rounds += 1
            most.append(settled(server.pid, before))
            memory.append(watch.memory(server.pid))
        same = fuzz_server.body_of(at, "/") == page
        server.terminate()
        status = server.wait(60)
        first, second = max(memory[:rounds // 2]), max(memory[rounds // 2:])
        watch.report(rounds=rounds, damaged_requests=rounds * REQUESTS, clients_served=f"{served} of {rounds * int(clients)}",
                     descriptors=f"{before} before, {max(most)} at most between rounds, {highest} at most after damaged requests",
                     memory=f"{first:.1f} MB at most in the first half, {second:.1f} MB in the second",
                     seconds=round(time.monotonic() - began), status=status)
        if served != rounds * int(clients) or not same or status != 0 or max(most) > before or second > first + 2:
            sys.exit("the server no longer works as before")


if __name__ == "__main__":
    main(*sys.argv[1:])
