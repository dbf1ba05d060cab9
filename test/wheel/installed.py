"""installed.py: run by installed.sh: tests the Python package with NumPy and matplotlib only."""
import ctypes
import glob
import importlib.metadata
import os

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

import lengthen

library = ctypes.CDLL(glob.glob(os.path.join(os.path.dirname(lengthen.__file__), "lib", "liblengthen.so.*"))[0])
library.lg_version.restype = ctypes.c_char_p
assert library.lg_version().decode() == importlib.metadata.version("lengthen")

run = lengthen.Run("runs/quick")
assert run.score > 0.5 and run.model()["embedding.weight"].ndim == 2
if hasattr(lengthen, "train"):
    trained = lengthen.train(preset="quick", out="runs/python")
    assert trained.eval == run.eval, "train() gives other numbers than the command"
    rows = list(trained.evaluate(lengths=[5, 20]))  # in this process
    assert [row["length"] for row in rows] == [5, 20]
    trained.plot()
    print("ok      wheel: train, evaluate and plot in Python")
else:
    plt.plot([row["length"] for row in run.eval], [row["token_accuracy"] for row in run.eval])
plt.savefig("curve.svg")
assert os.path.getsize("curve.svg") > 1000
print("ok      wheel: the package, with matplotlib")
