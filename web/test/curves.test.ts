import assert from "node:assert/strict";
import { test } from "node:test";
import { align, band, decode } from "../src/curves";
import { seriesOf, type View } from "../src/lines";
import { pack, sample } from "./sample";

test("curves unpack to what was packed, and to NaN where there was nothing", () => {
    const values = decode(pack([0, 0.5, 1, NaN]));
    assert.deepEqual([values[0], values[1], values[2]], [0, 0.5, 1]);
    assert.ok(Number.isNaN(values[3]));
    assert.equal(decode("").length, 0);
});

test("a band holds mean, least and most of the curves that have a value", () => {
    const { mean, low, high } = band([
        [0.25, NaN, 1],
        [0.75, 0.5],
    ]);
    assert.deepEqual(mean, [0.5, 0.5, 1]);
    assert.deepEqual(low, [0.25, 0.5, 1]);
    assert.deepEqual(high, [0.75, 0.5, 1]);
    assert.ok(Number.isNaN(band([[NaN]]).mean[0]));
});

test("lines with axes of their own get one axis", () => {
    const [xs, a, b] = align([
        { xs: [1, 3], ys: [10, 30] },
        { xs: [2, 3], ys: [NaN, 31] },
    ]);
    assert.deepEqual(xs, [1, 2, 3]);
    assert.deepEqual(a, [10, null, 30]);
    assert.deepEqual(b, [null, null, 31]);
});

const view: View = { panels: 0, lines: 1, source: 0, mode: 0, fixed: {} };

test("the mean of the best setting's seeds, with a band", () => {
    const [series] = seriesOf(sample(), [0, 1, 2, 3], 0, view);
    assert.deepEqual(series.runs, [2, 3]); // the better learning rate
    assert.deepEqual(series.xs, [1, 2, 3.5]); // bins stand in their middle
    assert.ok(Math.abs(series.ys[1] - 2.5 / 16) < 1e-4);
    assert.equal(series.low!.length, 3);
});

test("the best run; every seed; another learning rate", () => {
    assert.deepEqual(seriesOf(sample(), [0, 1, 2, 3], 0, { ...view, mode: 1 })[0].runs, [3]);
    assert.deepEqual(
        seriesOf(sample(), [0, 1, 2, 3], 0, { ...view, mode: 2 }).map((s) => s.runs),
        [[2], [3]],
    );
    assert.deepEqual(seriesOf(sample(), [0, 1, 2, 3], 0, { ...view, fixed: { 2: 0 } })[0].runs, [0, 1]);
});

test("tests in mid-training stand at their steps, or at their mean time", () => {
    const fixed = { 2: 0 };
    assert.deepEqual(seriesOf(sample(), [0, 1], 0, { ...view, fixed, source: 1 })[0].xs, [5, 10]);
    const [timed] = seriesOf(sample(), [0, 1], 0, { ...view, fixed, source: 2 });
    assert.deepEqual(
        [timed.xs, timed.ys],
        [
            [2, 3],
            [0.5, 0.5],
        ],
    );
});

test("a cell without results has no line", () => {
    const page = sample();
    page.curves.fill("");
    for (const mode of [0, 1, 2]) assert.deepEqual(seriesOf(page, [0, 1], 0, { ...view, mode }), []);
});
