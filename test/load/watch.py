"""watch.py: functions that the load tests share. They watch a process from outside (Linux), and print lines of a
report."""
import os
import platform
import sys
import time


def memory(pid):
    """Resident memory in MB; None: the process has ended."""
    try:
        with open(f"/proc/{pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except (OSError, IndexError):
        return None


def descriptors(pid):
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return None


def watch(process, every):
    """Samples (seconds, MB) until the process ends."""
    began, samples = time.monotonic(), []
    while process.poll() is None:
        now = memory(process.pid)
        if now:
            samples.append((time.monotonic() - began, now))
        time.sleep(every)
    return samples


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} processors, Linux {platform.release()}"


def report(**numbers):
    """A line for doc/reliability.md."""
    print("command:", " ".join(sys.argv))
    print("machine:", machine())
    for name, value in numbers.items():
        print(f"{name.replace('_', ' ')}: {value}")
