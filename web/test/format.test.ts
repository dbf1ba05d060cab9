import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { heat, luminance } from "../src/colour";
import { State, stateOf } from "../src/data";
import { commandOf, configOf, count, duration, quoted, settingsOf } from "../src/format";
import { sample } from "./sample";

test("settings of labels override those of all runs, and a run's own settings override those of labels", () => {
    const settings = new Map(settingsOf(sample(), 5));
    assert.equal(settings.get("train.lr"), "1e-3");
    assert.equal(settings.get("train.steps"), "20");
    assert.equal(settings.get("encoding"), "rope");
});

test("options of choices that a run does not have are omitted from its settings", () => {
    assert.equal(new Map(settingsOf(sample(), 5)).get("positions.L"), "64");
    assert.equal(new Map(settingsOf(sample(), 0)).has("positions.L"), false);
    assert.equal(new Map(settingsOf(sample(), 3)).get("positions.L"), "64"); // implied by another choice
});

test("a shell splits the command into the original words", () => {
    const page = sample();
    page.base.push(["note", `it's "$HOME" <&> \\`], ["a;echo b", "c"]);
    const words = execFileSync("sh", ["-c", `printf '%s\\n' ${commandOf(page, 5)}`], { encoding: "utf8" }).split("\n");
    assert.ok(words.includes(`--note=it's "$HOME" <&> \\`));
    assert.ok(words.includes("--a;echo b=c"));
    assert.ok(words.includes("--positions=randomized"));
    assert.ok(words.includes("--out=runs/0000000000000005"));
});

test("a planned run is `interrupted` if it was begun, and `to test` if only its evaluation is missing", () => {
    const page = sample();
    const { state, step, steps } = page.runs;
    const words = (s: State, at: number) => ((state[3] = s), (step[3] = at), (steps[3] = 20), stateOf(page, 3));
    assert.equal(words(State.Planned, 0), "to do");
    assert.equal(words(State.Planned, 7), "interrupted");
    assert.equal(words(State.Planned, 20), "to test");
    assert.equal(words(State.Running, 7), "running");
    assert.equal(words(State.Done, 20), "done");
});

test("quoted words for a shell and for a config file", () => {
    assert.equal(quoted("1..40"), "1..40");
    assert.equal(quoted("a b"), "'a b'");
    assert.equal(quoted("it's"), "'it'\\''s'");
    const page = sample();
    page.base = [["note", 'say "x: y"']];
    assert.match(configOf(page, 0), /^note: "say \\"x: y\\""$/m);
});

test("durations and counts as text", () => {
    assert.equal(duration(5.25), "5.3 s");
    assert.equal(duration(119.2), "1 min 59 s");
    assert.equal(duration(119.7), "2 min 0 s");
    assert.equal(duration(3599.9), "1 h 0 min");
    assert.equal(duration(90061), "25 h 1 min");
    assert.equal(duration(1e6), "11.6 days");
    assert.equal(count(1, "run"), "1 run");
    assert.equal(count(6030, "run"), "6,030 runs");
});

test("text on the heat map has a contrast of at least 4.5", () => {
    for (let x = 0; x <= 1; x += 0.01) {
        const { ground, letters } = heat(x);
        const [r, g, b] = ground.match(/\d+/g)!.map(Number);
        const own = luminance(r, g, b);
        const other = letters === "#000" ? 0 : 1;
        const contrast = (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05);
        assert.ok(contrast >= 4.5, `${x}: ${contrast}`);
    }
});
