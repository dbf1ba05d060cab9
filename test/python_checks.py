"""What the tests of the package of Python share."""
import json
import signal
import subprocess


def told(*words):
    """What the program prints with --json, as a list."""
    lines = subprocess.run(["lengthen", *words, "--json"], check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in lines.splitlines()]


def bytes_of(path):
    with open(path, "rb") as file:
        return file.read()


def heed_interrupts():
    """In a child: what runs in the background of a shell ignores them, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
