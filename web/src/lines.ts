// Points and styles of the lines of a chart: one line for each combination of labels.
import { markAfter, marks, palette } from "./colour";
import { band, decode, type Line } from "./curves";
import type { Page } from "./data";
import { extent } from "./extent";
import { bestRuns, choiceOf, chosen, groups, type Combination, type Layout } from "./group";

export const sources = ["input length", "training step", "seconds of training"] as const;
/** Names the records on which scores by training step or time are measured; "" for scores by length. */
export function recordsOf(page: Page, source: number): string {
    const on = source > 0 ? page.runs.validated : "";
    return on && `scores on ${on}`;
}
export const modes = ["mean and range", "best run", "every run"] as const;

export interface Style {
    colour: string;
    dash: number;
    mark: number;
}

export interface Series extends Line, Style {
    label: string;
    note: string; // the labels chosen by results: "lr 1e-3"
    line: number; // number of the line; all runs of a line have the same number
    low?: number[]; // the band around the line
    high?: number[];
    runs: number[];
    thin?: boolean; // the line of one run beside other runs of the same combination
}

// All values of lines and bands with x in from..to.
export function* valuesOf(series: Series[], from = -Infinity, to = Infinity): Generator<number> {
    for (const { xs, ys, low, high } of series)
        for (let i = 0; i < xs.length; i++) {
            if (xs[i] < from || xs[i] > to) continue;
            yield ys[i];
            if (low && high) yield low[i], yield high[i];
        }
}

export interface View {
    layout: Layout;
    source: number; // index of sources
    mode: number; // index of modes
}

// ---- how lines are drawn ----

// The axis whose labels have the most different colours, as an index into `axes`.
function hueOf(page: Page, axes: number[], lines: Combination[]): number {
    const colours = axes.map((a, i) => new Set(lines.map((c) => page.axes[a].choices[c.labels[i]].colour)).size);
    return colours.indexOf(extent(colours)[1]);
}

// Lines become solid if all have the same dash and they differ in colour.
function withoutCommonDash(styles: Style[]): Style[] {
    const distinct = (key: keyof Style) => new Set(styles.map((style) => style[key])).size;
    const plain = distinct("dash") === 1 && distinct("colour") > 1;
    return plain ? styles.map((style) => ({ ...style, dash: 0 })) : styles;
}

// If lines have the same colour, mark and dash, they get unused colours, then other marks. Lines that differ only in
// their dash keep their colour, because a dash has a separate meaning, as in the report's figures.
function toldApart(styles: Style[]): Style[] {
    const free = palette.filter((colour) => !styles.some((style) => style.colour === colour));
    const looks = new Map<string, Style>(); // by original colour and mark, and the number of earlier lines like this
    const used = new Set<string>(); // colours and marks of `looks`
    const lookOf = (style: Style) => `${style.colour} ${style.mark}`;
    const another = (style: Style): Style => {
        const colour = free.shift();
        if (colour) return { ...style, colour, mark: palette.indexOf(colour) };
        const all = marks.map((_, round) => ({ ...style, mark: markAfter(style.mark, round) }));
        return all.find((look) => !used.has(lookOf(look))) ?? style;
    };
    const counts = new Map<string, number>();
    return styles.map((style) => {
        const own = lookOf(style);
        const rank = counts.get(`${own} ${style.dash}`) ?? 0;
        counts.set(`${own} ${style.dash}`, rank + 1);
        const key = `${own} ${rank}`;
        const look = looks.get(key) ?? (rank ? another(style) : style);
        looks.set(key, look);
        used.add(lookOf(look));
        return { ...look, dash: style.dash };
    });
}

// Lines of one axis that share a colour, such as positions of one encoding, keep their dashes and get unused colours.
function recoloured(styles: Style[]): Style[] {
    const free = palette.filter((colour) => !styles.some((style) => style.colour === colour));
    const seen = new Set<string>();
    return styles.map((style) => {
        const colour = seen.has(style.colour) ? free.shift() : undefined;
        seen.add(style.colour);
        return colour ? { ...style, colour, mark: palette.indexOf(colour) } : style;
    });
}

// Styles of lines. If the lines are the report's columns, they have the styles of the report's figures. Otherwise the
// axis with the most colours sets the colour of a line, by the line's label. Another axis, whose labels differ in the
// dash, sets the dash.
export function stylesOf(page: Page, axes: number[], lines: Combination[]): Style[] {
    const asked = new Map(page.columns.map((column) => [column.labels.join(), column]));
    const styleOf = (a: number, label: number): Style => {
        const { colour, dash, mark } = page.axes[a].choices[label];
        return { colour, dash, mark };
    };
    if (axes.join() === page.selection.columns.join() && lines.every((c) => asked.has(c.key)))
        return lines.map((c) => asked.get(c.key)!);
    if (!axes.length) return lines.map(() => ({ colour: "#0072B2", dash: 0, mark: 0 }));
    if (axes.length === 1) return recoloured(withoutCommonDash(lines.map((c) => styleOf(axes[0], c.labels[0]))));
    const hue = hueOf(page, axes, lines);
    const differs = axes.map((a, i) => new Set(lines.map((c) => styleOf(a, c.labels[i]).dash)).size > 1);
    const dashed = differs.findIndex((is, i) => is && (i !== hue || differs.lastIndexOf(true) === hue));
    const dashOf = (c: Combination) => (dashed < 0 ? 0 : styleOf(axes[dashed], c.labels[dashed]).dash);
    return toldApart(lines.map((c) => ({ ...styleOf(axes[hue], c.labels[hue]), dash: dashOf(c) })));
}

// ---- points ----

// The points of one run; may be empty.
function pointsOf(page: Page, run: number, source: number): Line {
    if (source === 0) {
        const ys = page.curves[run] ? [...decode(page.curves[run], page.metric)] : [];
        return { xs: page.bins.first.slice(0, ys.length).map((x, i) => (x + page.bins.last[i]) / 2), ys };
    }
    const points = page.runs.progress[run] ?? [];
    return { xs: points.map((p) => p[source - 1] as number), ys: points.map((p) => p[2] ?? NaN) };
}

// The mean of several runs, point by point. By training time, x is the mean time of each validation.
function meanOf(page: Page, runs: number[], source: number): Line & Pick<Series, "low" | "high"> {
    const lines = runs.map((run) => pointsOf(page, run, source)).filter((line) => line.xs.length);
    if (!lines.length) return { xs: [], ys: [] };
    const xs =
        source === 2
            ? band(lines.map((line) => line.xs)).mean
            : lines.reduce((a, b) => (b.xs.length > a.xs.length ? b : a)).xs;
    const { mean, low, high } = band(lines.map((line) => line.ys));
    return { xs, ys: mean, ...(lines.length > 1 && { low, high }) };
}

// ---- series ----

// The series of line number `line` in a panel: a single one for the mean or for the best run, or one for each run.
export function seriesOf(
    page: Page,
    cell: number[],
    { label }: Combination,
    line: number,
    style: Style,
    view: View,
): Series[] {
    const { layout, source, mode } = view;
    const measured = (runs: number[]) => runs.filter((run) => pointsOf(page, run, source).xs.length > 0);
    const taken = measured(chosen(page, groups(page, cell, layout))?.runs ?? []);
    const best = mode === 1 ? measured(bestRuns(page, cell, layout)) : [];
    const runs = mode !== 1 ? taken : best.length ? best : taken.slice(0, 1);
    if (!runs.length) return [];
    const { colour, dash, mark } = style;
    const common = { label, note: choiceOf(page, layout, runs), line, colour, dash, mark };
    if (mode !== 2) return [{ ...common, runs, ...meanOf(page, runs, source) }];
    return runs.map((run) => ({ ...common, runs: [run], thin: true, ...pointsOf(page, run, source) }));
}
