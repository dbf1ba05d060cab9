// Curves: which panels and lines, and of what; a chart for each panel.
import { Chart, MOST_BANDS } from "./chart";
import type { Axis, Page } from "./data";
import { openDetail } from "./detail";
import { h, select } from "./dom";
import { cells } from "./group";
import { modes, seriesOf, sources, type View } from "./lines";

const FIRST_PANELS = 4; // ticked at the start

export class Charts {
    readonly element = h("div");
    private view: View;
    private panels = new Set<number>(); // labels shown
    private lines = new Set<number>();
    private charts = new Map<number, Chart>();
    private tested = false; // runs were tested in mid-training: they have curves against steps
    private choosers = h("div");
    private plots = h("div", { class: "plots" });
    private hint = h(
        "p",
        { class: "note", hidden: true },
        `Charts of more than ${MOST_BANDS} lines show the band over seeds of one line: point at it.`,
    );

    constructor(private page: Page) {
        const { rows, columns } = page.selection;
        this.view = { panels: rows, lines: columns, source: 0, mode: 0, fixed: {} };
        this.tick();
        this.element.append(this.choosers, this.hint, this.plots);
        this.choose();
    }

    private labels(axis: number): string[] {
        return axis < 0 ? ["all runs"] : this.page.axes[axis].choices.map((c) => c.label);
    }

    private tick(): void {
        this.panels = new Set([...this.labels(this.view.panels).keys()].slice(0, FIRST_PANELS));
        this.lines = new Set(this.labels(this.view.lines).keys());
    }

    private change(view: Partial<View>): void {
        const axes = "panels" in view || "lines" in view;
        this.view = { ...this.view, ...view };
        if (axes) this.tick();
        this.choose();
        this.update(this.page);
    }

    private axisSelect(label: string, key: "panels" | "lines"): HTMLElement {
        const names = ["none", ...this.page.axes.map((axis) => axis.name)];
        return select(label, names, this.view[key] + 1, (i) => this.change({ [key]: i - 1 }));
    }

    // An axis that is neither panel, line nor seed: chosen by results, or by the reader.
    private fixer(axis: Axis, a: number): HTMLElement {
        const entries = ["best", ...axis.choices.map((c) => c.label)];
        const chosen = (this.view.fixed[a] ?? -1) + 1;
        return select(axis.name, entries, chosen, (i) => this.change({ fixed: { ...this.view.fixed, [a]: i - 1 } }));
    }

    private ticks(title: string, axis: number, shown: Set<number>): HTMLElement {
        const labels = this.labels(axis);
        const summary = h("summary", {});
        const changed = () => {
            summary.textContent = `${title}: ${shown.size} of ${labels.length}`;
            this.update(this.page);
        };
        const boxes = labels.map((_, i) => {
            const box: HTMLInputElement = h("input", {
                type: "checkbox",
                checked: shown.has(i),
                onchange: () => {
                    if (box.checked) shown.add(i);
                    else shown.delete(i);
                    changed();
                },
            });
            return box;
        });
        const all = (on: boolean) => () => {
            boxes.forEach((box, i) => {
                box.checked = on;
                if (on) shown.add(i);
                else shown.delete(i);
            });
            changed();
        };
        const button = (text: string, on: boolean) => h("button", { type: "button", onclick: all(on) }, text);
        summary.textContent = `${title}: ${shown.size} of ${labels.length}`;
        return h(
            "details",
            { class: "ticks", open: innerWidth > 640 },
            summary,
            h(
                "div",
                {},
                ...boxes.map((box, i) => h("label", {}, box, labels[i])),
                button("all", true),
                button("none", false),
            ),
        );
    }

    private choose(): void {
        const { page, view } = this;
        const used = [view.panels, view.lines, page.selection.seeds];
        const others = page.axes.map((axis, a) => (used.includes(a) ? null : this.fixer(axis, a)));
        this.tested = Object.keys(page.runs.progress).length > 0;
        const focused = [...this.choosers.querySelectorAll("select")].indexOf(
            document.activeElement as HTMLSelectElement,
        );
        this.choosers.replaceChildren(
            h(
                "div",
                { class: "choosers" },
                this.axisSelect("A chart for each", "panels"),
                this.axisSelect("a line for each", "lines"),
                select("showing", [...modes], view.mode, (mode) => this.change({ mode })),
                this.tested && select("against", [...sources], view.source, (source) => this.change({ source })),
                ...others,
            ),
            this.ticks(view.panels < 0 ? "Charts" : page.axes[view.panels].name, view.panels, this.panels),
            this.ticks(view.lines < 0 ? "Lines" : page.axes[view.lines].name, view.lines, this.lines),
        );
        if (focused >= 0) this.choosers.querySelectorAll("select")[focused]?.focus();
    }

    update(page: Page): void {
        this.page = page;
        if (!this.tested && Object.keys(page.runs.progress).length > 0) this.choose();
        const all = cells(page, this.view.panels, this.view.lines);
        for (const [panel, chart] of this.charts)
            if (!this.panels.has(panel)) {
                chart.remove();
                this.charts.delete(panel);
            }
        for (const panel of [...this.panels].sort((a, b) => a - b)) {
            let chart = this.charts.get(panel);
            if (!chart) this.charts.set(panel, (chart = new Chart()));
            this.plots.append(chart.element);
            this.draw(chart, panel, all.get(panel) ?? new Map());
        }
        this.hint.hidden = ![...this.charts.values()].some((chart) => chart.hidesBands);
    }

    private draw(chart: Chart, panel: number, row: Map<number, number[]>): void {
        const { page, view } = this;
        const title = this.labels(view.panels)[panel];
        const lines = [...this.lines].sort((a, b) => a - b);
        const panelChoice = view.panels < 0 ? undefined : page.axes[view.panels].choices[panel];
        chart.update({
            title,
            xName: sources[view.source],
            trained: view.source === 0 ? page.trained : 0,
            chance: panelChoice?.chance ?? null,
            series: lines.flatMap((line) => (row.has(line) ? seriesOf(page, row.get(line)!, line, view) : [])),
            styles: view.lines < 0 ? [] : page.axes[view.lines].choices,
            open: (series) => openDetail(page, `${title}, ${series.label}`, series.runs),
        });
    }
}
