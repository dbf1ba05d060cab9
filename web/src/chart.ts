// One chart, drawn by uPlot. A read-out has the values under the cursor or at the right end. Dragging, keys and buttons
// zoom. Zooming calls Plot.zoom instead of changing the chart, because neighbouring charts share the range and the
// page's address stores it.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { WHOLE, type Range } from "./address";
import { alpha, dashes, faint, ink, line as visible } from "./colour";
import { align } from "./curves";
import type { Metric } from "./data";
import { h, replaceChildren, soon } from "./dom";
import { extent } from "./extent";
import type { Series } from "./lines";
import { pointsOf, sample } from "./marks";
import { axisTitle, full, number, sign } from "./metric";
import { decades, labelled, wholeSteps } from "./ticks";

export interface Plot {
    title: string;
    note: string; // beside the title
    xName: string;
    xWhole: boolean; // x values are integers
    xNote?: string; // after the name at the axis
    metric: Metric;
    trained: number; // longest training length, marked by a dashed line; 0: none
    chance: number | null; // score of guessing, marked by a dotted line; null: none
    series: Series[];
    yWhole: [low: number, high: number]; // the y axis without zoom, in the unit
    logarithmic: { x: boolean; y: boolean };
    x: Range; // to show
    y: Range;
    zoom: (x: Range) => void; // called to change the x range
    open: (series: Series) => void; // called to show the runs of a line
}

const tick = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

const HEIGHT = 300;
const MOST_VALUES = 12; // values of a line in the read-out; for a line with more runs, it shows minimum and maximum
const MOST_FADED = 200; // if there are more lines, pointing at a line does not fade the others
const MOST_READ = 2000; // most points of a line at which the widths of values are measured
export const MOST_BANDS = 4; // if there are more lines, only the band of the line near the cursor is shown

// For each series, the indices of all series of its line.
function linesOf(series: Series[]): number[][] {
    const lines = new Map<number, number[]>();
    return series.map((s, k) => {
        const own = lines.get(s.line) ?? [];
        own.push(k);
        lines.set(s.line, own);
        return own;
    });
}

export class Chart {
    readonly element = h("figure", { class: "chart" });
    private plot?: uPlot;
    private readout = h("div", { class: "readout" });
    private target = h("div", {
        class: "canvas",
        tabindex: 0,
        role: "img",
        onkeydown: ((e: KeyboardEvent) => this.key(e)) as EventListener,
    });
    private title = h("figcaption");
    private data!: Plot;
    private lines: number[][] = []; // see linesOf
    private widths: number[] = []; // of each series: characters of its longest value
    private xWhole: [first: number, last: number] = [1, 2];
    private near: number | null = null; // uPlot's column of the line near the cursor
    private first: number[] = []; // of each series: the index of its column in uPlot's data

    constructor() {
        const button = (label: string, text: string, act: () => void) =>
            h("button", { type: "button", "aria-label": label, title: label, onclick: act }, text);
        this.element.append(
            h(
                "div",
                { class: "bar" },
                this.title,
                button("Zoom in", "+", () => this.scale(0.5)),
                button("Zoom out", "−", () => this.scale(2)),
                button("Show all", "↔", () => this.reset()),
            ),
            this.target,
            this.readout,
        );
        const fit = soon(() => this.plot?.setSize({ width: this.target.clientWidth, height: HEIGHT }));
        new ResizeObserver(fit).observe(this.target);
    }

    // Draws the chart again. If keys have set the cursor, it stays at its place.
    update(plot: Plot): void {
        const before = this.plot?.cursor.idx;
        const at = before == null ? undefined : this.plot!.data[0][before];
        this.data = plot;
        this.title.replaceChildren(plot.title, plot.note && " ", plot.note && h("span", { class: "note" }, plot.note));
        this.target.setAttribute("aria-label", this.summary());
        this.plot?.destroy();
        this.plot = undefined;
        if (!plot.series.length) {
            this.target.replaceChildren(h("p", { class: "note" }, "Nothing has been measured here yet."));
            this.readout.replaceChildren();
            return;
        }
        this.target.replaceChildren();
        this.lines = linesOf(plot.series);
        this.xWhole = this.xs();
        const columns = this.columns(); // before options(), which needs `first`
        this.plot = new uPlot(this.options(), columns as uPlot.AlignedData, this.target);
        this.openOnClick(this.plot.over);
        this.widths = plot.series.map((_, k) => this.widest(k));
        const index = at === undefined ? -1 : this.plot.data[0].indexOf(at);
        const kept = index >= 0 && document.activeElement === this.target;
        if (kept) queueMicrotask(() => this.put(index)); // once uPlot has its scales
        this.read();
    }

    // Are bands drawn only for the line near the cursor?
    get hidesBands(): boolean {
        return this.data.series.length > MOST_BANDS && this.data.series.some((s) => s.low);
    }

    remove(): void {
        this.plot?.destroy();
        this.element.remove();
    }

    private summary(): string {
        const { title, xName, metric, series } = this.data;
        const ends = series.slice(0, 12).map((s) => `${s.label} ends at ${full(metric, s.ys[s.ys.length - 1])}`);
        return `${title}: ${metric.title} by ${xName}. ${ends.join(", ")}. Arrow keys move the cursor, plus and minus zoom, 0 shows all.`;
    }

    private columns(): (number | null)[][] {
        this.first = [];
        const columns = this.data.series.flatMap((s) => {
            this.first.push(this.first.length ? this.next : 1);
            this.next = this.first[this.first.length - 1] + (s.low ? 3 : 1);
            const main = { xs: s.xs, ys: s.ys };
            return s.low && s.high ? [main, { xs: s.xs, ys: s.high }, { xs: s.xs, ys: s.low }] : [main];
        });
        return align(columns).map((column, i) =>
            i === 0 ? column : column.map((y) => (y === null ? null : this.data.metric.scale * y)),
        );
    }
    private next = 1;

    private options(): uPlot.Options {
        const series: uPlot.Series[] = [{}];
        const bands: uPlot.Band[] = [];
        const crowded = this.data.series.length > MOST_BANDS;
        const mains = new Set(this.first);
        for (const [k, s] of this.data.series.entries()) {
            const colour = visible(s.colour);
            series.push({
                stroke: s.thin ? alpha(colour, 0.75) : colour,
                width: s.thin ? 1 : 2,
                dash: dashes[s.dash % dashes.length],
                spanGaps: true,
                points: pointsOf(s, k / this.data.series.length),
            });
            if (!s.low) continue;
            const edge = { stroke: "transparent", width: 0, spanGaps: true, points: { show: false } };
            const own = series.length - 1;
            const fill = () => (crowded && own !== this.near ? "transparent" : alpha(colour, 0.16));
            bands.push({ series: [series.length, series.length + 1], fill });
            series.push(edge, edge);
        }
        const axis: uPlot.Axis = {
            stroke: ink(),
            grid: { stroke: faint(), width: 1 },
            ticks: { stroke: faint(), width: 1 },
            values: (_, splits) => splits.map((x) => (x === null ? "" : tick.format(x))),
        };
        const { logarithmic, xName, xWhole, xNote } = this.data;
        const xLabel = xNote ? `${xName}; ${xNote}` : xName;
        const powers: uPlot.Axis = {
            splits: (_, _axis, low, high) => decades(low, high),
            filter: (_, splits) => labelled(splits),
        };
        return {
            width: Math.max(this.target.clientWidth, 200),
            height: HEIGHT,
            series,
            bands,
            legend: { show: false },
            cursor: {
                sync: { key: this.data.xName, scales: ["x", null] },
                drag: { x: true, y: false, setScale: false },
                focus: {
                    prox: 24,
                    dist: (_, column, _i, value, cursor) => (mains.has(column) ? cursor - value : Infinity),
                },
            },
            focus: { alpha: this.data.series.length > MOST_FADED ? 1 : 0.35 }, // 1: no redrawing
            scales: {
                x: { time: false, range: () => this.xRange(), distr: logarithmic.x ? 3 : 1 },
                y: { range: this.yRange(), distr: logarithmic.y ? 3 : 1 },
            },
            axes: [
                { ...axis, ...(xWhole && { incrs: wholeSteps }), ...(logarithmic.x && powers), label: xLabel, labelSize: 22, size: 38 },
                {
                    ...axis,
                    ...(logarithmic.y && powers),
                    label: axisTitle(this.data.metric),
                    labelSize: 22,
                    size: (_, values) => 18 + 7 * Math.max(4, extent((values ?? []).map((v) => v.length))[1]),
                },
            ],
            hooks: {
                drawAxes: [(u) => this.marks(u)],
                setCursor: [() => this.read()],
                setSeries: [(_, near) => this.pointAt(near)],
                setSelect: [(u) => this.dragged(u)],
            },
        };
    }

    // The x range of all points.
    private xs(): [first: number, last: number] {
        const above = this.data.logarithmic.x ? 0 : -Infinity;
        const [first, last] = extent(this.data.series.flatMap((s) => s.xs), above);
        return first <= last ? [first, last] : [1, 2];
    }

    private xRange(): [low: number, high: number] {
        const [first, last] = this.xWhole;
        const low = this.data.x[0] ?? first;
        const high = this.data.x[1] ?? last;
        const good = low > 0 || !this.data.logarithmic.x ? low : Math.min(first, high / 2);
        return high > good ? [good, high] : [good, good + 1];
    }

    private yRange(): [low: number, high: number] {
        const { logarithmic, y } = this.data;
        const [least, most] = this.data.yWhole;
        const low = y[0] === null || (logarithmic.y && y[0] <= 0) ? least : y[0];
        const high = y[1] ?? most;
        return high > low ? [low, high] : [low, low + 1];
    }

    // Draws the lines of the longest training length and of the score of guessing.
    private marks(u: uPlot): void {
        const { left, top, width, height } = u.bbox;
        const { ctx } = u;
        ctx.save();
        ctx.strokeStyle = ink();
        ctx.globalAlpha = 0.55;
        ctx.lineWidth = devicePixelRatio;
        const stroke = (dash: number[], x0: number, y0: number, x1: number, y1: number) => {
            ctx.setLineDash(dash.map((d) => d * devicePixelRatio));
            ctx.beginPath();
            ctx.moveTo(x0, y0);
            ctx.lineTo(x1, y1);
            ctx.stroke();
        };
        const x = u.valToPos(this.data.trained, "x", true);
        if (this.data.trained > 0 && x > left && x < left + width) stroke([8, 5], x, top, x, top + height);
        const y = this.data.chance === null ? -1 : u.valToPos(this.data.metric.scale * this.data.chance, "y", true);
        if (y > top && y < top + height) stroke([2, 4], left, y, left + width, y);
        ctx.restore();
    }

    // A click on a line opens its runs; the end of a drag does not count as a click.
    private openOnClick(over: HTMLElement): void {
        let from = [0, 0];
        over.addEventListener("mousedown", (e) => (from = [e.clientX, e.clientY]));
        over.addEventListener("click", (e) => {
            const series = this.near === null ? undefined : this.data.series[this.first.indexOf(this.near)];
            const still = Math.hypot(e.clientX - from[0], e.clientY - from[1]) < 4;
            if (series && still) this.data.open(series);
        });
    }

    private pointAt(near: number | null): void {
        this.near = near;
        if (this.plot) this.plot.over.style.cursor = near === null ? "" : "pointer";
    }

    private dragged(u: uPlot): void {
        const { left, width } = u.select;
        if (width < 4) return;
        this.ask(u.posToVal(left, "x"), u.posToVal(left + width, "x"));
        u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    }

    // Zooms to a range. The ends of a wide range are rounded to integers. An end at or beyond the end of the data
    // becomes null.
    private ask(from: number, to: number): void {
        const [first, last] = this.xWhole;
        const fine = to - from < 10;
        const round = (x: number) => (fine ? Number(x.toPrecision(4)) : Math.round(x));
        this.data.zoom([from <= first ? null : round(from), to >= last ? null : round(to)]);
    }

    private reset(): void {
        this.data.zoom(WHOLE);
    }

    private scale(factor: number): void {
        const u = this.plot;
        if (!u) return;
        const [low, high] = this.xRange();
        const middle = u.cursor.idx == null ? (low + high) / 2 : u.data[0][u.cursor.idx];
        const half = ((high - low) / 2) * factor;
        this.ask(middle - half, middle + half);
    }

    private key(event: KeyboardEvent): void {
        const u = this.plot;
        if (!u || event.ctrlKey || event.metaKey || event.altKey) return;
        const step = event.shiftKey ? 10 : 1;
        const acts: Record<string, () => void> = {
            ArrowRight: () => this.move(step),
            ArrowLeft: () => this.move(-step),
            "+": () => this.scale(0.5),
            "=": () => this.scale(0.5),
            "-": () => this.scale(2),
            "0": () => this.reset(),
            Escape: () => this.reset(),
        };
        if (!acts[event.key]) return;
        acts[event.key]();
        event.preventDefault();
    }

    private move(by: number): void {
        const u = this.plot!;
        const xs = u.data[0];
        const [min] = this.xRange();
        const [low, high] = [xs.findIndex((x) => x >= min), this.end()];
        const to = u.cursor.idx == null ? (by > 0 ? low : high) : u.cursor.idx + by;
        const at = Math.min(Math.max(to, low), high);
        this.put(at);
    }

    private put(at: number): void {
        const u = this.plot;
        if (!u) return;
        u.setCursor({ left: u.valToPos(u.data[0][at], "x"), top: u.over.clientHeight / 2 });
    }

    // The index of the last point shown.
    private end(): number {
        const xs = this.plot!.data[0];
        const [, high] = this.xRange();
        let at = xs.length - 1;
        while (at > 0 && xs[at] > high) at--;
        return at;
    }

    // Fills the read-out with names, which open the runs of their lines, and with values under the cursor or at the
    // end. Values have a fixed width, so that nothing below the read-out moves with the cursor.
    private read(): void {
        const u = this.plot;
        if (!u) return;
        const i = u.cursor.idx ?? this.end();
        const place = `${this.data.xName} ${Math.round(10 * u.data[0][i]) / 10}`;
        const entries = this.data.series.map((_, k) => this.lines[k][0] === k && this.entry(k, this.valueOf(k, i)));
        replaceChildren(this.readout, h("span", { class: "place" }, place), entries, this.marksNamed());
    }

    // Is a value in the range of the y axis?
    private shows(value: number): boolean {
        const [low, high] = this.yRange();
        return value >= low && value <= high;
    }

    // Entries of the read-out for the lines that marks() draws.
    private marksNamed(): HTMLElement[] {
        const { trained, chance, metric } = this.data;
        const [first, last] = this.xRange();
        const entry = (kind: string, text: string) => h("span", { class: "mark" }, h("i", { class: kind }), text);
        return [
            ...(trained >= first && trained > 0 && trained <= last ? [entry("trained", `longest training length, ${trained}`)] : []),
            ...(chance !== null && this.shows(metric.scale * chance) ? [entry("chance", `chance, ${full(metric, chance)}`)] : []),
        ];
    }

    private widest(k: number): number {
        if (this.lines[k][0] !== k) return 1; // only the first series of a line has an entry
        const { length } = this.plot!.data[0];
        let most = 1;
        for (let i = 0; i < length; i += Math.ceil(length / MOST_READ)) most = Math.max(most, this.valueOf(k, i).length);
        return Math.min(most, 40);
    }

    private valueOf(k: number, i: number): string {
        const { metric } = this.data;
        const at = (column: number) => {
            const value = this.plot!.data[column][i];
            return value == null ? "–" : number(metric, value / metric.scale);
        };
        const same = this.lines[k];
        if (same.length > MOST_VALUES) {
            const [least, greatest] = extent(same.map((j) => this.plot!.data[this.first[j]][i] ?? null));
            return least > greatest ? "–" : [least, greatest].map((y) => number(metric, y / metric.scale)).join("–");
        }
        if (same.length > 1) return same.map((j) => at(this.first[j])).join(" ");
        const first = this.first[k];
        if (this.plot!.data[first][i] == null) return "–";
        const range = this.data.series[k].low ? ` (${at(first + 2)}–${at(first + 1)})` : "";
        return `${at(first)}${sign(metric)}${range}`;
    }

    private entry(k: number, value: string): HTMLElement {
        const s = this.data.series[k];
        const runs = () => this.lines[k].flatMap((j) => this.data.series[j].runs);
        return h(
            "button",
            { type: "button", class: "name", onclick: () => this.data.open({ ...s, runs: runs() }) },
            sample(s),
            h("span", {}, s.label || "all runs", s.note && " ", s.note && h("span", { class: "note" }, `[${s.note}]`)),
            " ",
            h("b", { style: `min-width:${this.widths[k]}ch` }, value),
        );
    }
}
