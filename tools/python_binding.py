#!/usr/bin/env python3
"""python_binding.py LIBRARY [check]

Generates the parts of the Python package that are derived from headers and the library's lists: _library.py (types and
functions of include/lengthen.h, and the functions of src/api/ in CALLED), _declared.py (options) and __init__.pyi
(tools/python_stub.pyi with every option as a parameter). With "check" it compares the files instead, and also compares
sizes and offsets of every struct with those of the C compiler.
"""
import argparse
import ctypes
import os
import re
import subprocess
import sys
import tempfile

from pycparser import c_ast, c_parser

root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
package = os.path.join(root, "python", "lengthen")
INCLUDES = ["-I", os.path.join(root, "include"), "-I", os.path.join(root, "src")]
HEADERS = ["include/lengthen.h", "src/api/catalogue.h", "src/api/analysis.h", "src/api/machine.h"]
# Functions of src/api that the package calls. They are not part of the stable interface, but library and package always
# have the same version.
CALLED = """lg_config_set_list lg_run_eval_check lg_bench lg_axis_count lg_axis_at lg_choice_count lg_choice_at
lg_choice_options lg_choice_option lg_stream_axis_count lg_stream_axis_at lg_common_option_count lg_common_option
lg_second_name_count lg_second_name_at""".split()

# ---- the headers ----

# The parts of standard headers that the declarations need.
STANDARD = {"stdbool.h": "typedef _Bool bool;", "stddef.h": "typedef unsigned long size_t;",
            "stdint.h": "typedef signed char int8_t; typedef unsigned char uint8_t; typedef int int32_t; "
                        "typedef unsigned int uint32_t; typedef long int64_t; typedef unsigned long uint64_t;"}
PLAIN = {"bool": "c_bool", "size_t": "c_size_t", "uint8_t": "c_uint8", "int32_t": "c_int32", "uint32_t": "c_uint32",
         "int64_t": "c_int64", "uint64_t": "c_uint64", "int": "c_int", "long": "c_long", "double": "c_double",
         "float": "c_float", "char": "c_char"}


def preprocessed():
    with tempfile.TemporaryDirectory() as folder:
        for name, text in STANDARD.items():
            with open(os.path.join(folder, name), "w") as file:
                file.write(f"#ifndef H_{name[:-2]}\n#define H_{name[:-2]}\n{text}\n#endif\n")
        lines = "".join(f'#include "{os.path.join(root, name)}"\n' for name in HEADERS)
        return subprocess.run(["cpp", "-P", "-nostdinc", "-U__GNUC__", "-I", folder, *INCLUDES], input=lines,
                              capture_output=True, text=True, check=True).stdout


def public_text():
    """The text of the installed headers."""
    texts = []
    for name in ("lengthen.h", "lengthen/core.h", "lengthen/metric.h"):
        with open(os.path.join(root, "include", name)) as file:
            texts.append(file.read())
    return "".join(texts)


class Declarations:
    """Types and functions of the headers, in their order, as lines of Python."""

    def __init__(self):
        self.constants, self.lines, self.functions, self.structs = {}, [], {}, []
        self.enums, self.opaque, self.callbacks = set(), set(), set()
        self.needed = {}  # lines of types of src/api, which are written only if used
        text = public_text()
        for name, value in re.findall(r"^#define (LG_[A-Z_]+) +(\d+)\b", text, re.M):
            self.constants[name] = int(value)
        self.public = set(re.findall(r"\blg_[a-z0-9_]+", text))
        for node in c_parser.CParser().parse(preprocessed()).ext:
            self.read(node)

    def number(self, node):
        if isinstance(node, c_ast.Constant):
            return int(node.value)
        if isinstance(node, c_ast.ID):
            return self.constants[node.name]
        a, b = self.number(node.left), self.number(node.right)
        return {"+": a + b, "*": a * b, "-": a - b}[node.op]

    def read_enum(self, node, name):
        value = -1
        for member in node.values.enumerators:
            value = self.number(member.value) if member.value else value + 1
            self.constants[member.name] = value
        if name:
            self.enums.add(name)

    def function_type(self, node):
        arguments = [self.of(p.type, argument=True) for p in node.args.params] if node.args else []
        return self.of(node.type), [] if arguments == ["None"] else arguments

    def of(self, node, argument=False):
        """The ctypes expression of a type."""
        if isinstance(node, (c_ast.TypeDecl, c_ast.Typename, c_ast.Decl)):
            return self.of(node.type)
        if isinstance(node, c_ast.IdentifierType):
            return self.named(" ".join(node.names))
        if isinstance(node, c_ast.ArrayDecl):
            inner = self.of(node.type)
            return f"POINTER({inner})" if argument else f"{inner} * {self.number(node.dim)}"
        if isinstance(node, c_ast.PtrDecl):
            if isinstance(node.type, c_ast.FuncDecl):
                result, arguments = self.function_type(node.type)
                return f"CFUNCTYPE({', '.join([result, *arguments])})"
            inner = self.of(node.type)
            return {"None": "c_void_p", "c_char": "c_char_p"}.get(inner, f"POINTER({inner})") \
                if inner not in self.opaque else "c_void_p"
        raise NotImplementedError(type(node))

    def named(self, name):
        if name == "void":
            return "None"
        return PLAIN[name] if name in PLAIN else "c_int" if name in self.enums else name

    def add(self, name, line, text):
        """Adds the lines of a type; those of src/api are written only if used."""
        if name in self.public:
            self.need(text)
            self.lines.append(line)
        else:
            self.needed[name] = (line, text)

    def need(self, text):
        for name in re.findall(r"\blg_[a-z0-9_]+", text):
            if name in self.needed:
                line, inner = self.needed.pop(name)
                self.need(inner)
                self.lines.append(line)

    def read_struct(self, node, name):
        if node.decls is None:
            self.opaque.add(name)
            return
        fields = [(d.name, self.of(d.type)) for d in node.decls]
        body = ", ".join(f'("{field}", {kind})' for field, kind in fields)
        line = wrapped(f"    _fields_ = [{body}]", 16, " (")
        self.add(name, f"class {name}(Structure):\n{line}", body)
        self.structs.append((name, [field for field, _ in fields]))

    def read(self, node):
        inner = node.type.type if isinstance(node.type, c_ast.TypeDecl) else node.type
        if isinstance(inner, c_ast.Enum):
            self.read_enum(inner, node.name)
        elif isinstance(node, c_ast.Typedef) and isinstance(inner, c_ast.Struct):
            self.read_struct(inner, node.name)
        elif isinstance(node, c_ast.Typedef) and node.name not in PLAIN and isinstance(node.type, c_ast.PtrDecl):
            text = self.of(node.type)
            self.callbacks.add(node.name)
            self.add(node.name, f"{node.name} = {text}", text)
        elif isinstance(node, c_ast.Typedef) and isinstance(inner, c_ast.IdentifierType):
            PLAIN.setdefault(node.name, self.of(inner))
        elif isinstance(node.type, c_ast.FuncDecl) and (node.name in self.public or node.name in CALLED):
            result, arguments = self.function_type(node.type)
            text = f"({result}, [{', '.join(arguments)}])"
            self.need(text)
            self.functions[node.name] = text
        elif isinstance(node, c_ast.Decl) and isinstance(inner, c_ast.Struct) and node.name is None:
            self.read_struct(inner, inner.name)


def wrapped(line, indent, blank=" "):
    """The line, broken at `blank` to fit 120 columns."""
    rows = []
    while len(line) > 120:
        at = line.rfind(blank, 0, 120)
        rows.append(line[:at])
        line = " " * indent + line[at + 1 :]
    return "\n".join([*rows, line])


def library_text(d):
    functions = "\n".join(wrapped(f'    "{name}": {text},', 8) for name, text in d.functions.items())
    constants = "\n".join(f"{name} = {value}" for name, value in d.constants.items() if name in public_text())
    types = d.lines[0]
    for before, line in zip(d.lines, d.lines[1:]):
        types += ("\n\n\n" if "class" in (before[:5], line[:5]) else "\n") + line
    used = sorted(set(re.findall(r"\b(?:CFUNCTYPE|POINTER|Structure|c_[a-z0-9_]+)\b", types + functions)) | {"CDLL"})
    version = ".".join(str(d.constants[f"LG_VERSION_{part}"]) for part in ("MAJOR", "MINOR", "PATCH"))
    return f'''"""Types and functions of lengthen.h, for ctypes. Written by tools/python_binding.py (make binding)."""
{wrapped("from ctypes import (" + ", ".join(used) + ")", 20)}
from typing import Any

VERSION = "{version}"

{constants}

{types}


# Result and arguments of each function.
FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {{
{functions}
}}


def declare(library: CDLL) -> CDLL:
    """Declares the types of the functions of a library that ctypes has opened."""
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library
'''


# ---- sizes and offsets of structs ----


def check_layout(d, binding):
    """Compares sizes and offsets of structs with those of the C compiler, which needs only the headers."""
    structs = [(name, fields) for name, fields in d.structs if hasattr(binding, name)]
    lines = "".join(f'#include "{os.path.join(root, name)}"\n' for name in HEADERS)
    lines += "#include <stdio.h>\nint main(void) {\n"
    for name, fields in structs:
        lines += f'    printf("{name} %zu\\n", sizeof({name}));\n'
        for field in fields:
            lines += f'    printf("{name}.{field} %zu\\n", offsetof({name}, {field}));\n'
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "layout")
        subprocess.run([os.environ.get("CC", "cc"), *INCLUDES, "-x", "c", "-", "-o", program], input=lines + "}\n",
                       text=True, check=True)
        told = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split("\n")
    wanted = []
    for name, fields in structs:
        kind = getattr(binding, name)
        wanted.append(f"{name} {ctypes.sizeof(kind)}")
        wanted += [f"{name}.{field} {getattr(kind, field).offset}" for field in fields]
    differing = [f"{a!r} of C, {b!r} of the binding" for a, b in zip(told, wanted) if a != b]
    return [f"_library.py: {line}" for line in differing] + [f"layout: {len(wanted)} of {len(told) - 1}"] * (
        len(wanted) != len(told) - 1), len(structs)


# ---- options ----


class Option:
    """An option or an axis from the library's lists."""

    def __init__(self, x, kind=None, choices=None):
        names = [(name, getattr(x, name).decode()) for name, _ in x._fields_]
        self.__dict__.update(names)
        self.help = self.help if kind is None else self.summary
        self.axis = kind is not None
        self.type = kind or self.type
        self.choices = choices if self.axis else self.choices.split()
        self.bounds = "" if self.axis else self.bounds


def listed(count, at):
    return [at(i) for i in range(count())]


def options_of(library):
    """All options by name: axes, options of every run, options of choices, and the same for separate streams."""
    choices = listed(library.lg_choice_count, library.lg_choice_at)
    seconds = listed(library.lg_second_name_count, library.lg_second_name_at)
    found = {}

    def add(option):
        found.setdefault(option.name, option)

    for axis in listed(library.lg_axis_count, library.lg_axis_at):
        add(Option(axis, "name", [x.name.decode() for x in [*choices, *seconds] if x.axis == axis.name]))
    for option in listed(library.lg_common_option_count, library.lg_common_option):
        add(Option(option))
    streams = [(x.name, x.name.split(b".")[1]) for x in listed(library.lg_stream_axis_count, library.lg_stream_axis_at)]
    for x in choices:
        for axis in [x.axis, *(stream for stream, of in streams if of == x.axis)]:
            for i in range(library.lg_choice_options(axis, x.name)):
                add(Option(library.lg_choice_option(axis, x.name, i)))
    return found


def declared_text(options):
    lines = "".join(f'    "{o.name}": "{o.flag}",\n' for o in options.values())
    return '"""Options of the library, with their short names. Written by tools/python_binding.py."""\n' \
           f"OPTIONS = {{\n{lines}}}\n"


# ---- the stub ----

TYPES = {"bool": "bool", "int": "int", "real": "float", "text": "Text", "lengths": "Lengths"}


def literal(words):
    return "Literal[" + ", ".join(f'"{word}"' for word in words) + "]"


def type_of(option):
    """The Python type of an option. Axes also accept lists by block, dicts of options, and formulas. The
    seed also accepts a list."""
    if option.axis:
        return f"{literal(option.choices)} | Text | Options | Formula"
    if option.type == "name":
        return literal(option.choices)
    if option.name == "train.seed":
        return "int | range | Sequence[int]"
    return "Text | Options" if option.name == "eval.with" else TYPES[option.type]


def keywords_of(option, short):
    """The names of an option as a keyword; short: for an encoding's options, without `encoding`."""
    names = [option.flag] if option.flag and option.flag != option.name else []
    if short and option.name.startswith("encoding.") and not option.flag:
        names.append(option.name.partition(".")[2])
    return [*names, option.name.replace(".", "_")]


def doc_of(option):
    facts = [option.bounds] * bool(option.bounds) + ["default " + (option.fallback or "none")]
    return f"{option.help} ({'; '.join(facts)})"


EVALUATED = r"(eval|positions|mask|scale|encoding|data)\.|(positions|mask|scale|protocol|threads)$"
GROUPS = {"OPTIONS": ".", "OPTIONS_OF_EVALUATE": EVALUATED, "OPTIONS_OF_ENCODING": r"(?!encoding$)",
          "OPTIONS_OF_SAMPLE": r"data\.|curriculum|eval\.lengths|train\.seed"}


def expanded(head, indent, group, options):
    """Parameters for a group of options, as text, and a list of their documentation."""
    taken = set(re.findall(r"(\w+): ", head))
    every = {name for option in options.values() for name in keywords_of(option, False)}
    parameters, words = [], []
    for option in options.values():
        if not re.match(GROUPS[group], option.name):
            continue
        short = group == "OPTIONS_OF_ENCODING"
        names = [n for n in keywords_of(option, short)
                 if n not in taken and (not short or n not in every or n in keywords_of(option, False))]
        parameters += [f"{indent}{name}: {type_of(option)} | None = ...,\n" for name in names]
        words += [f"{name}: {doc_of(option)}" for name in names[:1]]
    return "".join(parameters), words


def stub_text(options):
    with open(os.path.join(root, "tools", "python_stub.pyi")) as file:
        text = file.read()
    axes = {name: type_of(options[name.lower()]) for name in ("DATA", "ENCODING")}
    axes["AXES"] = literal(name for name, option in options.items() if option.axis)
    for name, kind in axes.items():
        text = re.sub(rf"\b{name}\b", lambda _: kind, text)

    def signature(match):
        indent, head, group, result, doc = match.groups()
        parameters, words = expanded(head, indent + "    ", group, options)
        head = head if head.rstrip().endswith(",") else head + ", "
        star = "" if re.search(r"\*,", head) else f"{indent}    *,\n"
        first = doc.strip().strip('"') if doc else "See Run.evaluate."
        inner = "" if first.startswith("As above") else "".join(f"{indent}    {line}\n" for line in words)
        doc = f"{first}\n\n{inner}{indent}    " if inner else first
        return f'{indent}def {head.rstrip()}\n{star}{parameters}{indent}) -> {result}:\n{indent}    """{doc}"""\n'

    # Matches def NAME(HEAD **options: GROUP) -> RESULT: with its docstring or "..."
    pattern = r'^( *)def (\w+\((?:(?!\bdef\b).)*?)\*\*options: (OPTIONS\w*),?\s*\) -> ([^\n]*?):(?: \.\.\.)?\n' \
              r'?( +"""[^\n]*\n|\n)'
    text = re.sub(pattern, signature, text, flags=re.M | re.S)
    return '"""Written by tools/python_binding.py (make binding) of tools/python_stub.pyi."""\n' + text


def main(library, *mode):
    d = Declarations()
    texts = {"_library.py": library_text(d)}
    binding = {}
    exec(compile(texts["_library.py"], "_library.py", "exec"), binding)
    loaded = binding["declare"](ctypes.CDLL(os.path.abspath(library)))
    options = options_of(loaded)
    texts.update({"_declared.py": declared_text(options), "__init__.pyi": stub_text(options)})
    if mode != ("check",):
        for name, text in texts.items():
            with open(os.path.join(package, name), "w") as file:
                file.write(text)
        return 0
    stale = []
    for name, text in texts.items():
        with open(os.path.join(package, name)) as file:
            if file.read() != text:
                stale.append(f"python/lengthen/{name} is out of date; run make binding")
    differing, structs = check_layout(d, argparse.Namespace(**binding))
    print("\n".join([*stale, *differing]) or f"{len(texts)} files, {structs} structs")
    return bool(stale or differing)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
