// The list of runs, a hundred at a time, with a search for words and states, and the list of failures.
import { State, stateNames, stateOf, type Page } from "./data";
import { openDetail } from "./detail";
import { h, restoreFocus, select } from "./dom";
import { count, duration, labelsOf } from "./format";
import { GridView, type GridCell } from "./grid";
import { keptRuns, labelOn } from "./group";
import { short } from "./metric";
import type { Settings } from "./settings";
import { isChosen, toggle } from "./training";

const SHOWN = 100;

export class RunList {
    readonly element = h("div");
    private view: GridView;
    private shown = SHOWN;
    private more = h("button", { type: "button", onclick: () => this.show(this.shown + 5 * SHOWN) });
    private search = h("input", { type: "search", placeholder: "label or id" });
    private states = h("div");
    private said = h("p", { class: "note", role: "status" });

    constructor(private settings: Settings) {
        this.view = new GridView(settings.orderOf("runs"));
        this.search.addEventListener("input", () => this.find({ wanted: this.search.value }));
        this.element.append(
            h("div", { class: "choosers" }, this.states, h("label", { class: "choose" }, "Search ", this.search)),
            this.said,
            this.view.element,
            this.more,
        );
        settings.onChange(() => this.update(settings.page), "state", "wanted", "orders", "chosen", "layout", "panels");
    }

    private show(shown: number): void {
        this.shown = shown;
        this.update(this.settings.page);
    }

    private find(change: { state?: number; wanted?: string }): void {
        this.shown = SHOWN;
        this.settings.set(change);
    }

    private fits(run: number): boolean {
        const { page, state } = this.settings;
        const { runs } = page;
        if (state.state && runs.state[run] !== state.state - 1) return false;
        if (!state.wanted) return true;
        const text = `${runs.id[run]} ${labelsOf(page, run)}`.toLowerCase();
        return state.wanted
            .toLowerCase()
            .split(/\s+/)
            .every((word) => text.includes(word));
    }

    // Updates the fields above the table. The text being typed stays.
    private chooseState(): void {
        const { state } = this.settings;
        const restore = restoreFocus(this.states);
        this.states.replaceChildren(
            select("State", ["all", ...stateNames], state.state, (i) => this.find({ state: i })),
        );
        restore();
        if (this.search.value !== state.wanted) this.search.value = state.wanted;
    }

    // The cell that shows or hides the training of a run.
    private chooses(run: number): GridCell {
        const { page } = this.settings;
        if (!page.training[run]) return { text: "", value: null };
        const shown = isChosen(this.settings, run);
        return { text: shown ? "✓ shown" : "show", value: shown ? 1 : 0, link: true, open: () => toggle(this.settings, run) };
    }

    update(page: Page): void {
        const { runs } = page;
        const trained = Object.keys(page.training).length > 0;
        this.chooseState();
        const fitting = keptRuns(page).filter((run) => this.fits(run));
        const hidden = Math.max(fitting.length - this.shown, 0);
        this.said.textContent = (hidden ? `The first ${this.shown} of ` : "") + count(fitting.length, "run");
        this.more.textContent = `Show ${Math.min(5 * SHOWN, hidden)} more`;
        this.more.hidden = !hidden;
        this.view.update({
            caption: "Runs",
            headings: ["run", ...page.axes.map((axis) => axis.name), "state", "score", "training time", ...(trained ? ["training"] : [])],
            words: [...page.axes.map(() => true), true, false, false, true],
            lower: [...page.axes.map(() => false), false, page.metric.lower_is_better, true],
            most: this.shown,
            rows: fitting.map((run) => ({
                name: {
                    text: runs.id[run].slice(0, 8),
                    value: run,
                    link: true,
                    open: () => openDetail(page, runs.id[run], [run]),
                },
                cells: [
                    ...page.axes.map((_, a) => ({ text: labelOn(page, a, run), value: labelOn(page, a, run) })),
                    { text: stateOf(page, run), value: stateOf(page, run) },
                    { text: short(page.metric, runs.score[run]), value: runs.score[run] },
                    { text: duration(runs.seconds[run]), value: runs.seconds[run] },
                    ...(trained ? [this.chooses(run)] : []),
                ],
            })),
        });
    }
}

export class Failures {
    readonly element = h("div");

    update(page: Page): void {
        const { runs } = page;
        const bad = keptRuns(page).filter((run) => runs.state[run] >= State.Failed);
        const shown = bad.slice(0, SHOWN);
        this.element.replaceChildren(
            ...shown.map((run) =>
                h(
                    "p",
                    { class: "failure" },
                    h("b", {}, stateOf(page, run)),
                    " ",
                    h(
                        "button",
                        { type: "button", class: "link", onclick: () => openDetail(page, runs.id[run], [run]) },
                        labelsOf(page, run) || runs.id[run],
                    ),
                    h("span", {}, runs.reason[run] ?? "unknown reason"),
                ),
            ),
        );
        if (!bad.length) this.element.append(h("p", {}, "No run has failed or diverged."));
        if (bad.length > SHOWN)
            this.element.append(h("p", {}, `and ${count(bad.length - SHOWN, "more run")}: choose their state below`));
    }
}
