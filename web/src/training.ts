// Compares single runs: training loss, gradient norm and learning rate by step, and the options that differ.
import { WHOLE } from "./address";
import { Axes } from "./axes";
import { Chart } from "./chart";
import { styleAt } from "./colour";
import { sample } from "./marks";
import { State, stateOf, type Course, type Metric, type Page } from "./data";
import { openDetail } from "./detail";
import { h, replaceChildren, restoreFocus } from "./dom";
import { extent } from "./extent";
import { duration, labelsOf, settingsOf } from "./format";
import { GridView, type GridCell } from "./grid";
import { bestFirst, bestRuns, cells, combinations, keptRuns, labelOn, placedRuns } from "./group";
import { valuesOf, type Series } from "./lines";
import { axisRange, full } from "./metric";
import type { Settings } from "./settings";

const FIRST = 6; // runs shown by default
const OFFERED = 300; // runs in the list of runs to add

// ---- which runs ----

// The best run of each line in the first chart that has runs with a log. Runs without a log are ignored.
function bestOfLines(settings: Settings): number[] {
    const { page, state } = settings;
    const { layout } = state;
    const there = (run: number) => Boolean(page.training[run]);
    const all = cells(page, layout);
    for (const panel of combinations(page, layout.panels, placedRuns(page, layout))) {
        const lines = [...(all.get(panel.key)?.values() ?? [])];
        const runs = lines.flatMap((cell) => bestRuns(page, cell.filter(there), layout).slice(0, 1));
        if (runs.length) return runs;
    }
    return keptRuns(page).filter(there).slice(0, 1);
}

export function chosenRuns(settings: Settings): number[] {
    const { page, state } = settings;
    if (!state.chosen) return bestOfLines(settings).slice(0, FIRST);
    return state.chosen.map((id) => page.runs.id.indexOf(id)).filter((run) => run >= 0);
}

export const isChosen = (settings: Settings, run: number): boolean => chosenRuns(settings).includes(run);

const choose = (settings: Settings, runs: number[]): void =>
    settings.set({ chosen: runs.map((run) => settings.page.runs.id[run]) });

export function toggle(settings: Settings, run: number): void {
    const runs = chosenRuns(settings);
    choose(settings, runs.includes(run) ? runs.filter((other) => other !== run) : [...runs, run]);
}

const shortId = (page: Page, run: number): string => page.runs.id[run].slice(0, 8);

// The labels that differ among these runs: "seed 1, lr 1e-3"; all labels of a single run.
function nameOf(page: Page, run: number, runs: number[]): string {
    if (runs.length === 1) return labelsOf(page, run);
    const differ = page.axes.flatMap((axis, a) => {
        const labels = new Set(runs.map((other) => page.runs.labels[a][other]));
        return labels.size > 1 ? [axis.task ? labelOn(page, a, run) : `${axis.name} ${labelOn(page, a, run)}`] : [];
    });
    return differ.join(", ");
}

// ---- what is drawn ----

const quantity = (title: string, unit: string, digits: number): Metric => ({
    name: title,
    title,
    unit,
    scale: 1,
    digits,
    lower_is_better: true,
    logarithmic: false,
    low: 0,
    high: null,
    top: 1,
    score: "",
});
const drawn: { key: "loss" | "norm" | "rate"; title: string; metric: Metric }[] = [
    { key: "loss", title: "Training loss", metric: quantity("training loss", "nats per token", 3) },
    { key: "norm", title: "Gradient norm", metric: quantity("gradient norm", "", 3) },
    { key: "rate", title: "Learning rate", metric: quantity("learning rate", "", -4) },
];

function seriesOf(course: Course, key: "loss" | "norm" | "rate", run: number, label: string, i: number): Series {
    const ys = course[key].map((y) => y ?? NaN);
    return { ...styleAt(i), label, note: "", line: i, runs: [run], xs: course.step, ys };
}

export class Training {
    readonly element = h("div");
    private charts = drawn.map(() => new Chart());
    private axes = new Axes();
    private list = h("ul", { class: "chosen" });
    private add = h("div");
    private said = h("p", { class: "note", role: "status" });
    private differences: GridView;

    constructor(private settings: Settings) {
        this.differences = new GridView(settings.orderOf("differences"));
        this.element.append(
            this.list,
            this.add,
            h("div", { class: "folds" }, this.axes.element),
            this.said,
            h("div", { class: "plots three" }, ...this.charts.map((chart) => chart.element)),
            this.differences.element,
        );
        settings.onChange(() => this.update(), "chosen", "steps", "lossScale", "layout", "orders");
    }

    // ---- choosing ----

    private chip(run: number, i: number, runs: number[]): HTMLElement {
        const { page } = this.settings;
        const { id } = page.runs;
        const name = nameOf(page, run, runs);
        const { colour, mark } = styleAt(i);
        return h(
            "li",
            {},
            h(
                "button",
                { type: "button", onclick: () => openDetail(page, id[run], [run]) },
                sample({ colour, dash: 0, mark }),
                h("span", { class: "link" }, shortId(page, run)),
                ` ${name}`,
            ),
            h(
                "button",
                { type: "button", "aria-label": `Remove ${name}`, onclick: () => toggle(this.settings, run) },
                "✕",
            ),
        );
    }

    // The list of runs to add, the best first.
    private offer(runs: number[]): void {
        const { page } = this.settings;
        const there = keptRuns(page).filter((run) => page.training[run] && !runs.includes(run));
        const others = bestFirst(page, there).slice(0, OFFERED);
        const box: HTMLSelectElement = h(
            "select",
            { onchange: () => box.selectedIndex > 0 && toggle(this.settings, others[box.selectedIndex - 1]) },
            h("option", {}, "choose …"),
            others.map((run) =>
                h("option", {}, `${full(page.metric, page.runs.score[run])}: ${labelsOf(page, run)}`),
            ),
        );
        const restore = restoreFocus(this.add);
        this.add.replaceChildren(
            h(
                "div",
                { class: "choosers" },
                h("label", { class: "choose" }, "Add a run ", box),
                runs.length > 0 &&
                    h("button", { type: "button", onclick: () => choose(this.settings, []) }, "Remove all"),
                this.settings.state.chosen &&
                    h("button", { type: "button", onclick: () => this.settings.set({ chosen: null }) }, "Best of each line"),
            ),
        );
        this.add.hidden = !others.length && !runs.length;
        restore();
    }

    private sentence(runs: number[]): string {
        const { page } = this.settings;
        const courses = runs.map((run) => page.training[run]).filter(Boolean);
        if (!Object.keys(page.training).length)
            return "No run has logged its training yet, or the run directories of this sweep are missing.";
        if (!courses.length) return "No run is chosen: add one here, or under Runs.";
        const lines = this.settings.state.chosen ? 0 : bestOfLines(this.settings).length;
        const some = lines > runs.length ? ` of ${runs.length} of ${lines} lines` : " of each line";
        const [, merged] = extent(courses.map((course) => course.merged));
        const common = page.axes.flatMap((axis, a) => {
            const labels = [...new Set(runs.map((run) => labelOn(page, a, run)))];
            return runs.length > 1 && labels.length === 1 ? [`${axis.name} ${labels[0]}`] : [];
        });
        return [
            lines > 1 ? `The best run${some} of the first chart with logged runs.` : "",
            common.length ? `All of ${common.join(", ")}.` : "",
            merged > 1
                ? `Each point is the mean of up to ${merged} logged steps.`
                : "Each point is a logged step of one batch.",
        ].join(" ");
    }

    // ---- drawing ----

    private draw(runs: number[]): void {
        const { page, state } = this.settings;
        const shown = runs.filter((run) => page.training[run]);
        drawn.forEach(({ key, title, metric }, i) => {
            const series = shown.map((run) =>
                seriesOf(page.training[run], key, run, shortId(page, run), runs.indexOf(run)),
            );
            const logarithmic = key !== "rate" && state.lossScale === 1;
            this.charts[i].update({
                title,
                note: "",
                xName: "training step",
                xWhole: true,
                metric,
                trained: 0,
                chance: null,
                series,
                yWhole: axisRange(metric, valuesOf(series), logarithmic),
                logarithmic: { x: false, y: logarithmic },
                x: state.steps,
                y: WHOLE,
                zoom: (steps) => this.settings.set({ steps }),
                open: ({ runs: [run] }) => openDetail(page, page.runs.id[run], [run]),
            });
        });
        this.axes.update([
            { name: "training step", range: state.steps, setRange: (steps) => this.settings.set({ steps }) },
            {
                name: "loss and gradient norm",
                range: WHOLE,
                scale: state.lossScale,
                setScale: (lossScale) => this.settings.set({ lossScale }),
            },
        ]);
    }

    // ---- differences ----

    // The table of results and of options that differ, with a column for each run.
    private compare(runs: number[]): void {
        const { page } = this.settings;
        const settings = runs.map((run) => new Map(settingsOf(page, run)));
        const keys = [...new Set(settings.flatMap((own) => [...own.keys()]))].sort();
        const differing = keys.filter((key) => new Set(settings.map((own) => own.get(key))).size > 1);
        const word = (text: string | undefined): GridCell => ({ text: text ?? "–", value: text ?? null });
        const row = (name: string, group: string, cells: GridCell[]) => ({ name: word(name), cells, group });
        const { score, loss, step, seconds } = page.runs;
        const result = "results";
        this.differences.update({
            caption: "Differences of these runs",
            notes: ["–: the option is not set, or does not exist in this run."],
            headings: ["option", ...runs.map((run) => shortId(page, run))],
            words: runs.map(() => true),
            rows: [
                row("state", result, runs.map((run) => word(stateOf(page, run)))),
                row("score", result, runs.map((run) => ({ ...word(full(page.metric, score[run])), value: score[run] }))),
                row("last training loss", result, runs.map((run) => word(loss[run]?.toPrecision(3)))),
                row("steps", result, runs.map((run) => word(step[run].toLocaleString("en")))),
                row("training time", result, runs.map((run) => word(duration(seconds[run])))),
                ...differing.map((key) => row(key, "options that differ", settings.map((own) => word(own.get(key))))),
            ],
        });
        this.differences.element.hidden = !runs.length;
    }

    update(): void {
        const { page } = this.settings;
        const runs = chosenRuns(this.settings);
        const restore = restoreFocus(this.list);
        replaceChildren(this.list, runs.map((run, i) => this.chip(run, i, runs)));
        restore();
        this.offer(runs);
        this.said.textContent = this.sentence(runs);
        this.draw(runs.filter((run) => page.runs.state[run] !== State.Planned || page.training[run]));
        this.compare(runs);
    }
}
