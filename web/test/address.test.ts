import assert from "node:assert/strict";
import { test } from "node:test";
import { readState, split, ticked, writeState, type State } from "../src/address";
import type { Page } from "../src/data";
import { giveRole, mayBeBest, reportLayout, roleOf, type Role } from "../src/roles";
import { perplexity, sample } from "./sample";

const roles = (page: Page, state: State): Role[] => page.axes.map((_, a) => roleOf(state.layout, a));
const shown = (page: Page, state: State, which: "panels" | "lines") => ticked(page, state, which).map((c) => c.label);

test("choices that equal the report's are not in the address", () => {
    const page = sample();
    assert.equal(writeState(page, readState(page, "")), "");
    assert.deepEqual(readState(page, "").layout, { panels: [0], lines: [1], mean: [3], best: [2], fixed: {} });
});

test("an address that is read and written again stays the same", () => {
    const page = sample();
    for (const text of [
        "lines=scheme,train.lr",
        "panels=task,train.lr",
        "panels=train.lr,task",
        "lines=train.lr&scheme=it%27s",
        "lines=train.lr",
        "mean=seed,train.lr&task=sort",
        "panels=scheme&lines=train.lr&mean=task,seed",
        "panels=seed&task=sort",
        "seed=1",
        "panel=sort",
        "panel=",
        "lines=scheme,train.lr&no-line=it%27s/1e-3",
        "line=plain&show=all&against=step&map=best",
        "x-scale=linear&x=5..20&y=..60.5",
        "loss-scale=log&steps=100..",
        "runs=",
        "runs=0000000000000003,0000000000000011", // longer prefixes, because eight digits are ambiguous
        "state=failed&find=it%27s+1e-3&sort=best:3,runs:-1",
    ])
        assert.equal(writeState(page, readState(page, text)), text);
});

test("parts that follow from the rest of the address are omitted", () => {
    const page = sample();
    assert.equal(writeState(page, readState(page, "panels=seed&task=copy")), "panels=seed");
    assert.equal(writeState(page, readState(page, "lines=train.lr&best=scheme")), "lines=train.lr");
});

test("an axis whose role another axis gets is averaged, chosen by best, or fixed to one task", () => {
    const page = sample();
    assert.deepEqual(roles(page, readState(page, "panels=seed&lines=train.lr")), [0, "best", "lines", "panels"]);
    assert.deepEqual(roles(page, readState(page, "panels=scheme&mean=")), [0, "panels", "best", "mean"]);
});

test("a task is never chosen by its results", () => {
    const page = sample();
    assert.deepEqual(
        roles(page, readState(page, "best=task,scheme")),
        ["panels", "best", "best", "mean"].map((r) => r),
    );
    assert.equal(roleOf(giveRole(page, reportLayout(page), 0, "best"), 0), 0);
    page.selection = { ...page.selection, rows: [], best: [0, 2] };
    assert.equal(roleOf(reportLayout(page), 0), 0);
    page.selection.kept[0] = [1];
    assert.equal(roleOf(reportLayout(page), 0), 1); // the first label that passes the report's filter
    for (const axis of page.axes) axis.task = false;
    page.selection = { ...page.selection, rows: [1] };
    assert.deepEqual(
        [0, 1, 2].map((a) => mayBeBest(page, a)),
        [true, false, true],
    ); // without an axis of tasks, the report's rows count as tasks
});

test("unknown names and invalid values are ignored", () => {
    const page = sample();
    for (const text of [
        "panels=nonsense",
        "task=%E0%A4%A",
        "x=1&&=&a",
        "line=nobody",
        "show=&map=7",
        "seed=9",
        "best=%",
        "x=7..5&y=a..b&steps=..&x-scale=cubic",
        "y-scale=log", // not available for an accuracy
        "runs=00,ffffffffffffffff&state=lost",
        "sort=best,:3,best:0,best:x",
    ])
        assert.equal(writeState(page, readState(page, text)), "", text);
    assert.equal(
        writeState(page, readState(page, "lines=nonsense,train.lr&panel=sort,none")),
        "lines=train.lr&panel=sort",
    );
    page.selection.kept[3] = [0];
    assert.equal(writeState(page, readState(page, "seed=1")), ""); // the report's filter excludes it
});

test("labels and names may contain any character, and may equal keywords of the address", () => {
    const page = sample();
    page.axes[1].name = "panels";
    page.axes[2].name = "a&b=c, d";
    page.axes[1].choices[0].label = "x/y, *&=#+%";
    page.axes[2].choices[1].label = "ä ~";
    for (const change of [
        { layout: giveRole(page, reportLayout(page), 1, 0) },
        { layout: giveRole(page, reportLayout(page), 2, 1) },
        { layout: giveRole(page, reportLayout(page), 2, "lines"), lines: ["0,1"] },
    ]) {
        const state = { ...readState(page, ""), ...change };
        const text = writeState(page, state);
        assert.match(text, /^[\w.%=&,\/+:-]+$/);
        assert.deepEqual(readState(page, text), state);
    }
});

test("at most four charts are ticked at first, and a single combination is always shown", () => {
    const page = sample();
    const state = readState(page, "panels=task,train.lr,seed");
    assert.equal(shown(page, state, "panels").length, 4);
    assert.deepEqual(shown(page, { ...state, panels: [] }, "panels"), []);
    assert.deepEqual(shown(page, readState(page, "panels=&panel="), "panels"), [""]);
});

test("the scale of the y axis follows from the metric unless the reader sets it", () => {
    const page = sample();
    page.metric = perplexity;
    assert.equal(readState(page, "").yScale, 1);
    assert.equal(writeState(page, readState(page, "y-scale=log")), "");
    assert.equal(writeState(page, readState(page, "y-scale=linear")), "y-scale=linear");
});

test("the section is the first part of an address, with or without choices", () => {
    assert.deepEqual(split("#curves"), { section: "curves", rest: "" });
    assert.deepEqual(split("#curves&lr=1"), { section: "curves", rest: "lr=1" });
    assert.deepEqual(split("#lr=1&map=all"), { section: "", rest: "lr=1&map=all" });
    assert.deepEqual(split(""), { section: "", rest: "" });
});
