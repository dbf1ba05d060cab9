"""hatch_build.py: the build hook of Hatchling for the wheel and the source archive (pyproject.toml).

The wheel contains python/lengthen, the presets, and the library and program that `make package` links. The source
archive also contains the files that protoc-c and Node.js generate, in generated/.
"""
import glob
import os
import re
import shutil
import subprocess
import sysconfig

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # tests of missing() do not need Hatchling
    BuildHookInterface = object

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAMS = {"make": "make", "pkg-config": "pkg-config"}
HEADERS = {"Random123/philox.h": "librandom123-dev", "unistr.h": "libunistring-dev"}  # without files for pkg-config


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def header_version():
    numbers = dict(re.findall(r"#define LG_VERSION_(MAJOR|MINOR|PATCH) (\d+)", read("include", "lengthen.h")))
    return ".".join(numbers[part] for part in ("MAJOR", "MINOR", "PATCH"))


def succeeds(*command):
    nowhere = subprocess.DEVNULL
    return subprocess.run(command, stdin=nowhere, stdout=nowhere, stderr=nowhere, check=False).returncode == 0


def missing():
    """Requirements of the build that this machine lacks: (name, Debian package)."""
    programs = dict(PROGRAMS)
    compiler = os.environ.get("CC", "gcc").split()
    programs[compiler[0]] = compiler[0]
    programs[re.sub("gcc", "g++", re.sub("clang", "clang++", compiler[0]))] = "g++"
    if not os.path.isdir(os.path.join(ROOT, "generated")):
        programs["protoc-c"] = "protobuf-c-compiler"
    for program, package in programs.items():
        if shutil.which(program) is None:
            yield program, package
    libraries = re.search("^LIBRARIES := (.*)$", read("Makefile"), re.MULTILINE).group(1).split()
    for library in [*libraries, "sentencepiece", "libmicrohttpd"]:
        if shutil.which("pkg-config") is None or not succeeds("pkg-config", "--exists", library):
            yield library, f"lib{library.removeprefix('lib')}-dev"
    for header, package in HEADERS.items():
        if shutil.which(compiler[0]) is None or not succeeds(*compiler, "-E", "-include", header, "-xc", os.devnull):
            yield header, package


def check():
    """Ends the build with a list of all missing requirements."""
    lacking = list(missing())
    if lacking:
        raise SystemExit(f"lengthen cannot be built here: {', '.join(what for what, _ in lacking)} not found.\n"
                         "On Debian or Ubuntu, install what is missing:\n"
                         f"    sudo apt-get install {' '.join(dict.fromkeys(package for _, package in lacking))}\n"
                         "Other systems have packages with similar names.")


def make(*targets):
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    alone = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    made = subprocess.run(["make", "-C", ROOT, f"-j{processors}", *targets], env=alone, check=False)
    if made.returncode:
        raise SystemExit(f"make {' '.join(targets)} failed: its output is above (pip install --verbose shows them)")


class CustomBuildHook(BuildHookInterface):
    """Builds with make, and chooses the files of wheel and archive."""

    def initialize(self, version, build_data):
        if self.target_name == "sdist":
            self._add_generated(build_data)
            return
        check()
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{re.sub('[.-]', '_', sysconfig.get_platform())}"
        if version == "editable":  # Python reads python/; the package finds library and program in build/release
            make("all", "shared")
            return
        make("package")
        for folder in ("lib", "bin"):
            for path in glob.glob(os.path.join(ROOT, "build", "release", "package", folder, "*")):
                build_data["force_include"][path] = f"lengthen/{folder}/{os.path.basename(path)}"
        # The library looks for presets beside itself.
        build_data["force_include"][os.path.join(ROOT, "presets")] = "lengthen/share/lengthen/presets"

    @staticmethod
    def _add_generated(build_data):
        folder = os.path.join(ROOT, "generated")
        if not os.path.isdir(folder):
            make("generated")
            folder = os.path.join(ROOT, "build", "generated")
        build_data["force_include"][folder] = "generated"
