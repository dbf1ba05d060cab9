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

test("runs are in the cells of their labels, also for products of axes", () => {
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

test("the combinations of labels are those of the runs, in the order of the axes", () => {
    const page = sample();
    const labels = (axes: number[], runs: number[]) => combinations(page, axes, runs).map((c) => c.label);
    assert.deepEqual(labels([1, 0], keptRuns(page)), ["plain, copy", "plain, sort", "it's, copy", "it's, sort"]);
    assert.deepEqual(labels([1, 0], [0, 1, 12]), ["plain, copy", "it's, sort"]); // `exclude:` removes the others
    assert.deepEqual(labels([], []), [""]);
});

test("runs without a label, with another label than the fixed one, or excluded by the report are in no cell", () => {
    const page = sample();
    page.runs.labels[0][3] = -1;
    page.selection.kept[3] = [1];
    assert.deepEqual(placedRuns(page, layout({ fixed: { 2: 0 }, best: [] })), [1, 5, 9, 13]);
    assert.deepEqual(placedRuns(page, layout()), [1, 5, 7, 9, 11, 13, 15]);
});

test("the best run is the one with the highest score; runs without a score are ignored", () => {
    const page = sample();
    page.runs.score[3] = null;
    assert.deepEqual(bestRuns(page, [0, 1, 2, 3], layout()), [2]);
    assert.equal(meanScore(page, [1, 3]), 1 / 16);
    assert.deepEqual(bestRuns(page, [3], layout()), []);
    assert.ok(Number.isNaN(meanScore(page, [])));
});

test("the chosen setting has the best mean over seeds, and its label is shown", () => {
    const page = sample();
    page.runs.score[0] = 1; // the best run, but its group is worse
    page.runs.score[1] = 0;
    page.runs.score[2] = page.runs.score[3] = 0.75;
    assert.deepEqual(chosen(page, groups(page, [0, 1, 2, 3], layout()))?.runs, [2, 3]);
    assert.equal(choiceOf(page, layout(), [2, 3]), "train.lr 1e-4");
    assert.equal(choiceOf(page, layout(), [2, 3], false), "1e-4");
    assert.equal(choiceOf(page, layout(), []), "");
    page.selection.kept[2] = [1]; // there is only one label to choose
    assert.equal(choiceOf(page, layout(), [2, 3]), "");
});

test("if lower is better, the best run, the chosen setting and the order follow the lowest scores", () => {
    const page = { ...sample(), metric: entropy };
    page.runs.score.splice(0, 4, 0.5, 0.5, 0, 2);
    assert.deepEqual(bestRuns(page, [0, 1, 2, 3], layout()), [2]);
    assert.deepEqual(chosen(page, groups(page, [0, 1, 2, 3], layout()))?.runs, [0, 1]);
    assert.deepEqual(chosen(page, groups(page, [2, 3, 0, 1], layout()))?.runs, [0, 1]);
    page.runs.score[0] = null;
    assert.deepEqual(bestFirst(page, [0, 1, 2, 3]), [2, 1, 3, 0]);
    assert.deepEqual(bestFirst(sample(), [0, 1, 2, 3]), [3, 2, 1, 0]);
    page.runs.score[0] = page.runs.score[1] = null; // a group without a mean is the worst
    assert.deepEqual(chosen(page, groups(page, [0, 1, 2, 3], layout()))?.runs, [2, 3]);
});

test("runs with other options of their own are in another group, unless their labels set these options", () => {
    const page = sample();
    page.runs.extra = { 1: [["train.steps", "20"]] };
    assert.equal(groups(page, [0, 1], layout()).length, 2);
    page.runs.extra = { 1: [["train.lr", "1e-3"]] };
    assert.equal(groups(page, [0, 1], layout()).length, 1);
});

test("before any run has ended, the chosen setting is the one with the most runs begun", () => {
    const page = sample();
    page.runs.score.fill(null);
    page.runs.state.fill(0);
    page.runs.state[3] = 1;
    assert.deepEqual(chosen(page, groups(page, [0, 1, 2, 3], layout()))?.runs, [2, 3]);
    assert.equal(chosen(page, []), undefined);
});

test("sorting keeps the order of ties and puts missing values last, in both directions", () => {
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

test("numbers among labels of several axes, and in names of lines, have the name of their axis", () => {
    const page = sample();
    const labels = (axes: number[], named?: boolean) =>
        combinations(page, axes, [...page.runs.id.keys()], named).map((c) => c.label);
    assert.deepEqual(labels([1, 2]), ["plain, lr 1e-3", "plain, lr 1e-4", "it's, lr 1e-3", "it's, lr 1e-4"]);
    assert.deepEqual(labels([3]), ["0", "1"]); // if the name of the axis is shown beside them
    assert.deepEqual(labels([3], true), ["seed 0", "seed 1"]);
    assert.equal(wordOf(page, 3, "1..5"), "seed 1..5");
    assert.equal(wordOf(page, 1, "e"), "e");
});

test("only runs whose text is scored in the same way are averaged", () => {
    const page = sample();
    const before = groups(page, [0, 1], layout({ mean: [0, 1, 2, 3], best: [] })).length;
    page.readings = page.runs.id.map((_, run) => (run === 0 ? "segments" : "windows"));
    assert.equal(before, 1);
    assert.deepEqual(
        groups(page, [0, 1], layout({ mean: [0, 1, 2, 3], best: [] })).map((g) => g.runs),
        [[0], [1]],
    );
});
