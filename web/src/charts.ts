// Curves: a chart for each panel, with its lines.
import { ticked } from "./address";
import { Chart, MOST_BANDS } from "./chart";
import { Chooser } from "./chooser";
import { openDetail } from "./detail";
import { h, restoreFocus, select } from "./dom";
import { cells, combinations, placedRuns, type Combination } from "./group";
import { modes, seriesOf, sources, stylesOf, type Style } from "./lines";
import { fixedWords, namesOf } from "./roles";
import type { Settings } from "./settings";

type Which = "panels" | "lines";

export class Charts {
    readonly element = h("div");
    private charts = new Map<string, Chart>(); // by the key of their panel
    private chooser: Chooser;
    private choosers = h("div", { class: "choosers" });
    private ticks = { panels: new Ticks("Charts"), lines: new Ticks("Lines") };
    private plots = h("div", { class: "plots" });
    private empty = h("p", { class: "empty", role: "status" });
    private hint = h(
        "p",
        { class: "note", hidden: true },
        `Charts of more than ${MOST_BANDS} lines show the band of one line: point at it.`,
    );

    constructor(private settings: Settings) {
        const words = { panels: "charts", lines: "lines", panel: "a chart for each", line: "a line for each" };
        this.chooser = new Chooser(settings, words, innerWidth > 640);
        this.element.append(
            this.chooser.element,
            this.choosers,
            this.ticks.panels.element,
            this.ticks.lines.element,
            this.hint,
            this.empty,
            this.plots,
        );
        settings.onChange(() => this.update());
    }

    private choose(): void {
        const { page, state } = this.settings;
        const tested = Object.keys(page.runs.progress).length > 0; // in mid-training
        const restore = restoreFocus(this.choosers);
        this.choosers.replaceChildren(
            select("showing", [...modes], state.mode, (mode) => this.settings.set({ mode })),
            ...(tested
                ? [select("against", [...sources], state.source, (source) => this.settings.set({ source }))]
                : []),
        );
        restore();
    }

    private tick(which: Which): Combination[] {
        const { page, state } = this.settings;
        const all = combinations(page, state.layout[which], placedRuns(page, state.layout));
        const shown = ticked(page, state, which);
        const change = (keys: string[]) => this.settings.set({ [which]: keys });
        this.ticks[which].update(namesOf(page, state.layout[which], " × "), all, shown, change);
        return shown;
    }

    // What the reader has to do before there is something to see.
    private missing(panels: Combination[], lines: Combination[]): string {
        const { page, state } = this.settings;
        const tick = (which: Which) => `tick one or more under “${namesOf(page, state.layout[which], " × ")}” above.`;
        if (!placedRuns(page, state.layout).length) return "No run has these labels: choose other ones above.";
        if (!panels.length) return `No chart is chosen: ${tick("panels")}`;
        return lines.length ? "" : `No line is chosen: ${tick("lines")}`;
    }

    update(): void {
        this.chooser.update();
        this.choose();
        const panels = this.tick("panels");
        const lines = this.tick("lines");
        const words = this.missing(panels, lines);
        this.empty.textContent = words;
        this.empty.hidden = !words;
        this.draw(words ? [] : panels, lines);
        this.hint.hidden = ![...this.charts.values()].some((chart) => chart.hidesBands);
    }

    private draw(panels: Combination[], lines: Combination[]): void {
        const { page, state } = this.settings;
        const all = cells(page, state.layout);
        const styles = stylesOf(page, state.layout.lines, lines);
        for (const [key, chart] of this.charts)
            if (!panels.some((panel) => panel.key === key)) {
                chart.remove();
                this.charts.delete(key);
            }
        for (const panel of panels) {
            let chart = this.charts.get(panel.key);
            if (!chart) this.charts.set(panel.key, (chart = new Chart()));
            this.plots.append(chart.element);
            this.drawPanel(chart, panel, all.get(panel.key) ?? new Map<string, number[]>(), lines, styles);
        }
    }

    // What guessing scores, where the metric has that: that of the task, of the panel or of all.
    private chance(panel: Combination): number | null {
        const { page, state } = this.settings;
        const { panels, fixed } = state.layout;
        const chances = page.axes.map(({ task, choices }, a) => {
            const label = panels.includes(a) ? panel.labels[panels.indexOf(a)] : fixed[a];
            return task && label !== undefined ? choices[label].chance : null;
        });
        return chances.find((chance) => chance !== null) ?? null;
    }

    private drawPanel(
        chart: Chart,
        panel: Combination,
        row: Map<string, number[]>,
        lines: Combination[],
        styles: Style[],
    ): void {
        const { page, state } = this.settings;
        const fixed = fixedWords(page, state.layout);
        const title = panel.label || fixed || "all runs";
        chart.update({
            title,
            note: panel.label ? fixed : "",
            metric: page.metric,
            xName: sources[state.source],
            trained: state.source === 0 ? page.trained : 0,
            chance: this.chance(panel),
            series: lines.flatMap((line, i) => seriesOf(page, row.get(line.key) ?? [], line, i, styles[i], state)),
            open: ({ label, note, runs }) =>
                openDetail(
                    page,
                    [title, label].filter(Boolean).join(", "),
                    runs,
                    [panel.label && fixed && `only ${fixed}`, note && `chosen by best: ${note}`]
                        .filter(Boolean)
                        .join("\n"),
                ),
        });
    }
}

// Which combinations are shown.
class Ticks {
    readonly element: HTMLElement;
    private summary = h("summary");
    private boxes = h("div");

    constructor(private title: string) {
        this.element = h("details", { class: "ticks", open: innerWidth > 640 }, this.summary, this.boxes);
    }

    update(axes: string, all: Combination[], shown: Combination[], change: (keys: string[]) => void): void {
        const keys = new Set(shown.map((c) => c.key));
        const restore = restoreFocus(this.boxes);
        const button = (text: string, to: Combination[]) =>
            h("button", { type: "button", onclick: () => change(to.map((c) => c.key)) }, text);
        const box = ({ key, label }: Combination) => {
            const input: HTMLInputElement = h("input", {
                type: "checkbox",
                checked: keys.has(key),
                onchange: () =>
                    change(all.filter((c) => (c.key === key ? input.checked : keys.has(c.key))).map((c) => c.key)),
            });
            return h("label", {}, input, label);
        };
        this.summary.textContent = `${this.title}, ${axes}: ${shown.length} of ${all.length}`;
        this.boxes.replaceChildren(...all.map(box), button("all", all), button("none", []));
        this.element.hidden = all.length <= 1;
        restore();
    }
}
