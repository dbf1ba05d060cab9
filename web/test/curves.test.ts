import assert from "node:assert/strict";
import { test } from "node:test";
import { align, band, decode } from "../src/curves";
import type { Page } from "../src/data";
import { combinations, keptRuns } from "../src/group";
import { seriesOf, stylesOf, type View } from "../src/lines";
import { marked } from "../src/marks";
import { giveRole, reportLayout } from "../src/roles";
import { accuracy, entropy, pack, perplexity, sample } from "./sample";

test("unpacked curves equal the packed ones, with NaN for missing values", () => {
    const values = decode(pack([0, 0.5, 1, NaN]), accuracy);
    assert.deepEqual([values[0], values[1], values[2]], [0, 0.5, 1]);
    assert.ok(Number.isNaN(values[3]));
    assert.equal(decode("", accuracy).length, 0);
});

test("the largest number of a packed curve stands for the page's `top`", () => {
    assert.deepEqual([...decode(pack([0, 0.5, 1]), { ...entropy, top: 7 })], [0, 3.5, 7]);
    const page = { ...sample(), metric: entropy };
    assert.equal(lines(page, [0, 1, 2, 3])[0].ys[0], 2.5); // 1, packed
});

test("curves of a logarithmic metric are packed as logarithms", () => {
    const [least, middle, most] = decode(pack([0, 0.5, 1]), perplexity);
    assert.ok(least === 1 && Math.abs(middle - 10) < 1e-5 && Math.abs(most - 100) < 1e-4);
});

test("a band has the mean, minimum and maximum of the curves that have a value", () => {
    const { mean, low, high } = band([
        [0.25, NaN, 1],
        [0.75, 0.5],
    ]);
    assert.deepEqual(mean, [0.5, 0.5, 1]);
    assert.deepEqual(low, [0.25, 0.5, 1]);
    assert.deepEqual(high, [0.75, 0.5, 1]);
    assert.ok(Number.isNaN(band([[NaN]]).mean[0]));
});

test("lines with different x values get a common x axis", () => {
    const [xs, a, b] = align([
        { xs: [1, 3], ys: [10, 30] },
        { xs: [2, 3], ys: [NaN, 31] },
    ]);
    assert.deepEqual(xs, [1, 2, 3]);
    assert.deepEqual(a, [10, null, 30]);
    assert.deepEqual(b, [null, null, 31]);
});

const view: View = { layout: reportLayout(sample()), source: 0, mode: 0 };
const plain = { key: "0", labels: [0], label: "plain" };
const style = { colour: "#0072B2", dash: 0, mark: 0 };
const lines = (page: Page, cell: number[], more: Partial<View> = {}) =>
    seriesOf(page, cell, plain, 0, style, { ...view, ...more });
const lowRate = giveRole(sample(), view.layout, 2, 0);

test("the mean over the seeds of the best setting has a band and the name of the setting", () => {
    const [series] = lines(sample(), [0, 1, 2, 3]);
    assert.deepEqual(series.runs, [2, 3]); // the better learning rate
    assert.equal(series.note, "train.lr 1e-4");
    assert.deepEqual(series.xs, [1, 2, 3.5]); // a bin is drawn at its middle
    assert.ok(Math.abs(series.ys[1] - 2.5 / 16) < 1e-4);
    assert.equal(series.low!.length, 3);
});

test("the modes best run and every run, and a fixed learning rate", () => {
    assert.deepEqual(lines(sample(), [0, 1, 2, 3], { mode: 1 })[0].runs, [3]);
    assert.deepEqual(
        lines(sample(), [0, 1, 2, 3], { mode: 2 }).map((s) => s.runs),
        [[2], [3]],
    );
    const [other] = lines(sample(), [0, 1], { layout: lowRate });
    assert.deepEqual(other.runs, [0, 1]);
    assert.equal(other.note, ""); // no label was chosen by results
});

test("the best run is the best of all settings, as in the tables, not of the setting with the best mean", () => {
    const page = sample();
    page.runs.score.splice(0, 4, 1, 0, 0.75, 0.75);
    assert.deepEqual(lines(page, [0, 1, 2, 3], { mode: 1 })[0].runs, [0]);
    assert.equal(lines(page, [0, 1, 2, 3], { mode: 1 })[0].note, "train.lr 1e-3");
});

test("if lower is better, lines show the runs with the lowest scores", () => {
    const page = { ...sample(), metric: entropy };
    const [series] = lines(page, [0, 1, 2, 3]);
    assert.deepEqual(series.runs, [0, 1]);
    assert.equal(series.note, "train.lr 1e-3");
    assert.deepEqual(lines(page, [0, 1, 2, 3], { mode: 1 })[0].runs, [0]);
});

test("if tasks are averaged over, the mean of the best runs of each task is shown", () => {
    const layout = giveRole(sample(), view.layout, 0, "mean");
    const [series] = lines(sample(), [0, 1, 2, 3, 8, 9, 10, 11], { mode: 1, layout });
    assert.deepEqual(series.runs, [3, 11]);
    assert.equal(series.low!.length, 3);
});

test("an average over several axes includes all runs of these axes", () => {
    const layout = giveRole(sample(), view.layout, 2, "mean");
    assert.deepEqual(lines(sample(), [0, 1, 2, 3], { layout })[0].runs, [0, 1, 2, 3]);
});

test("scores of validations are drawn at their training step or their mean training time", () => {
    assert.deepEqual(lines(sample(), [0, 1], { layout: lowRate, source: 1 })[0].xs, [5, 10]);
    const [timed] = lines(sample(), [0, 1], { layout: lowRate, source: 2 });
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
    for (const mode of [0, 1, 2]) assert.deepEqual(lines(page, [0, 1], { mode }), []);
});

test("columns of the report have the styles of its figures, other lines get styles by their labels", () => {
    const page = sample();
    const all = (axes: number[]) => stylesOf(page, axes, combinations(page, axes, keptRuns(page)));
    assert.deepEqual(
        all([1]).map((s) => [s.colour, s.dash]),
        [
            ["#0072B2", 0],
            ["#D55E00", 1],
        ],
    );
    page.axes[2].choices[1].colour = "#009E73"; // all schemes have the same colour
    page.axes[1].choices[1].dash = 2;
    assert.deepEqual(
        all([1, 2]).map((s) => [s.colour, s.dash]),
        [
            ["#0072B2", 0],
            ["#009E73", 0],
            ["#0072B2", 2],
            ["#009E73", 2],
        ],
    );
    const three = all([1, 2, 3]);
    assert.equal(new Set(three.map((s) => `${s.colour} ${s.mark} ${s.dash}`)).size, 8);
    three.forEach((s, i) => assert.equal(s.dash, i < 4 ? 0 : 2)); // only the scheme sets the dash
    assert.equal(all([]).length, 1);
    for (const choice of page.axes[2].choices) choice.dash = 1; // a label has the dash of its first run's positions
    assert.deepEqual(
        all([2]).map((s) => [s.colour, s.dash]),
        [
            ["#0072B2", 0],
            ["#009E73", 0],
        ],
    );
});

test("lines of one axis that share a colour get different colours and keep their dashes", () => {
    const page = sample();
    page.axes[1].choices[1].colour = page.axes[1].choices[0].colour;
    const styles = stylesOf(page, [1], combinations(page, [1], keptRuns(page)));
    assert.notEqual(styles[0].colour, styles[1].colour);
    assert.notEqual(styles[0].dash, styles[1].dash);
});

test("lines that coincide have marks at different places, with room for dashes between them", () => {
    const places = (count: number, across: number) => Array.from({ length: count }, (_, i) => (i * across) / count);
    assert.equal(marked(places(20, 600), 0.5).length, 20);
    const [a, b] = [0, 0.5].map((share) => marked(places(20, 300), share));
    assert.deepEqual(a, [0, 4, 8, 12, 16]);
    assert.deepEqual(b, [2, 6, 10, 14, 18]);
    assert.deepEqual(marked([7], 0.9), [0]);
    assert.equal(marked([7, 7], 0.9).length, 1);
});
