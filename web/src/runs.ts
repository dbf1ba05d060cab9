// All runs, a hundred at a time, and the failures with their reasons.
import { State, stateNames, type Page } from "./data";
import { openDetail } from "./detail";
import { h, select } from "./dom";
import { count, duration, labelsOf } from "./format";
import { GridView } from "./grid";
import { keptRuns, labelOn } from "./group";
import { short } from "./metric";

const SHOWN = 100;

export class RunList {
    readonly element = h("div");
    private view = new GridView();
    private state = 0; // 0: all
    private wanted = "";
    private shown = SHOWN;
    private page!: Page;
    private more = h("button", { type: "button", onclick: () => this.set({ shown: this.shown + 5 * SHOWN }) });
    private said = h("p", { class: "note", role: "status" });

    constructor() {
        const search = h("input", {
            type: "search",
            placeholder: "label or id",
            oninput: () => this.set({ wanted: search.value.toLowerCase(), shown: SHOWN }),
        });
        const states = ["all", ...stateNames];
        this.element.append(
            h(
                "div",
                { class: "choosers" },
                select("State", states, 0, (i) => this.set({ state: i, shown: SHOWN })),
                h("label", { class: "choose" }, "Search ", search),
            ),
            this.said,
            this.view.element,
            this.more,
        );
    }

    private set(change: { state?: number; wanted?: string; shown?: number }): void {
        Object.assign(this, change);
        this.update(this.page);
    }

    private fits(run: number): boolean {
        const { runs } = this.page;
        if (this.state && runs.state[run] !== this.state - 1) return false;
        if (!this.wanted) return true;
        const text = `${runs.id[run]} ${labelsOf(this.page, run)}`.toLowerCase();
        return this.wanted.split(/\s+/).every((word) => text.includes(word));
    }

    update(page: Page): void {
        this.page = page;
        const { runs } = page;
        const fitting = keptRuns(page).filter((run) => this.fits(run));
        const hidden = Math.max(fitting.length - this.shown, 0);
        this.said.textContent = (hidden ? `The first ${this.shown} of ` : "") + count(fitting.length, "run");
        this.more.textContent = `Show ${Math.min(5 * SHOWN, hidden)} more`;
        this.more.hidden = !hidden;
        this.view.update({
            caption: "Runs",
            headings: ["run", ...page.axes.map((axis) => axis.name), "state", "score", "training"],
            words: [...page.axes.map(() => true), true],
            lower: [...page.axes.map(() => false), false, page.metric.lower_is_better],
            most: this.shown,
            rows: fitting.map((run) => ({
                name: { text: runs.id[run].slice(0, 8), value: run, open: () => openDetail(page, runs.id[run], [run]) },
                cells: [
                    ...page.axes.map((_, a) => ({ text: labelOn(page, a, run), value: labelOn(page, a, run) })),
                    { text: stateNames[runs.state[run]], value: stateNames[runs.state[run]] },
                    { text: short(page.metric, runs.score[run]), value: runs.score[run] },
                    { text: duration(runs.seconds[run]), value: runs.seconds[run] },
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
                    h("b", {}, stateNames[runs.state[run]]),
                    " ",
                    h(
                        "button",
                        { type: "button", class: "link", onclick: () => openDetail(page, runs.id[run], [run]) },
                        labelsOf(page, run) || runs.id[run],
                    ),
                    h("span", {}, runs.reason[run] ?? "no reason is known"),
                ),
            ),
        );
        if (!bad.length) this.element.append(h("p", {}, "No run has failed or diverged."));
        if (bad.length > SHOWN)
            this.element.append(h("p", {}, `and ${count(bad.length - SHOWN, "more run")}: choose their state below`));
    }
}
