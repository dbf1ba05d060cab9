import assert from "node:assert/strict";
import { test } from "node:test";
import { bestRun, cells, chosen, groups, meanScore } from "../src/group";
import { sorted } from "../src/sort";
import { sample } from "./sample";

test("runs stand in the cells of their labels", () => {
    const all = cells(sample(), 0, 1);
    assert.deepEqual(all.get(1)?.get(0), [8, 9, 10, 11]);
    assert.equal(cells(sample(), -1, -1).get(0)?.get(0)?.length, 16);
    assert.deepEqual([...cells(sample(), 3, -1).keys()], [0, 1]);
});

test("the best run is the one with the highest score; runs without one do not count", () => {
    const page = sample();
    page.runs.score[3] = null;
    assert.equal(bestRun(page, [0, 1, 2, 3]), 2);
    assert.equal(meanScore(page, [1, 3]), 1 / 16);
    assert.equal(bestRun(page, [3]), undefined);
    assert.ok(Number.isNaN(meanScore(page, [])));
});

test("the setting is the one with the best mean over seeds", () => {
    const page = sample();
    page.runs.score[0] = 1; // the best run, but its group is worse
    page.runs.score[1] = 0;
    page.runs.score[2] = page.runs.score[3] = 0.75;
    assert.deepEqual(chosen(page, groups(page, [0, 1, 2, 3], 0, 1, {}))?.runs, [2, 3]);
});

test("while nothing has ended, the setting of which most is begun", () => {
    const page = sample();
    page.runs.score.fill(null);
    page.runs.state.fill(0);
    page.runs.state[3] = 1;
    assert.deepEqual(chosen(page, groups(page, [0, 1, 2, 3], 0, 1, {}))?.runs, [2, 3]);
    assert.equal(chosen(page, []), undefined);
});

test("sorting keeps equals in order and puts what is missing last, both ways", () => {
    const rows = [3, null, 1, 3, 2].map((value, i) => ({ value, i }));
    assert.deepEqual(
        sorted(rows, (r) => r.value, false).map((r) => r.i),
        [2, 4, 0, 3, 1],
    );
    assert.deepEqual(
        sorted(rows, (r) => r.value, true).map((r) => r.i),
        [0, 3, 4, 2, 1],
    );
    assert.deepEqual(
        sorted(["1e-10", "b", "a9", "a10"], (r) => r, false),
        ["1e-10", "a9", "a10", "b"],
    );
});
