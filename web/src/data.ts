// The data that the program writes into a page: schema "lengthen.page/2" (src/report/page/page_data.c). Indices start
// at 0, in the order of the sweep's plan; -1 stands for "none". Missing numbers are null.

export type Pair = [key: string, value: string];

// Names of the states, in the order of State.
export const stateNames = ["to do", "running", "done", "failed", "diverged", "paused", "stopped"] as const;
export const enum State {
    Planned,
    Running,
    Done,
    Failed,
    Diverged,
    Paused,
    Stopped,
}

// The state of a run in words. A planned run that has begun is "interrupted". If it is trained and only its tests are
// missing, it is "to test".
export function stateOf(page: Page, run: number): string {
    const { state, step, steps } = page.runs;
    if (state[run] !== State.Planned || step[run] === 0) return stateNames[state[run]];
    return steps[run] > 0 && step[run] >= steps[run] ? "to test" : "interrupted";
}

export interface Choice {
    label: string;
    set: Pair[]; // the options that it sets
    colour: string; // colour of its lines, as in the report's figures
    dash: number; // 0: solid; else an index of `dashes`
    mark: number; // mark of its points: an index of `marks`
    chance: number | null; // of a task: the score of guessing; null if the metric has none
}

// The metric of scores and curves. Values times `scale` are in the metric's unit. No value is negative.
export interface Metric {
    name: string; // "token_accuracy"
    title: string; // "token accuracy"
    unit: string; // "%"
    scale: number;
    digits: number; // decimals in the unit; negative: significant digits
    lower_is_better: boolean;
    logarithmic: boolean; // charts have a logarithmic y axis, and curves are packed as logarithms
    low: number; // lower bound
    high: number | null; // upper bound; null: none
    top: number; // the value of the largest number in packed curves, 65534
    score: string; // a sentence about scores: "Score in %, higher is better: the mean token accuracy over ..."
}

export interface Axis {
    name: string;
    task: boolean; // its labels are tasks: scores of different labels cannot be compared
    seed: boolean; // its labels are seeds
    choices: Choice[];
}

// Arrays with one element for each run of the plan, and maps by run.
export interface Runs {
    id: string[];
    labels: number[][]; // [axis][run]: index of the choice
    extra: Record<string, Pair[]>; // by run: options that it sets beyond its labels
    implied: Record<string, Pair[]>; // by run: choices that follow from other choices, without a setting of their own
    state: State[];
    step: number[];
    steps: number[];
    score: (number | null)[]; // in the metric, like the scores in `progress`
    loss: (number | null)[];
    seconds: (number | null)[]; // of training
    reason: Record<string, string>; // by run: the reason of a failure or divergence
    progress: Record<string, [step: number, seconds: number, score: number | null][]>; // by run: its validations
    validated: string; // a description of the records that validations use; "": there are no validations
    experts: Record<string, Load>; // by run, if its model has experts: their load in the last logged step
}

export interface Load {
    dropped: number; // fraction of tokens beyond the experts' capacity
    load: number[][]; // [sublayer][expert]: fraction of tokens that chose it; [] in a very large sweep
}

// The training of a run from metrics.jsonl, as arrays with one element per point.
export interface Course {
    merged: number; // each point is the mean of this many logged steps; `step` has the last of these steps
    step: number[];
    loss: (number | null)[]; // cross-entropy of the batch, nats per token
    norm: (number | null)[]; // of the gradient, before clipping
    rate: (number | null)[]; // learning rate
}

export interface Statistics {
    count: number;
    digits: number; // decimals, as in the table's cell; negative: rounded to tens, hundreds, ...
    mean: number | null;
    sd: number | null; // standard deviation, with the divisor count - 1
    median: number | null;
    min: number | null;
    max: number | null;
    low: number | null; // 95 % interval of the mean
    high: number | null;
}

export interface Cell {
    text: string; // as printed
    value: number | null;
    best?: true; // the best of its row
    statistics?: Statistics; // in the unit of the table
    published?: string; // the value of a paper, with our difference
    runs?: number[]; // the runs whose scores it combines
}

export interface Table {
    name: string;
    title: string;
    caption: string;
    corner: string; // heading of the column of row labels
    lower_is_better: boolean;
    notes: string[];
    columns: string[];
    rows: { label: string; group: string; order_invariant: boolean; cells: Cell[] }[];
}

export interface Picture {
    name: string;
    title: string;
    image: string; // a data: URL
}

export interface Page {
    schema: "lengthen.page/2";
    program: string;
    sweep: {
        name: string;
        title: string;
        note: string;
        dir: string;
        checksum: string;
        published: string;
        finding: string; // the main result in one sentence
    };
    metric: Metric;
    t: number[]; // Student's t(0.975) for 1, 2, ... degrees of freedom; the last value is also used for more degrees
    // The role of each axis in the report. If rows or columns are combinations of several axes, the label of the first
    // axis changes slowest.
    selection: {
        rows: number[];
        columns: number[];
        mean: number[]; // averaged over
        best: number[]; // the label with the best score is chosen
        where: string; // the filter of runs, such as "seed=1..3"; "": none
        kept: (number[] | null)[]; // by axis: labels that pass the filter; null: all
    };
    columns: { labels: number[]; colour: string; dash: number; mark: number }[]; // styles of the report's columns
    task: { label: string; chance: number | null }; // the task of all runs; label "": an axis has tasks
    base: Pair[]; // options of all runs; the last pair of a key wins
    // Options that only some choices of an axis have. A run with another choice does not have the option, even if it is
    // set.
    owned: Record<string, { axis: string; fallback: string; choices: string[] }>;
    axes: Axis[];
    trained: number[]; // [run]: the longest training length; 0: unknown
    readings?: string[]; // [run]: how its text is scored; undefined if data is not text
    bins: { first: number[]; last: number[] }; // by point of a curve: the first and the last of its lengths
    runs: Runs;
    training: Record<string, Course>; // by run; only runs whose directories are in the sweep's directory
    curves: string[]; // [run]: the metric by length, see curves.ts; "": none
    tables: Table[];
    pictures: Picture[];
}

// A server's event during a sweep: schema "lengthen.progress/1" (src/cli/serve/progress_json.c).
export interface Progress {
    schema: "lengthen.progress/1";
    version: number; // changes with the page's data
    counts: number[]; // runs by state
    left: number; // estimated remaining work, in seconds of one thread
    rate: number | null; // work per second of wall time; null: not yet known
    perHour: number | null; // runs that end per hour
    running: { run: number; step: number; steps: number; owner: string }[];
    failures: { run: number; state: State; reason: string }[]; // the latest
}
