#!/usr/bin/env python3
"""roofline.py FILE: plots training steps and their phases under the roofline of this machine (Williams et al. 2009).

The figure plots GFLOP/s against FLOP per byte that ops read or write (a multiply-add is 2 FLOP). Two limits apply: peak
FLOP/s, and bandwidth times FLOP per byte. Every op is assumed to read and write each of its arrays once. Between ops
these arrays are in a core's cache, so the relevant bandwidth is that of the cache. The figure also shows the limit by
memory bandwidth. The distance between the limits of cache and memory is the gain from the cache. FILE ends in .svg,
.png or .pdf. The gnuplot script (.gp) and the data (.csv) are written beside FILE.

  bench/roofline.py roofline.svg
  bench/roofline.py roofline.svg --set task=reverse_string encoding=rope width=128 --length 40
"""
import csv
import os
import subprocess
import sys

import measure

TERMINALS = {".svg": "svg size 822,640 font 'sans-serif,14' background '#ffffff'", ".png": "pngcairo size 1644,1280 font 'sans-serif,14' fontscale 2 pointscale 2 linewidth 2", ".pdf": "pdfcairo size 8.22in,6.4in font 'sans-serif,14'"}
COLOURS = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"
X, Y = "multiply-adds x 2 per byte that ops read or write", "GFLOP/s"


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


def name_of(row):
    return f"{row['task']} {row['encoding']} width {row['width']} n {row['length']}"


def curves_of(rows):
    """Points (x, y, name) of each curve: whole steps, then phases."""
    curves = {"whole steps": []}
    for row in rows:
        if row["kind"] == "train":
            curves["whole steps"].append((row["intensity"], row["gflops"], name_of(row)))
        for phase in row.get("phases", []):
            if "gflops" in phase:
                curves.setdefault(phase["name"], []).append((phase["intensity"], phase["gflops"], name_of(row)))
    return curves


def limits_of(curves, peak):
    """Limits of the axes with room for all points. The limits of x are powers of two."""
    x, y = ([point[i] for points in curves.values() for point in points] for i in (0, 1))
    low, high, floor = 0.25, 16, peak / 8
    while max(x) > 0.6 * high:
        high *= 2
    while 0 < min(x) < 4 * low:
        low /= 2
    while 0 < min(y) < 2 * floor:
        floor /= 2
    return low, high, floor, 1.5 * peak


def roof(limits, bandwidth, peak):
    low, high, floor, _ = limits
    start = max(low, floor / bandwidth)
    return [(start, start * bandwidth, ""), (peak / bandwidth, peak, ""), (high, peak, "")]


def write_data(path, curves):
    with open(path, "w", newline="", encoding="utf-8") as file:
        to = csv.writer(file)
        to.writerow(["point"] + [f"{name}: {what}" for name in curves for what in (X, Y, "name")])
        for i in range(max(map(len, curves.values()))):
            to.writerow([i + 1] + [cell for points in curves.values()
                                   for cell in ([f"{points[i][0]:.9g}", f"{points[i][1]:.9g}", points[i][2]] if i < len(points)
                                                else ["", "", ""])])


def script_of(stem, ending, curves, limits, machine, peak, threads, precision):
    """The lines of the gnuplot script."""
    low, high, floor, top = limits
    data = quoted(stem + ".csv")
    yield "# A training step under the roofline. Make the picture again, in this folder: gnuplot " + stem + ".gp"
    yield from ("set encoding utf8", "set datafile separator comma", "set border 3 lw 1 lc rgb '#9a9a9a'",
                "set grid ytics lt 1 lw 0.7 lc rgb '#e4e4e4'", "set tics nomirror out scale 0.6 textcolor rgb '#444444'",
                "set key below maxrows 4 left reverse Left", "set logscale x 2", "set logscale y 10")
    yield f"set terminal {TERMINALS[ending]}"
    yield f"set output {quoted(stem + ending)}"
    under = f"{threads} thread{'s' * (threads > 1)} of {machine['cpu']}; {machine['kernels']} kernels, {precision}"
    yield f"set title {quoted('A training step under the roofline')}.\"\\n\".{quoted(under)} noenhanced"
    yield f"set xlabel {quoted(X)} textcolor rgb '#444444'"
    yield f"set ylabel {quoted(Y)} textcolor rgb '#444444'"
    yield f"set xrange [{low:g}:{high:g}]"
    yield f"set yrange [{floor:.9g}:{top:.9g}]"
    beside, clear = (high / low) ** 0.06, (top / floor) ** 0.035  # offsets of the labels of the limits, as factors
    for name in ("memory", "cache"):
        x, y, _ = curves[f"roof of the {name}"][0]
        yield (f"set label '{name}, {machine[name + '_bandwidth']:.0f} GB/s' at first {x * beside:.9g}, first "
               f"{y * beside / clear:.9g} offset 0.8,0 left textcolor rgb '#666666' noenhanced")
    knee = curves["roof of the cache"][1][0]
    yield (f"set label 'peak, {peak:.0f} GFLOP/s' at first {max(low, knee):.9g}, first {peak * clear:.9g} offset 0.8,0 left "
           "textcolor rgb '#666666' noenhanced")
    plots = []
    for i, name in enumerate(curves):
        look = ("with lines dashtype (9,5) lw 1.7 lc rgb '#9a9a9a'", "with lines lw 2 lc rgb '#9a9a9a'",
                "with points pt 6 ps 0.7 lc rgb '#000000'")
        look = look[i] if i < 3 else f"with points pt 7 ps 0.7 lc rgb '{COLOURS[(i - 3) % len(COLOURS)]}'"
        plots.append(f"{data} skip 1 using {3 * i + 2}:{3 * i + 3} {look} title {quoted(name)}")
    yield "plot " + ", \\\n     ".join(plots)


def draw(path, rows, machine):
    stem, ending = os.path.splitext(path)
    peak = rows[0]["peak_gflops"]
    points = curves_of(rows)
    limits = limits_of(points, peak)
    curves = {"roof of the memory": roof(limits, machine["memory_bandwidth"], peak),
              "roof of the cache": roof(limits, machine["cache_bandwidth"], peak), **points}
    folder, name = os.path.split(stem)
    try:
        write_data(stem + ".csv", curves)
        with open(stem + ".gp", "w", encoding="utf-8") as file:
            lines = script_of(name, ending, curves, limits, machine, peak, rows[0]["threads"], rows[0]["precision"])
            file.write("\n".join(lines) + "\n")
    except OSError as error:
        measure.fail(f"{error.filename}: {error.strerror}")
    try:
        subprocess.run(["gnuplot", name + ".gp"], cwd=folder or ".", check=True)
    except FileNotFoundError:
        print(f"roofline.py: gnuplot is missing: install it, then run `gnuplot {name}.gp` in {folder or '.'}", file=sys.stderr)
    except subprocess.CalledProcessError as error:
        measure.fail(f"gnuplot {name}.gp ended with status {error.returncode}")


def main():
    parser = measure.parser_of(__doc__)
    parser.add_argument("file", metavar="FILE", help="the picture: .svg, .png or .pdf")
    parser.add_argument("--length", type=measure.number(int, 0), metavar="N", help="only this length (10, 20, 40 and the mix)")
    asked = parser.parse_args()
    if os.path.splitext(asked.file)[1] not in TERMINALS:
        parser.error(f"{asked.file}: the name must end in .svg, .png or .pdf")
    if not os.path.isdir(os.path.dirname(asked.file) or "."):
        parser.error(f"{asked.file}: the folder {os.path.dirname(asked.file)} does not exist")
    length = [] if asked.length is None else ["--length", str(asked.length)]
    rows = measure.rows(asked.program, "--phases", "--seconds", str(asked.seconds), *length, *measure.flags_of(asked.settings))
    if hasattr(os, "sched_setaffinity"):  # measures bandwidth with the number of threads of the training steps
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:rows[0]["threads"]])
    draw(asked.file, rows, measure.machine(asked.program, measured=True))
    if asked.json:
        measure.print_lines(rows)


if __name__ == "__main__":
    main()
