// Controls for the role of each axis. The axis makes panels or lines, runs are averaged over it, its label is chosen by
// the best score, or it is fixed to one label.
import type { Page } from "./data";
import { h, restoreFocus } from "./dom";
import { labelsKept } from "./group";
import { fixedWords, giveRole, lists, mayBeBest, namesOf, roleOf, type Role } from "./roles";
import type { Settings } from "./settings";

// How the runs of a line or cell are combined: words, such as "averaged", each with the axes that the word applies to.
export type Behind = [word: string, axes: number[]][];

export class Chooser {
    readonly element: HTMLElement;
    private summary = h("summary");
    private boxes = h("div", { class: "choosers" });

    // words: the names of panels and lines in this section, such as "charts" and "lines", or "rows" and "columns".
    constructor(
        private settings: Settings,
        private words: { panels: string; lines: string; panel: string; line: string },
        private behind: () => Behind,
    ) {
        this.element = h("details", { class: "roles" }, this.summary, this.boxes);
    }

    // "charts: task · lines: encoding × positions · averaged: seed · best: lr"
    private sentence(): string {
        const { page, state } = this.settings;
        const { panels, lines } = state.layout;
        const say = (word: string, axes: number[], between: string) =>
            axes.length ? `${word}: ${namesOf(page, axes, between)}` : "";
        const fixed = fixedWords(page, state.layout);
        return [
            say(this.words.panels, panels, " × "),
            say(this.words.lines, lines, " × "),
            ...this.behind().map(([word, axes]) => say(word, axes, ", ")),
            fixed && `only: ${fixed}`,
        ]
            .filter(Boolean)
            .join(" · ");
    }

    private choose(page: Page, axis: number): HTMLElement {
        const { layout } = this.settings.state;
        const names = { panels: this.words.panel, lines: this.words.line, mean: "averaged", best: "best" };
        const now = roleOf(layout, axis);
        const entry = (text: string, role: Role) => h("option", { value: role, selected: role === now }, text);
        const box: HTMLSelectElement = h(
            "select",
            {
                onchange: () => {
                    const role = lists.find((list) => list === box.value) ?? Number(box.value);
                    this.settings.setLayout(giveRole(page, this.settings.state.layout, axis, role));
                },
            },
            ...lists.filter((list) => list !== "best" || mayBeBest(page, axis)).map((list) => entry(names[list], list)),
            h(
                "optgroup",
                { label: "only" },
                ...labelsKept(page, axis).map((label) => entry(page.axes[axis].choices[label].label, label)),
            ),
        );
        return h("label", { class: "choose" }, page.axes[axis].name, " ", box);
    }

    update(): void {
        const { page } = this.settings;
        const open = [...page.axes.keys()].filter((a) => labelsKept(page, a).length > 1);
        const restore = restoreFocus(this.boxes);
        this.summary.textContent = this.sentence() || "all runs";
        this.boxes.replaceChildren(...open.map((a) => this.choose(page, a)));
        this.element.hidden = !open.length;
        restore();
    }
}
