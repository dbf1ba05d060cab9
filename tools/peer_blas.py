"""peer_blas.py: lets PyTorch multiply matrices as fast as it can here, for scripts that time it.

OpenBLAS chooses its kernels by the model of the processor. For one that it does not know it may choose kernels of much
older processors: 13 GFLOP/s were measured where 130 are possible, and a comparison would flatter us. OPENBLAS_CORETYPE
names other kernels, but a process has to start with it. `choose` therefore times a product of 1024 x 1024 matrices of
one thread in a process for each of a few core types, and starts the script again with the fastest. What was found
goes with the results.
"""
import json
import os
import subprocess
import sys

FOUND = "PEER_PRODUCT"  # a variable of the script that is started again; LENGTHEN_... would be an option
GAIN = 1.2  # another core type has to be so many times as fast as OpenBLAS's own choice
MEASURE = """
import time, torch
torch.set_num_threads(1)
a, b, best = torch.randn(1024, 1024), torch.randn(1024, 1024), float("inf")
for _ in range(12):
    start = time.process_time()
    a @ b
    best = min(best, time.process_time() - start)
print(2 * 1024**3 / best / 1e9)
"""


def candidates(flags):
    """Core types to try beside OpenBLAS's own choice, for a processor with these flags."""
    wide = ["SkylakeX"] if "avx512f" in flags else []
    return wide + (["Haswell", "Zen"] if "avx2" in flags else [])


def processor_flags():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next((line.split(":")[1].split() for line in lines if line.startswith("flags")), [])
    except OSError:
        return []


def measure(core_type):
    """GFLOP/s of one thread; None if the kernels of this core type do not run here. "": as OpenBLAS itself chooses."""
    environment = {**os.environ, **({"OPENBLAS_CORETYPE": core_type} if core_type else {})}
    done = subprocess.run([sys.executable, "-c", MEASURE], env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, check=False)
    return float(done.stdout) if done.returncode == 0 else None


def best(rates):
    """The core type to use, of GFLOP/s by core type: OpenBLAS's own choice ("") unless another one gains."""
    known = {core_type: rate for core_type, rate in rates.items() if rate is not None}
    fastest = max(known, key=known.get, default="")
    return fastest if known.get(fastest, 0) > GAIN * known.get("", 0) else ""


def choose():
    """Starts the script again with the best core type; in that one: {"core_type", "gflops", "own_gflops"}."""
    if FOUND in os.environ:
        return json.loads(os.environ[FOUND])
    rates = {core_type: measure(core_type) for core_type in ["", *candidates(processor_flags())]}
    if rates[""] is None:
        return None  # no PyTorch: the script says so
    core_type = best(rates)
    found = {"core_type": core_type, "gflops": round(rates[core_type], 1), "own_gflops": round(rates[""], 1)}
    if core_type:
        os.environ["OPENBLAS_CORETYPE"] = core_type
    os.environ[FOUND] = json.dumps(found)
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, *sys.argv])
