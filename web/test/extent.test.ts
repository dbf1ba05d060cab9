import assert from "node:assert/strict";
import { test } from "node:test";
import { align, band } from "../src/curves";
import { extent } from "../src/extent";
import { stylesOf, valuesOf, type Series } from "../src/lines";
import { axisRange } from "../src/metric";
import { entropy, perplexity, sample } from "./sample";

const many = Array.from({ length: 1_000_000 }, (_, i) => 1 + (i % 7));

test("the extent of numbers excludes NaN, null and values below a bound", () => {
    assert.deepEqual(extent([3, NaN, -1, null, 2]), [-1, 3]);
    assert.deepEqual(extent([3, NaN, -1, 0, 2], 0), [2, 3]);
    assert.deepEqual(extent([]), [Infinity, -Infinity]);
    assert.deepEqual(extent([NaN, null]), [Infinity, -Infinity]);
});

test("extent, axis and band of a million values keep the extremes", () => {
    const values = many.slice();
    values[777_777] = 100;
    values[333_333] = 0.25;
    assert.deepEqual(extent(values), [0.25, 100]);
    assert.deepEqual(axisRange(entropy, values), [-1, 105]);
    const [low, high] = axisRange(entropy, values, true);
    assert.ok(low > 0.15 && low < 0.25 && high > 100 && high < 150, `${low} ${high}`);
    assert.equal(axisRange(perplexity, values, true)[0], 1);
    assert.equal(band(values.map((y) => [y])).high[0], 100); // of a million curves
    assert.equal(align([{ xs: values.map((_, i) => i), ys: values }])[1][777_777], 100);
});

test("the values of lines and bands in a range of x", () => {
    const style = { colour: "#000000", dash: 0, mark: 0 };
    const line: Series = { ...style, label: "", note: "", line: 0, runs: [0], xs: [1, 2, 3], ys: [4, 5, 6] };
    assert.deepEqual([...valuesOf([line], 2)], [5, 6]);
    assert.deepEqual([...valuesOf([{ ...line, low: [3, 2, 1], high: [7, 8, 9] }, line], 2, 2)], [5, 2, 8, 5]);
});

test("styles of two hundred thousand lines", () => {
    const lines = Array.from({ length: 200_000 }, (_, i) => ({ key: "", labels: [0, i & 1], label: "" }));
    assert.equal(stylesOf(sample(), [1, 2], lines).length, lines.length);
});
