"""Shared by the tests of the Python package."""
import json
import signal
import subprocess


def told(*words):
    """The program's output with --json, as a list."""
    lines = subprocess.run(["lengthen", *words, "--json"], check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in lines.splitlines()]


def bytes_of(path):
    with open(path, "rb") as file:
        return file.read()


def heed_interrupts():
    """Handles SIGINT again in a child process. Background processes of a shell ignore it, and their children inherit
    this."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
