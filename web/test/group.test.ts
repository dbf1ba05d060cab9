import assert from "node:assert/strict";
import { test } from "node:test";
import {
    bestFirst,
    bestRuns,
    cells,
    choiceOf,
    chosen,
    combinations,
    groups,
    keptRuns,
    meanScore,
    wordOf,
    placedRuns,
    type Layout,
} from "../src/group";
import { reportLayout } from "../src/roles";
import { sorted } from "../src/sort";
import { entropy, sample } from "./sample";

const layout = (change: Partial<Layout> = {}): Layout => ({ ...reportLayout(sample()), ...change });

test("runs stand in the cells of their labels, which may be products of axes", () => {
    const page = sample();
    assert.deepEqual(cells(page, layout()).get("1")?.get("0"), [8, 9, 10, 11]);
    assert.equal(
        cells(page, layout({ panels: [], lines: [] }))
            .get("")
            ?.get("")?.length,
        16,
    );
    const product = cells(page, layout({ panels: [0, 2], best: [] }));
    assert.deepEqual([...product.keys()].sort(), ["0,0", "0,1", "1,0", "1,1"]);
    assert.deepEqual(product.get("1,0")?.get("1"), [12, 13]);
});

test("combinations are those that runs have, in the order of the axes", () => {
    const page = sample();
    const labels = (axes: number[], runs: number[]) => combinations(page, axes, runs).map((c) => c.label);
    assert.deepEqual(labels([1, 0], keptRuns(page)), ["plain, copy", "plain, sort", "it's, copy", "it's, sort"]);
    assert.deepEqual(labels([1, 0], [0, 1, 12]), ["plain, copy", "it's, sort"]); // an exclude: leaves the others out
    assert.deepEqual(labels([], []), [""]);
});

test("runs without a label, with another one than the reader's, or that the report leaves out have no place", () => {
    const page = sample();
    page.runs.labels[0][3] = -1;
    page.selection.kept[3] = [1];
    assert.deepEqual(placedRuns(page, layout({ fixed: { 2: 0 }, best: [] })), [1, 5, 9, 13]);
    assert.deepEqual(placedRuns(page, layout()), [1, 5, 7, 9, 11, 13, 15]);
});

test("the best run is the one with the highest score; runs without one do not count", () => {
    const page = sample();
    page.runs.score[3] = null;
    assert.deepEqual(bestRuns(page, [0, 1, 2, 3], layout()), [2]);
    assert.equal(meanScore(page, [1, 3]), 1 / 16);
    assert.deepEqual(bestRuns(page, [3], layout()), []);
    assert.ok(Number.isNaN(meanScore(page, [])));
});

test("the setting is the one with the best mean over seeds, and is named", () => {
    const page = sample();
    page.runs.score[0] = 1; // the best run, but its group is worse
    page.runs.score[1] = 0;
    page.runs.score[2] = page.runs.score[3] = 0.75;
    assert.deepEqual(chosen(page, groups(page, [0, 1, 2, 3], layout()))?.runs, [2, 3]);
    assert.equal(choiceOf(page, layout(), [2, 3]), "train.lr 1e-4");
    assert.equal(choiceOf(page, layout(), [2, 3], false), "1e-4");
    assert.equal(choiceOf(page, layout(), []), "");
    page.selection.kept[2] = [1]; // there is no choice
    assert.equal(choiceOf(page, layout(), [2, 3]), "");
});

test("where lower is better, the best run, the setting and the order are those of the lowest scores", () => {
    const page = { ...sample(), metric: entropy };
    page.runs.score.splice(0, 4, 0.5, 0.5, 0, 2);
    assert.deepEqual(bestRuns(page, [0, 1, 2, 3], layout()), [2]);
    assert.deepEqual(chosen(page, groups(page, [0, 1, 2, 3], layout()))?.runs, [0, 1]);
    assert.deepEqual(chosen(page, groups(page, [2, 3, 0, 1], layout()))?.runs, [0, 1]);
    page.runs.score[0] = null;
    assert.deepEqual(bestFirst(page, [0, 1, 2, 3]), [2, 1, 3, 0]);
    assert.deepEqual(bestFirst(sample(), [0, 1, 2, 3]), [3, 2, 1, 0]);
    page.runs.score[0] = page.runs.score[1] = null; // no mean is worse than any
    assert.deepEqual(chosen(page, groups(page, [0, 1, 2, 3], layout()))?.runs, [2, 3]);
});

test("options that a run has for itself are a choice, too, but not those that its labels say", () => {
    const page = sample();
    page.runs.extra = { 1: [["train.steps", "20"]] };
    assert.equal(groups(page, [0, 1], layout()).length, 2);
    page.runs.extra = { 1: [["train.lr", "1e-3"]] };
    assert.equal(groups(page, [0, 1], layout()).length, 1);
});

test("while nothing has ended, the setting of which most is begun", () => {
    const page = sample();
    page.runs.score.fill(null);
    page.runs.state.fill(0);
    page.runs.state[3] = 1;
    assert.deepEqual(chosen(page, groups(page, [0, 1, 2, 3], layout()))?.runs, [2, 3]);
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

test("numbers among labels of several axes, and of lines, have the name of theirs", () => {
    const page = sample();
    const labels = (axes: number[], named?: boolean) =>
        combinations(page, axes, [...page.runs.id.keys()], named).map((c) => c.label);
    assert.deepEqual(labels([1, 2]), ["plain, lr 1e-3", "plain, lr 1e-4", "it's, lr 1e-3", "it's, lr 1e-4"]);
    assert.deepEqual(labels([3]), ["0", "1"]); // where the axis is named beside them
    assert.deepEqual(labels([3], true), ["seed 0", "seed 1"]);
    assert.equal(wordOf(page, 3, "1..5"), "seed 1..5");
    assert.equal(wordOf(page, 1, "e"), "e");
});

test("a mean is over runs that score their text in one way", () => {
    const page = sample();
    const before = groups(page, [0, 1], layout({ mean: [0, 1, 2, 3], best: [] })).length;
    page.readings = page.runs.id.map((_, run) => (run === 0 ? "segments" : "windows"));
    assert.equal(before, 1);
    assert.deepEqual(
        groups(page, [0, 1], layout({ mean: [0, 1, 2, 3], best: [] })).map((g) => g.runs),
        [[0], [1]],
    );
});
