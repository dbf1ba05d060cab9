// Selects the runs of a cell or line by the rule of the reports. On some axes, results choose the label: runs with the
// same labels on these axes form a group, and the group with the best mean score is shown.
import { State, type Pair, type Page } from "./data";
import { isBetter } from "./metric";
import { sorted } from "./sort";

// The role of each axis; every axis has one.
export interface Layout {
    panels: number[]; // a chart, or a row of the heat map, for each combination of labels
    lines: number[]; // a line, or a column of the heat map, for each combination
    mean: number[]; // averaged over
    best: number[]; // the label with the best score is chosen
    fixed: Record<number, number>; // by axis: the label that the reader has chosen
}

// One label of each of several axes.
export interface Combination {
    key: string;
    labels: number[];
    label: string; // "relative, randomized, blocks 2"
}

export interface Group {
    runs: number[];
    mean: number; // mean score; NaN: no run has ended
}

export const keyOf = (page: Page, axes: number[], run: number): string => axes.map((a) => page.runs.labels[a][run]).join();

const nameOf = (page: Page, axis: number, label: number): string => page.axes[axis].choices[label]?.label ?? "–";

// A label that is shown beside labels of other axes. Numbers and truth values get the name of their axis: "blocks 2".
export function wordOf(page: Page, axis: number, label: string): string {
    const bare = (/^[0-9.,:+eE-]+$/.test(label) && /[0-9]/.test(label)) || label === "true" || label === "false";
    return bare ? `${page.axes[axis].name.split(".").pop()} ${label}` : label;
}

export const labelOn = (page: Page, axis: number, run: number): string =>
    nameOf(page, axis, page.runs.labels[axis][run]);

// The labels of an axis that the report includes.
export const labelsKept = (page: Page, axis: number): number[] =>
    page.selection.kept[axis] ?? [...page.axes[axis].choices.keys()];

export const isKept = (page: Page, run: number): boolean =>
    page.selection.kept.every((labels, a) => !labels || labels.includes(page.runs.labels[a][run]));

export const keptRuns = (page: Page): number[] => [...page.runs.id.keys()].filter((run) => isKept(page, run));

// The runs that belong to some panel and line of the layout: they have the fixed labels, and a label on each axis of
// panels and lines.
export function placedRuns(page: Page, layout: Layout): number[] {
    const fixed = Object.entries(layout.fixed).map(([a, label]) => [Number(a), label]);
    const places = [...layout.panels, ...layout.lines];
    return keptRuns(page).filter(
        (run) =>
            fixed.every(([a, label]) => page.runs.labels[a][run] === label) &&
            places.every((a) => page.runs.labels[a][run] >= 0),
    );
}

// The combinations of labels that occur in these runs, sorted by the axes' labels. Without axes there is one
// combination of all runs. named: see wordOf.
export function combinations(page: Page, axes: number[], runs: number[], named = axes.length > 1): Combination[] {
    const found = new Map<string, number[]>();
    for (const run of runs) {
        const key = keyOf(page, axes, run);
        if (!found.has(key))
            found.set(
                key,
                axes.map((a) => page.runs.labels[a][run]),
            );
    }
    if (!axes.length) found.set("", []);
    const word = (axis: number, name: string) => (named ? wordOf(page, axis, name) : name);
    const words = (labels: number[]) => labels.map((l, i) => word(axes[i], nameOf(page, axes[i], l)));
    const order = (a: number[], b: number[]) => a.map((x, i) => x - b[i]).find((d) => d) ?? 0;
    return [...found]
        .sort(([, a], [, b]) => order(a, b))
        .map(([key, labels]) => ({ key, labels, label: words(labels).join(", ") }));
}

// Runs by key of panel and key of line.
export function cells(page: Page, layout: Layout): Map<string, Map<string, number[]>> {
    const result = new Map<string, Map<string, number[]>>();
    for (const run of placedRuns(page, layout)) {
        const [panel, line] = [keyOf(page, layout.panels, run), keyOf(page, layout.lines, run)];
        const row = result.get(panel) ?? result.set(panel, new Map()).get(panel)!;
        const cell = row.get(line);
        if (cell) cell.push(run);
        else row.set(line, [run]);
    }
    return result;
}

export const meanScore = (page: Page, runs: number[]): number => {
    const scores = runs.map((run) => page.runs.score[run]).filter((s): s is number => s !== null);
    return scores.length ? scores.reduce((a, b) => a + b) / scores.length : NaN;
};

// Runs sorted by score; runs without a score come last.
export const bestFirst = (page: Page, runs: number[]): number[] =>
    sorted(runs, (run) => page.runs.score[run], !page.metric.lower_is_better);

export const parted = (runs: number[], key: (run: number) => string): number[][] => {
    const parts = new Map<string, number[]>();
    for (const run of runs) {
        const part = parts.get(key(run));
        if (part) part.push(run);
        else parts.set(key(run), [run]);
    }
    return [...parts.values()];
};

const bestRun = (page: Page, runs: number[]): number | undefined =>
    bestFirst(page, runs).find((run) => page.runs.score[run] !== null);

// The run with the best score. If tasks are averaged over, the best run of each task is returned, since scores of
// different tasks cannot be compared.
export function bestRuns(page: Page, runs: number[], layout: Layout): number[] {
    const tasks = layout.mean.filter((a) => page.axes[a].task);
    return parted(runs, (run) => keyOf(page, tasks, run))
        .map((part) => bestRun(page, part))
        .filter((run): run is number => run !== undefined);
}

// Options of a run that none of its labels sets, as a string. Runs that differ in these are in different groups.
function ownOptions(page: Page, run: number): string {
    const said = (pair: Pair) =>
        page.axes.some((axis, a) => axis.choices[page.runs.labels[a][run]]?.set.some((p) => p.join() === pair.join()));
    return JSON.stringify((page.runs.extra[run] ?? []).filter((pair) => !said(pair)));
}

// The groups of a cell's runs. Runs whose texts are scored differently are never averaged together.
export const groups = (page: Page, cell: number[], layout: Layout): Group[] =>
    parted(
        cell,
        (run) => `${keyOf(page, layout.best, run)} ${ownOptions(page, run)} ${page.readings?.[run] ?? ""}`,
    ).map((runs) => ({
        runs,
        mean: meanScore(page, runs),
    }));

// The group with the best mean score. If there are no scores, the group with the most runs that have begun.
export function chosen(page: Page, all: Group[]): Group | undefined {
    const begun = (g: Group) => g.runs.filter((run) => page.runs.state[run] !== State.Planned).length;
    return all.reduce<Group | undefined>((best, g) => {
        if (!best) return g;
        if (Number.isNaN(g.mean) && Number.isNaN(best.mean)) return begun(g) > begun(best) ? g : best;
        return Number.isNaN(best.mean) || isBetter(page.metric, g.mean, best.mean) ? g : best;
    }, undefined);
}

// The labels of these runs on the axes whose label is chosen by results: "lr 1e-3", or "1e-3" if not `named`. "" if
// there was no choice or no run.
export function choiceOf(page: Page, layout: Layout, runs: number[], named = true): string {
    const open = layout.best.filter((a) => labelsKept(page, a).length > 1);
    const words = open.map((a) => {
        const labels = [...new Set(runs.map((run) => labelOn(page, a, run)))]; // several tasks may have several labels
        if (named) return `${page.axes[a].name} ${labels.join("/")}`;
        return open.length > 1 ? wordOf(page, a, labels.join("/")) : labels.join("/");
    });
    return runs.length ? words.join(", ") : "";
}
