import assert from "node:assert/strict";
import { test } from "node:test";
import { axisRange, axisTitle, ends, full, goodness, heading, isBetter, number, short } from "../src/metric";
import { accuracy, entropy, perplexity } from "./sample";

test("values are printed with the scale, digits and unit of the metric", () => {
    assert.equal(number(accuracy, 0.12345), "12.3");
    assert.equal(short(accuracy, 0.12345), "12.3 %");
    assert.equal(full(accuracy, 0.12345, 1), "12.35 %");
    assert.equal(number(entropy, 0.12345), "0.123");
    assert.equal(short(entropy, 0.12345), "0.123"); // the unit is in the heading
    assert.equal(full(entropy, 0.12345, 1), "0.1235 nats per token");
    assert.equal(full(perplexity, 12.345), "12.35 per token");
    assert.equal(number(perplexity, 1.5e21), "1.500e+21");
    for (const missing of [null, undefined, NaN])
        for (const say of [number, short, full]) assert.equal(say(accuracy, missing), "–");
});

test("headings and axes name the metric and its unit", () => {
    assert.equal(axisTitle(accuracy), "token accuracy, %");
    assert.equal(axisTitle(entropy), "cross-entropy, nats per token");
    assert.equal(heading(entropy), "Cross-entropy in nats per token");
    assert.equal(heading(perplexity), "Perplexity per token");
    const bits = { ...entropy, title: "bits per token", unit: "bits per token" };
    assert.equal(axisTitle(bits), "bits per token");
    assert.equal(heading(bits), "Bits per token");
});

test("the metric's direction decides which of two values is better; equal values are not better", () => {
    assert.ok(isBetter(accuracy, 0.5, 0.25) && !isBetter(accuracy, 0.25, 0.5));
    assert.ok(isBetter(entropy, 0.25, 0.5) && !isBetter(entropy, 0.5, 0.25));
    for (const m of [accuracy, entropy]) assert.ok(!isBetter(m, 1, 1));
});

test("the best value has the goodness 1 in either direction; without a bound the largest value shown has 0", () => {
    assert.equal(goodness(accuracy, 0.75, 0.8), 0.75);
    assert.equal(goodness(entropy, 0, 4), 1);
    assert.equal(goodness(entropy, 1, 4), 0.75);
    assert.equal(goodness(entropy, 4, 4), 0);
    assert.equal(goodness(entropy, 0, 0), 1);
    assert.equal(goodness(perplexity, 1, 100), 1);
    assert.equal(goodness(perplexity, 10, 100), 0.5);
    assert.equal(goodness(perplexity, 1, 1), 1);
    assert.equal(goodness({ ...accuracy, lower_is_better: true }, 0.75, 0.8), 0.25);
    assert.equal(goodness({ ...entropy, lower_is_better: false }, 1, 4), 0.25);
});

test("the colour bar of the heat map goes from the worst to the best value, in either direction", () => {
    assert.deepEqual(ends(accuracy, 0.8), [0, 1]);
    assert.deepEqual(ends(entropy, 4), [4, 0]);
    assert.deepEqual(ends({ ...entropy, lower_is_better: false }, 4), [0, 4]);
    for (const m of [accuracy, entropy, perplexity, { ...accuracy, lower_is_better: true }]) {
        const [worst, best] = ends(m, 100);
        assert.deepEqual([goodness(m, worst, 100), goodness(m, best, 100)], [0, 1]);
    }
});

test("the y axis ends at the metric's bound, or else at the largest value shown", () => {
    const [low, high] = axisRange(accuracy, [0.5]);
    assert.deepEqual([low, high], [-1, 101]);
    const [from, to] = axisRange(entropy, [0.5, NaN, 2]);
    assert.ok(from <= 0 && from > -0.1, `${from}`);
    assert.ok(to >= 2 && to < 2.2, `${to}`);
    assert.ok(axisRange(entropy, [0])[1] > 0);
    assert.ok(axisRange(entropy, [])[1] > 0);
    const [one, ten] = axisRange(perplexity, [2, NaN, 10]);
    assert.ok(one === 1 && ten > 10 && ten < 12, `${ten}`);
    assert.deepEqual(axisRange(perplexity, [])[0], 1);
    const [least, largest] = axisRange(entropy, [0, 0.01, NaN, 2], true); // a logarithmic axis cannot show 0
    assert.ok(least > 0.005 && least < 0.01 && largest > 2);
    assert.ok(axisRange(entropy, [0], true)[0] > 0);
});

test("a small loss is not printed as 0", () => {
    assert.equal(number(entropy, 0.000123), "0.00012");
    assert.equal(number(entropy, 0), "0.000");
    assert.equal(number(accuracy, 0.0001), "0.0"); // fractions are not printed with more digits
});
