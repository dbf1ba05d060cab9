// What the program writes into a page: schema "lengthen.page/1" (src/report/page_data.c). Indices count from 0 and are
// those of the sweep's plan; -1 stands for "none". Numbers that are not there are null.

export type Pair = [key: string, value: string];

// The states in the order of their numbers.
export const stateNames = ["planned", "leased", "done", "failed", "diverged"] as const;
export const enum State {
    Planned,
    Leased,
    Done,
    Failed,
    Diverged,
}

export interface Choice {
    label: string;
    set: Pair[]; // what it means, as options
    colour: string; // of its lines, as in the figures
    dash: number; // 0: solid; else the number of a pattern
    chance: number | null; // of a task: the accuracy of guessing
}

export interface Axis {
    name: string;
    choices: Choice[];
}

// One array entry for each run of the plan.
export interface Runs {
    id: string[];
    labels: number[][]; // [axis][run]: which choice
    extra: Record<string, Pair[]>; // by run: what it sets beyond its labels
    state: State[];
    step: number[];
    steps: number[];
    score: (number | null)[];
    loss: (number | null)[];
    seconds: (number | null)[]; // of training
    reason: Record<string, string>; // by run: why it failed or diverged
    curve: string[]; // accuracy by length: see curves.ts; "" where there is none
    progress: Record<string, [step: number, seconds: number, score: number | null][]>; // tests in mid-training
}

export interface Cell {
    text: string; // as printed
    value: number | null; // what it is sorted by
    best: boolean;
    runs: number[]; // behind it
    note: string; // statistics, published number, in words; ""
}

export interface Table {
    name: string;
    title: string;
    note: string;
    corner: string; // heading of the rows' names
    columns: string[];
    rows: { label: string; mark: string; cells: Cell[] }[];
}

export interface Picture {
    name: string;
    title: string;
    svg: string;
}

export interface Page {
    schema: "lengthen.page/1";
    program: string;
    sweep: { name: string; title: string; note: string; dir: string; checksum: string; published: string };
    selection: { rows: number; columns: number; seeds: number }; // axes
    base: Pair[]; // options of all runs
    axes: Axis[];
    trained: number; // the longest length of training; 0 where runs differ
    bins: { first: number[]; last: number[] }; // the lengths that each number of a curve is the mean over
    runs: Runs;
    tables: Table[];
    pictures: Picture[];
}

// What a server tells while a sweep runs: schema "lengthen.progress/1" (src/cli/serve_state.c).
export interface Progress {
    schema: "lengthen.progress/1";
    version: number; // changes when the page's data does
    counts: number[]; // runs by state
    left: number; // estimated seconds of one thread
    rate: number | null; // such seconds done a second; null: not known yet
    perHour: number | null; // runs that ended, an hour
    running: { run: number; step: number; steps: number; owner: string }[];
    failures: { run: number; state: State; reason: string }[]; // the latest
}
