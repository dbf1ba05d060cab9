// The section of curves: a chart for each panel, with a line for each combination of labels.
import { ticked, WHOLE, type Range } from "./address";
import { Axes } from "./axes";
import { Chart, MOST_BANDS } from "./chart";
import { Chooser, type Behind } from "./chooser";
import { openDetail } from "./detail";
import { h, replaceChildren, restoreFocus, select } from "./dom";
import { extent } from "./extent";
import { cells, combinations, placedRuns, type Combination, type Layout } from "./group";
import { modes, recordsOf, seriesOf, sources, stylesOf, valuesOf, type Series } from "./lines";
import { axisRange, axisTitle, mayBeLogarithmic } from "./metric";
import { fixedWords, named, namesOf } from "./roles";
import type { Settings } from "./settings";

type Which = "panels" | "lines";

// How the runs of a line are combined.
function behind(mode: number, { mean, best }: Layout): Behind {
    if (mode === 1) return [["best of", [...mean, ...best]]];
    return [[mode === 2 ? "each" : "averaged", mean], ["best of", best]];
}

export class Charts {
    readonly element = h("div");
    private charts = new Map<string, Chart>(); // by key of their panel
    private chooser: Chooser;
    private choosers = h("div", { class: "choosers" });
    private axes = new Axes();
    private drawn: Series[] = []; // of all charts
    private yWhole: [low: number, high: number] = [0, 1]; // the y axis that all charts share
    private ticks = { panels: new Ticks("Charts"), lines: new Ticks("Lines") };
    private plots = h("div", { class: "plots" });
    private empty = h("p", { class: "empty", role: "status" });
    private hint = h(
        "p",
        { class: "note", hidden: true },
        `Charts of more than ${MOST_BANDS} lines show the band of only one line: point at it.`,
    );

    constructor(private settings: Settings) {
        const words = { panels: "charts", lines: "lines", panel: "a chart for each", line: "a line for each" };
        this.chooser = new Chooser(settings, words, () => behind(settings.state.mode, settings.state.layout));
        this.element.append(
            this.choosers,
            h(
                "div",
                { class: "folds" },
                this.chooser.element,
                this.ticks.panels.element,
                this.ticks.lines.element,
                this.axes.element,
            ),
            this.hint,
            this.empty,
            this.plots,
        );
        const own = ["layout", "panels", "lines", "mode", "source", "x", "y", "xScale", "yScale"] as const;
        settings.onChange(() => this.update(), ...own);
    }

    private choose(): void {
        const { page, state } = this.settings;
        const tested = Object.keys(page.runs.progress).length > 0; // scores were measured during training too
        const restore = restoreFocus(this.choosers);
        this.choosers.replaceChildren(
            select("showing", [...modes], state.mode, (mode) => this.settings.set({ mode })),
            ...(tested
                ? [select("against", [...sources], state.source, (source) => this.settings.set({ source, x: WHOLE }))]
                : []),
        );
        restore();
    }

    // The y range of the values that are drawn within the x range, with a margin of 3 %.
    private fit(): Range {
        const { page, state } = this.settings;
        const values = valuesOf(this.drawn, state.x[0] ?? -Infinity, state.x[1] ?? Infinity);
        const [low, high] = extent(values, state.yScale ? 0 : -Infinity).map((value) => page.metric.scale * value);
        if (low > high) return WHOLE;
        const room = 0.03 * (high - low || Math.abs(high) || 1);
        return [state.yScale ? low : Math.max(low - room, page.metric.scale * page.metric.low), high + room].map(
            (value) => Number(value.toPrecision(3)),
        ) as [number, number];
    }

    private chooseAxes(): void {
        const { page, state } = this.settings;
        this.axes.update([
            {
                name: sources[state.source],
                range: state.x,
                setRange: (x) => this.settings.set({ x }),
                scale: state.xScale,
                setScale: (xScale) => this.settings.set({ xScale }),
            },
            {
                name: axisTitle(page.metric),
                range: state.y,
                setRange: (y) => this.settings.set({ y }),
                scale: mayBeLogarithmic(page.metric) ? state.yScale : undefined,
                setScale: (yScale) => this.settings.set({ yScale, y: WHOLE }),
                fit: () => this.fit(),
            },
        ]);
    }

    private tick(which: Which): Combination[] {
        const { page, state } = this.settings;
        const all = combinations(page, state.layout[which], placedRuns(page, state.layout), which === "lines");
        const shown = ticked(page, state, which);
        const change = (keys: string[]) => this.settings.set({ [which]: keys });
        this.ticks[which].update(namesOf(page, state.layout[which], " × "), all, shown, change);
        return shown;
    }

    // A message with the choice that the reader must make before anything can be drawn, or "" if no choice is missing.
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
        this.chooseAxes();
        this.hint.hidden = ![...this.charts.values()].some((chart) => chart.hidesBands);
    }

    private draw(panels: Combination[], lines: Combination[]): void {
        const { page, state } = this.settings;
        const all = cells(page, state.layout);
        const styles = stylesOf(page, state.layout.lines, lines);
        const within = panels.map((panel) =>
            lines.flatMap((line, i) =>
                seriesOf(page, all.get(panel.key)?.get(line.key) ?? [], line, i, styles[i], state),
            ),
        );
        this.drawn = within.flat();
        this.yWhole = axisRange(page.metric, valuesOf(this.drawn), state.yScale === 1);
        for (const [key, chart] of this.charts)
            if (!panels.some((panel) => panel.key === key)) {
                chart.remove();
                this.charts.delete(key);
            }
        for (const [i, panel] of panels.entries()) {
            let chart = this.charts.get(panel.key);
            if (!chart) this.charts.set(panel.key, (chart = new Chart()));
            const there = this.plots.children[i];
            if (there !== chart.element) this.plots.insertBefore(chart.element, there ?? null); // an element that moves loses the focus
            this.drawPanel(chart, panel, within[i]);
        }
    }

    // The score of guessing in the panel's task, or in the task of all runs; null if the metric has none.
    private chance(panel: Combination): number | null {
        const { page, state } = this.settings;
        const { panels, fixed } = state.layout;
        const chances = page.axes.map(({ task, choices }, a) => {
            const label = panels.includes(a) ? panel.labels[panels.indexOf(a)] : fixed[a];
            return task && label !== undefined ? choices[label].chance : null;
        });
        return chances.find((chance) => chance !== null) ?? page.task.chance;
    }

    // The longest training length, if all runs shown share it; else 0.
    private trained(series: Series[]): number {
        const { page, state } = this.settings;
        const lengths = new Set(series.flatMap(({ runs }) => runs.map((run) => page.trained[run])));
        return state.source === 0 && lengths.size === 1 ? [...lengths][0] : 0;
    }

    private drawPanel(chart: Chart, panel: Combination, series: Series[]): void {
        const { page, state } = this.settings;
        const fixed = fixedWords(page, state.layout);
        const title = named(page, state.layout.panels, panel) || fixed || page.task.label || "all runs";
        chart.update({
            title,
            note: panel.label ? fixed : "",
            metric: page.metric,
            xName: sources[state.source],
            xWhole: state.source < 2,
            xNote: recordsOf(page, state.source),
            trained: this.trained(series),
            chance: this.chance(panel),
            series,
            yWhole: this.yWhole,
            logarithmic: { x: state.xScale === 1, y: state.yScale === 1 },
            x: state.x,
            y: state.y,
            zoom: (x) => this.settings.set({ x }),
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

// Checkboxes that choose the combinations to show.
class Ticks {
    readonly element: HTMLElement;
    private summary = h("summary");
    private boxes = h("div");

    constructor(private title: string) {
        this.element = h("details", { class: "ticks" }, this.summary, this.boxes);
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
        replaceChildren(this.boxes, all.map(box), button("all", all), button("none", []));
        this.element.hidden = all.length <= 1;
        restore();
    }
}
