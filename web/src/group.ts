// Which runs stand behind a cell or a line, and which of them are shown: the rule of the reports. Runs that agree in
// all but their seed form a group; the group with the best mean score is chosen, unless the reader fixes an axis.
import { State, type Page } from "./data";

// For every axis that is neither rows, columns nor seeds: the label that the reader wants; -1: chosen by results.
export type Fixed = Record<number, number>;

export interface Group {
    runs: number[]; // of one setting, over seeds
    mean: number; // score; NaN: none has ended
}

// All runs by row and column; an axis of -1 has one row (column), number 0, which holds all runs.
export function cells(page: Page, rows: number, columns: number): Map<number, Map<number, number[]>> {
    const result = new Map<number, Map<number, number[]>>();
    const at = (axis: number, run: number) => (axis < 0 ? 0 : page.runs.labels[axis][run]);
    for (let run = 0; run < page.runs.id.length; run++) {
        const row = at(rows, run);
        let line = result.get(row);
        if (!line) result.set(row, (line = new Map()));
        const cell = line.get(at(columns, run));
        if (cell) cell.push(run);
        else line.set(at(columns, run), [run]);
    }
    return result;
}

export const meanScore = (page: Page, runs: number[]): number => {
    const scores = runs.map((run) => page.runs.score[run]).filter((s): s is number => s !== null);
    return scores.length ? scores.reduce((a, b) => a + b) / scores.length : NaN;
};

export const bestRun = (page: Page, runs: number[]): number | undefined =>
    runs
        .filter((run) => page.runs.score[run] !== null)
        .reduce<number | undefined>(
            (best, run) => (best === undefined || page.runs.score[run]! > page.runs.score[best]! ? run : best),
            undefined,
        );

// The runs of a cell, parted by what the remaining axes say.
export function groups(page: Page, cell: number[], rows: number, columns: number, fixed: Fixed): Group[] {
    const others = page.axes.map((_, a) => a).filter((a) => ![rows, columns, page.selection.seeds].includes(a));
    const byKey = new Map<string, number[]>();
    for (const run of cell) {
        const labels = others.map((a) => page.runs.labels[a][run]);
        if (others.some((a, i) => (fixed[a] ?? -1) >= 0 && labels[i] !== fixed[a])) continue;
        const key = labels.join();
        const group = byKey.get(key);
        if (group) group.push(run);
        else byKey.set(key, [run]);
    }
    return [...byKey.values()].map((runs) => ({ runs, mean: meanScore(page, runs) }));
}

// The group with the best mean; while none has a score, the one of which most is done.
export function chosen(page: Page, all: Group[]): Group | undefined {
    const begun = (g: Group) => g.runs.filter((run) => page.runs.state[run] !== State.Planned).length;
    return all.reduce<Group | undefined>((best, g) => {
        if (!best) return g;
        if (Number.isNaN(g.mean) && Number.isNaN(best.mean)) return begun(g) > begun(best) ? g : best;
        return Number.isNaN(best.mean) || g.mean > best.mean ? g : best;
    }, undefined);
}
