// What a chart draws: for a panel (one label of an axis), a line for each label of another axis.
import { band, decode, type Line } from "./curves";
import type { Page } from "./data";
import { bestRun, chosen, groups, type Fixed } from "./group";

export const sources = ["input length", "training step", "seconds of training"] as const;
export const modes = ["mean and band over seeds", "best run", "every seed"] as const;

export interface Series extends Line {
    label: string;
    choice: number; // of the axis of lines: its colour
    low?: number[]; // a band around it
    high?: number[];
    runs: number[];
    thin?: boolean; // one of several seeds
}

export interface View {
    panels: number; // axes; -1: none
    lines: number;
    source: number; // index of sources
    mode: number; // index of modes
    fixed: Fixed;
}

// Points of one run; nothing where there is none.
function pointsOf(page: Page, run: number, source: number): Line {
    if (source === 0) {
        const ys = page.curves[run] ? [...decode(page.curves[run])] : [];
        return { xs: page.bins.first.slice(0, ys.length).map((x, i) => (x + page.bins.last[i]) / 2), ys };
    }
    const points = page.runs.progress[run] ?? [];
    return { xs: points.map((p) => p[source - 1] as number), ys: points.map((p) => p[2] ?? NaN) };
}

// The mean of several runs, point by point; those of training steps stand at the same tests.
function meanOf(page: Page, runs: number[], source: number): Omit<Series, "label" | "choice" | "runs"> {
    const lines = runs.map((run) => pointsOf(page, run, source)).filter((line) => line.xs.length);
    if (!lines.length) return { xs: [], ys: [] };
    const xs =
        source === 2
            ? band(lines.map((line) => line.xs)).mean
            : lines.reduce((a, b) => (b.xs.length > a.xs.length ? b : a)).xs;
    const { mean, low, high } = band(lines.map((line) => line.ys));
    return { xs, ys: mean, ...(lines.length > 1 && { low, high }) };
}

// The lines of one label (`choice`) of the axis of lines: one, or one for each seed.
export function seriesOf(page: Page, cell: number[], choice: number, view: View): Series[] {
    const label = view.lines < 0 ? "all runs" : page.axes[view.lines].choices[choice].label;
    const group = chosen(page, groups(page, cell, view.panels, view.lines, view.fixed));
    if (!group) return [];
    const has = (run: number) => pointsOf(page, run, view.source).xs.length > 0;
    const runs = group.runs.filter(has);
    if (view.mode === 0) return runs.length ? [{ label, choice, runs, ...meanOf(page, runs, view.source) }] : [];
    const shown = view.mode === 1 ? [bestRun(page, runs) ?? runs[0]].filter((run) => run !== undefined) : runs;
    return shown.map((run) => ({
        label,
        choice,
        runs: [run],
        thin: view.mode === 2,
        ...pointsOf(page, run, view.source),
    }));
}
