import assert from "node:assert/strict";
import { test } from "node:test";
import { decades, labelled, wholeSteps } from "../src/ticks";

test("ticks of a logarithmic axis are multiples of powers of ten, wherever the axis begins", () => {
    assert.deepEqual(decades(0.0982, 1.2), [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
    assert.deepEqual(decades(7, 30), [7, 8, 9, 10, 20, 30]);
    for (let low = 1.001e-6; low < 1e6; low *= 1.01) assert.equal(decades(low, 1000 * low).length, 27);
});

test("a range with fewer than two such ticks gets finer ones", () => {
    assert.deepEqual(decades(11, 14.5), [11, 12, 13, 14]);
    assert.deepEqual(decades(0.62, 0.66), [0.62, 0.63, 0.64, 0.65, 0.66]);
});

test("some ticks are labelled, or all if there are few", () => {
    assert.deepEqual(labelled([8, 9, 10, 20, 30, 50, null]), [null, null, 10, 20, null, 50, null]);
    const all = decades(1, 99_999);
    assert.deepEqual(labelled(all).filter(Boolean), [1, 10, 100, 1000, 10_000]);
    assert.deepEqual(labelled([6, 7, 8, 9]), [6, 7, 8, 9]);
});

test("ticks on axes of lengths are whole numbers", () => {
    assert.deepEqual(wholeSteps.slice(0, 5), [1, 2, 5, 10, 20]);
    assert.ok(wholeSteps.every(Number.isInteger));
});
