// Heat map: the score of each row and column as a colour.
import { heat } from "./colour";
import type { Page } from "./data";
import { openDetail } from "./detail";
import { h, select } from "./dom";
import { percent } from "./format";
import { GridView, type GridCell } from "./grid";
import { bestRun, cells, chosen, groups, meanScore } from "./group";
import { cellTip } from "./tables";

const modes = ["best run", "mean over seeds, best setting", "mean over all runs"];

export class HeatMap {
    readonly element = h("div");
    private view = new GridView();
    private mode = 0;
    private page!: Page;

    constructor() {
        const change = (mode: number) => {
            this.mode = mode;
            this.update(this.page);
        };
        this.element.append(h("div", { class: "choosers" }, select("Show", modes, 0, change)), this.view.element);
    }

    private score(runs: number[]): number {
        const { rows, columns } = this.page.selection;
        const best = bestRun(this.page, runs);
        if (this.mode === 0) return best === undefined ? NaN : this.page.runs.score[best]!;
        if (this.mode === 1) return chosen(this.page, groups(this.page, runs, rows, columns, {}))?.mean ?? NaN;
        return meanScore(this.page, runs);
    }

    private cell(runs: number[] | undefined, title: string): GridCell {
        if (!runs) return { text: "", value: null };
        const score = this.score(runs);
        const page = this.page;
        const known = !Number.isNaN(score);
        const colour = known ? heat(score) : undefined;
        return {
            text: known ? (100 * score).toFixed(1) : "–",
            value: known ? score : null,
            style: colour && `background:${colour.ground};color:${colour.letters}`,
            tip: () => `${title}: ${percent(score)}\n${cellTip(page, runs, "")}`,
            open: () => openDetail(page, title, runs),
        };
    }

    update(page: Page): void {
        this.page = page;
        const { rows, columns } = page.selection;
        const all = cells(page, rows, columns);
        const names = (axis: number) => (axis < 0 ? ["all runs"] : page.axes[axis].choices.map((c) => c.label));
        this.view.element.classList.add("heat");
        this.view.update({
            caption: "Score in percent",
            note: "Mean accuracy over the lengths beyond those of training.",
            headings: [rows < 0 ? "" : page.axes[rows].name, ...names(columns)],
            rows: names(rows).map((row, r) => ({
                name: { text: row, value: row },
                cells: names(columns).map((column, c) => this.cell(all.get(r)?.get(c), `${row}, ${column}`)),
            })),
        });
    }
}
