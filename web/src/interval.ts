// The 95 % interval of a mean, as in the report's tables (src/report/statistics.c): Wilson's interval with Student's t
// for a metric with two bounds; else Student's interval, cut at the lower bound.
import type { Page } from "./data";
import { keyOf, parted } from "./group";

// The independent values of an interval. If only seeds are averaged over, they are the scores of runs. If other axes,
// such as tasks, are also averaged over, they are the means of runs that differ only in the seed, because seeds of one
// task are not independent samples of all tasks.
export function unitScores(page: Page, runs: number[], averaged: number[]): number[] {
    const scored = runs.filter((run) => page.runs.score[run] !== null);
    const axes = averaged.filter((a) => !page.axes[a].seed);
    const units = parted(scored, (run) => keyOf(page, axes, run));
    const mean = (unit: number[]) => unit.reduce((sum, run) => sum + page.runs.score[run]!, 0) / unit.length;
    return units.length > 1 ? units.map(mean) : scored.map((run) => page.runs.score[run]!);
}

// Returns null for fewer than two values, and for equal values, which do not show how much values vary.
export function interval(page: Page, values: number[]): [low: number, high: number] | null {
    const n = values.length;
    const { low, high } = page.metric;
    const mean = values.reduce((a, b) => a + b, 0) / n;
    const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (n - 1) / n;
    const largest = values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    if (n < 2 || Math.sqrt(variance * n) <= 1e-12 * largest) return null;
    const t = page.t[Math.min(n - 1, page.t.length) - 1];
    if (high === null) return [Math.max(mean - t * Math.sqrt(variance), low), mean + t * Math.sqrt(variance)];
    const p = (mean - low) / (high - low);
    const each = (t * t * variance) / (high - low) ** 2 / (p * (1 - p)); // t^2 / trials
    const middle = (p + each / 2) / (1 + each);
    const half = Math.sqrt(each * (p * (1 - p) + each / 4)) / (1 + each);
    return [low + (high - low) * Math.max(middle - half, 0), low + (high - low) * Math.min(middle + half, 1)];
}
