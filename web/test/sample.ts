// A small sweep to test with: 2 tasks, 2 schemes, 2 learning rates, 2 seeds, 3 lengths.
import { State, type Choice, type Metric, type Page } from "../src/data";

const choice = (label: string, ...set: [string, string][]): Choice => ({
    label,
    set,
    colour: "#0072B2",
    dash: 0,
    mark: 0,
    chance: null,
});

export const accuracy: Metric = {
    name: "token_accuracy",
    title: "token accuracy",
    unit: "%",
    scale: 100,
    digits: 1,
    lower_is_better: false,
    high: 1,
    logarithmic: false,
    low: 0,
    top: 1,
    score: "Score in %, higher is better: the mean token accuracy over all tested lengths",
};

export const entropy: Metric = {
    name: "cross_entropy",
    title: "cross-entropy",
    unit: "nats per token",
    scale: 1,
    digits: 3,
    lower_is_better: true,
    high: null,
    logarithmic: false,
    low: 0,
    top: 2.5,
    score: "Score in nats per token, lower is better: the mean cross-entropy over all tested lengths",
};

export const perplexity: Metric = {
    ...entropy,
    name: "perplexity",
    title: "perplexity",
    unit: "per token",
    digits: 2,
    logarithmic: true,
    low: 1,
    top: 100,
};

// Packs fractions of the largest value that a curve can have.
export const pack = (values: number[]): string =>
    btoa(
        values
            .map((x) => (Number.isNaN(x) ? 65535 : Math.round(x * 65534)))
            .map((v) => String.fromCharCode(v & 255, v >> 8))
            .join(""),
    );

// Run (task, scheme, lr, seed) has the index 8 task + 4 scheme + 2 lr + seed.
export function sample(): Page {
    const runs = Array.from({ length: 16 }, (_, i) => i);
    const bit = (place: number) => runs.map((i) => (i >> place) & 1);
    return {
        schema: "lengthen.page/2",
        program: "lengthen 0",
        sweep: { name: "s", title: "S", note: "", dir: "sweeps/s", checksum: "00", published: "", finding: "" },
        metric: accuracy,
        t: [12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462],
        selection: { rows: [0], columns: [1], mean: [3], best: [2], where: "", kept: [null, null, null, null] },
        columns: [
            { labels: [0], colour: "#0072B2", dash: 0, mark: 0 },
            { labels: [1], colour: "#D55E00", dash: 1, mark: 1 },
        ],
        task: { label: "", chance: null },
        base: [
            ["train.steps", "10"],
            ["train.lr", "1"],
            ["positions.L", "64"],
        ],
        owned: { "positions.L": { axis: "positions", fallback: "standard", choices: ["randomized", "unsorted"] } },
        axes: [
            { name: "task", task: true, seed: false, choices: [choice("copy", ["task", "copy"]), choice("sort", ["task", "sort"])] },
            {
                name: "scheme",
                task: false,
                seed: false,
                choices: [
                    choice("plain", ["encoding", "none"]),
                    choice("it's", ["encoding", "rope"], ["positions", "randomized"]),
                ],
            },
            {
                name: "train.lr",
                task: false,
                seed: false,
                choices: [choice("1e-3", ["train.lr", "1e-3"]), choice("1e-4", ["train.lr", "1e-4"])],
            },
            { name: "seed", task: false, seed: true, choices: [choice("0", ["seed", "0"]), choice("1", ["seed", "1"])] },
        ],
        trained: runs.map(() => 2),
        bins: { first: [1, 2, 3], last: [1, 2, 4] },
        runs: {
            id: runs.map((i) => `${i}`.padStart(16, "0")),
            labels: [bit(3), bit(2), bit(1), bit(0)],
            extra: { 5: [["train.steps", "20"]] },
            implied: { 3: [["positions", "unsorted"]] },
            state: runs.map(() => State.Done),
            step: runs.map(() => 10),
            steps: runs.map(() => 10),
            score: runs.map((i) => i / 16),
            loss: runs.map(() => 0.5),
            seconds: runs.map(() => 1),
            reason: {},
            progress: {
                0: [
                    [5, 1, 0.25],
                    [10, 2, 0.5],
                ],
                1: [
                    [5, 3, 0.75],
                    [10, 4, null],
                ],
            },
            validated: "test records",
            experts: {},
        },
        training: { 1: { merged: 1, step: [5, 10], loss: [0.7, null], norm: [1, 2], rate: [1e-4, 1e-5] } },
        curves: runs.map((i) => pack([1, i / 16, i % 2 ? NaN : i / 16])),
        tables: [],
        pictures: [],
    };
}
