// One chart: uPlot with a read-out that names what is under the cursor, zoom by dragging, by keys and by buttons.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { alpha, dashes, faint, ink, line as visible, stripes } from "./colour";
import { align } from "./curves";
import type { Metric } from "./data";
import { h, soon } from "./dom";
import type { Series } from "./lines";
import { axisRange, axisTitle, full, sign } from "./metric";

export interface Plot {
    title: string;
    note: string; // beside it
    xName: string;
    metric: Metric;
    trained: number; // a dashed line there; 0: none
    chance: number | null; // and one at this value of the metric
    series: Series[];
    open: (series: Series) => void; // the reader wants to know what stands behind a line
}

const HEIGHT = 300;
export const MOST_BANDS = 4; // with more lines, only the band of the line near the cursor is shown

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
    private zoom?: { min: number; max: number };
    private near: number | null = null; // the line that the cursor is near to
    private first: number[] = []; // of each series: its column in uPlot's data

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

    // Draws anew, with the zoom that there was.
    update(plot: Plot): void {
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
        this.plot = new uPlot(this.options(), this.columns() as uPlot.AlignedData, this.target);
        this.openOnClick(this.plot.over);
        if (this.zoom) this.plot.setScale("x", this.zoom);
        this.read();
    }

    // Has it bands that are drawn only where the reader points?
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
        const lines = this.data.series.flatMap((s) => {
            this.first.push(this.first.length ? this.next : 1);
            this.next = this.first[this.first.length - 1] + (s.low ? 3 : 1);
            const main = { xs: s.xs, ys: s.ys };
            return s.low && s.high ? [main, { xs: s.xs, ys: s.high }, { xs: s.xs, ys: s.low }] : [main];
        });
        return align(lines).map((column, i) =>
            i === 0 ? column : column.map((y) => (y === null ? null : this.data.metric.scale * y)),
        );
    }
    private next = 1;

    private options(): uPlot.Options {
        const series: uPlot.Series[] = [{}];
        const bands: uPlot.Band[] = [];
        const crowded = this.data.series.length > MOST_BANDS;
        for (const s of this.data.series) {
            const colour = visible(s.colour);
            const few = s.xs.length <= 60 && !s.thin;
            series.push({
                stroke: s.thin ? alpha(colour, 0.75) : colour,
                width: s.thin ? 1 : 2,
                dash: dashes[s.dash % dashes.length],
                spanGaps: true,
                points: { show: few, size: 5, fill: colour },
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
        };
        return {
            width: Math.max(this.target.clientWidth, 200),
            height: HEIGHT,
            series,
            bands,
            legend: { show: false },
            cursor: {
                sync: { key: this.data.xName, scales: ["x", null] },
                focus: {
                    prox: 24,
                    dist: (_, column, _i, value, cursor) => (this.first.includes(column) ? cursor - value : Infinity),
                },
            },
            focus: { alpha: 0.35 },
            scales: { x: { time: false }, y: { range: this.range(), distr: this.data.metric.logarithmic ? 3 : 1 } },
            axes: [
                { ...axis, label: this.data.xName, labelSize: 22, size: 38 },
                { ...axis, label: axisTitle(this.data.metric), labelSize: 22, size: 46 },
            ],
            hooks: {
                drawAxes: [(u) => this.marks(u)],
                setCursor: [() => this.read()],
                setSeries: [(_, near) => this.pointAt(near)],
                setScale: [(u, key) => key === "x" && this.zoomed(u)],
            },
        };
    }

    private range(): [low: number, high: number] {
        return axisRange(
            this.data.metric,
            this.data.series.flatMap((s) => [...s.ys, ...(s.high ?? [])]),
        );
    }

    // The longest length of training, and what guessing scores.
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

    // A click on a line opens what stands behind it; the end of a drag is none.
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

    private zoomed(u: uPlot): void {
        const { min, max } = u.scales.x;
        const xs = u.data[0];
        const all = min === undefined || max === undefined || (min! <= xs[0] && max! >= xs[xs.length - 1]);
        this.zoom = all ? undefined : { min: min!, max: max! };
    }

    private reset(): void {
        const xs = this.plot?.data[0];
        if (xs) this.plot!.setScale("x", { min: xs[0], max: xs[xs.length - 1] });
    }

    private scale(factor: number): void {
        const u = this.plot;
        if (!u) return;
        const { min = 0, max = 1 } = u.scales.x as { min: number; max: number };
        const [first, last] = [u.data[0][0], u.data[0][u.data[0].length - 1]];
        const middle = u.cursor.idx == null ? (min + max) / 2 : u.data[0][u.cursor.idx];
        const half = ((max - min) / 2) * factor;
        u.setScale("x", { min: Math.max(first, middle - half), max: Math.min(last, middle + half) });
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
        const { min, max } = u.scales.x as { min: number; max: number };
        const [low, high] = [
            xs.findIndex((x) => x >= min),
            xs.length - 1 - [...xs].reverse().findIndex((x) => x <= max),
        ];
        const at = Math.min(Math.max((u.cursor.idx ?? low) + by, low), high);
        u.setCursor({ left: u.valToPos(xs[at], "x"), top: u.over.clientHeight / 2 });
    }

    // Names, and values under the cursor; each name opens what stands behind its line.
    private read(): void {
        const u = this.plot;
        if (!u) return;
        const i = u.cursor.idx;
        const place = i == null ? "" : `${this.data.xName} ${Math.round(10 * u.data[0][i]) / 10}`;
        const seen = new Set<number>();
        const entries = this.data.series.flatMap((s, k) => {
            if (s.thin && seen.has(s.line)) return [];
            seen.add(s.line);
            return [this.entry(s, i == null ? undefined : this.valueOf(k, i))];
        });
        this.readout.replaceChildren(h("span", { class: "place" }, place || "point at the chart"), ...entries);
    }

    private valueOf(k: number, i: number): string {
        const { metric } = this.data;
        const at = (column: number) => this.plot!.data[column][i]?.toFixed(metric.digits) ?? "–";
        const same = this.data.series.map((s, j) => ({ s, j })).filter(({ s }) => s.line === this.data.series[k].line);
        if (same.length > 1) return same.map(({ j }) => at(this.first[j])).join(" ");
        const first = this.first[k];
        if (this.plot!.data[first][i] == null) return "–";
        const range = this.data.series[k].low ? ` (${at(first + 2)}–${at(first + 1)})` : "";
        return `${at(first)}${sign(metric)}${range}`;
    }

    private entry(s: Series, value: string | undefined): HTMLElement {
        const runs = this.data.series.filter((other) => other.line === s.line).flatMap((other) => other.runs);
        return h(
            "button",
            { type: "button", class: "name", onclick: () => this.data.open({ ...s, runs }) },
            h("i", { style: `background:${stripes(visible(s.colour), s.dash)}` }),
            s.label || "all runs",
            s.note && h("span", { class: "note" }, ` [${s.note}]`),
            value !== undefined && h("b", {}, ` ${value}`),
        );
    }
}
