// What the program writes into a page: schema "lengthen.page/2" (src/report/page/page_data.c). Indices count from 0 and are
// those of the sweep's plan; -1 stands for "none". Numbers that are not there are null.

export type Pair = [key: string, value: string];

// The states in the order of their numbers.
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

// A run's state as people read it: one that is to do may have been begun, or be trained and left to be tested.
export function stateOf(page: Page, run: number): string {
    const { state, step, steps } = page.runs;
    if (state[run] !== State.Planned || step[run] === 0) return stateNames[state[run]];
    return steps[run] > 0 && step[run] >= steps[run] ? "to test" : "interrupted";
}

export interface Choice {
    label: string;
    set: Pair[]; // what it means, as options
    colour: string; // of its lines, as in the figures
    dash: number; // 0: solid; else the number of a pattern
    mark: number; // of its points: an index of `marks`
    chance: number | null; // of a task: the value of guessing; null, too, where the metric has none
}

// What scores and curves are. All values are the metric's own: times `scale`, they are in its unit. None is below 0.
export interface Metric {
    name: string; // "token_accuracy"
    title: string; // "token accuracy"
    unit: string; // "%"
    scale: number;
    digits: number; // behind the point, in the unit; below 0: so many in all
    lower_is_better: boolean;
    logarithmic: boolean; // its axis is, and curves are packed as logarithms
    low: number; // the smallest value that there can be
    high: number | null; // the largest value that there can be; null: no bound
    top: number; // what the largest number of a packed curve stands for
    score: string; // what scores are: "Score in %, higher is better: the mean token accuracy over ..."
}

export interface Axis {
    name: string;
    task: boolean; // its labels say which task a run has: scores of different labels cannot be compared
    seed: boolean; // its labels are seeds
    choices: Choice[];
}

// One array entry for each run of the plan.
export interface Runs {
    id: string[];
    labels: number[][]; // [axis][run]: which choice
    extra: Record<string, Pair[]>; // by run: what it sets beyond its labels
    brought: Record<string, Pair[]>; // by run: choices that others bring, where no setting says them; see Page.owned
    state: State[];
    step: number[];
    steps: number[];
    score: (number | null)[]; // of the metric, as in `progress`
    loss: (number | null)[];
    seconds: (number | null)[]; // of training
    reason: Record<string, string>; // by run: why it failed or diverged
    progress: Record<string, [step: number, seconds: number, score: number | null][]>; // validations
    validated: string; // which records these are on; "": there are none
    experts: Record<string, Load>; // by run, where the model has some: in the last training step that was logged
}

export interface Load {
    dropped: number; // the share of tokens that found no room
    load: number[][]; // [sublayer][expert]: the share of tokens that chose each; [] in a very large sweep
}

// The training of a run as metrics.jsonl logged it: numbers at the same places belong together.
export interface Course {
    merged: number; // logged steps that each place is the mean of; it stands at the last of them
    step: number[];
    loss: (number | null)[]; // cross-entropy of the batch, nats per token
    norm: (number | null)[]; // of the gradient, before it is clipped
    rate: (number | null)[]; // learning rate
}

export interface Statistics {
    count: number;
    digits: number; // behind the point, as the cell is printed; below 0: tens, hundreds are rounded
    mean: number | null;
    sd: number | null; // divides by the count less one
    median: number | null;
    min: number | null;
    max: number | null;
    low: number | null; // 95 % interval of the mean
    high: number | null;
}

export interface Cell {
    text: string; // as printed
    value: number | null;
    best?: true; // of its row
    statistics?: Statistics; // in the unit of the table
    published?: string; // what a paper has here, with our difference
    runs?: number[]; // that it is made from
}

export interface Table {
    name: string;
    title: string;
    caption: string;
    corner: string; // heading of the rows' names
    lower_is_better: boolean;
    notes: string[];
    columns: string[];
    rows: { label: string; group: string; order_invariant: boolean; cells: Cell[] }[];
}

export interface Picture {
    name: string;
    title: string;
    image: string; // a data: address
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
        finding: string; // what was found in the report's layout, in one sentence
    };
    metric: Metric;
    t: number[]; // Student's t(0.975) for 1, 2, ... degrees of freedom; for more, the last one
    // What the report does with each axis; the first of several rows or columns changes slowest.
    selection: {
        rows: number[];
        columns: number[];
        mean: number[]; // averaged over
        best: number[]; // one label is chosen by its results
        where: string; // "seed=1..3": only these runs; ""
        kept: (number[] | null)[]; // by axis: the labels of these runs; null: all
    };
    columns: { labels: number[]; colour: string; dash: number; mark: number }[]; // on the axes of the columns
    task: { label: string; chance: number | null }; // of all runs, where no axis says which they have; ""
    base: Pair[]; // options of all runs; of two with the same key the later wins
    // Options that belong to some choices of an axis, and are no settings of runs with another one.
    owned: Record<string, { axis: string; fallback: string; choices: string[] }>;
    axes: Axis[];
    trained: number[]; // [run]: the longest length of training; 0: not known
    readings?: string[]; // [run]: how its text is scored; not there where data is no text
    bins: { first: number[]; last: number[] }; // the lengths that each number of a curve is the mean over
    runs: Runs;
    training: Record<string, Course>; // by run; runs without a directory beside the sweep have none
    curves: string[]; // [run]: the metric by length, see curves.ts; "" where there is none
    tables: Table[];
    pictures: Picture[];
}

// What a server tells while a sweep runs: schema "lengthen.progress/1" (src/cli/serve/progress_json.c).
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
