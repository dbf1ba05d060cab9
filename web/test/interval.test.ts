import assert from "node:assert/strict";
import { test } from "node:test";
import { interval, unitScores } from "../src/interval";
import { accuracy, entropy, sample } from "./sample";

const near = (got: number, wanted: number) => assert.ok(Math.abs(got - wanted) < 1e-6, `${got}, not ${wanted}`);

test("fractions have Wilson's interval with Student's t; other values have Student's interval, cut at 0", () => {
    const page = sample();
    const [low, high] = interval({ ...page, metric: accuracy }, [0.6, 0.7, 0.85, 1])!;
    // at each end the mean is t standard deviations of that fraction away: this tests the equation, not its solution
    const [p, variance] = [0.7875, 0.030625 / 4];
    for (const x of [low, high]) near(((p * (1 - p)) / variance) * (p - x) ** 2, 3.18245 ** 2 * x * (1 - x));
    assert.ok(low > 0 && low < p && high > p && high < 1);
    const [from, to] = interval({ ...page, metric: entropy }, [0.1, 0.2, 3])!;
    assert.equal(from, 0);
    near(to, 1.1 + 4.30265 * Math.sqrt(2.71 / 3));
});

test("a single number and equal numbers have no interval", () => {
    for (const values of [[], [0.5], [1, 1, 1], [0.1 + 0.2, 0.3]]) assert.equal(interval(sample(), values), null);
});

test("if tasks are averaged over, the seeds of a task are one independent unit", () => {
    const page = sample(); // run 8 task + 4 scheme + 2 lr + seed
    page.runs.score = page.runs.score.map((_, run) => run / 16);
    page.runs.score[9] = null;
    assert.deepEqual(unitScores(page, [0, 1, 8, 9], [0, 3]), [0.5 / 16, 0.5]);
    assert.deepEqual(unitScores(page, [0, 1], [3]), [0, 1 / 16]);
    assert.deepEqual(unitScores(page, [0, 1], [0, 3]), [0, 1 / 16]); // one task: its seeds
});
