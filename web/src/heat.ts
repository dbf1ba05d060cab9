// The heat map: scores by row and column as colours.
import { Chooser, type Behind } from "./chooser";
import { heat, heatBar } from "./colour";
import { openDetail } from "./detail";
import { h, restoreFocus, select } from "./dom";
import { extent } from "./extent";
import { GridView, type GridCell } from "./grid";
import { bestRuns, cells, choiceOf, chosen, combinations, groups, meanScore, placedRuns, type Layout } from "./group";
import { interval, unitScores } from "./interval";
import { ends, full, goodness, heading, number } from "./metric";
import { fixedWords, namesOf } from "./roles";
import type { Settings } from "./settings";
import { cellTip } from "./tables";

const modes = ({ best }: Layout) => [best.length ? "mean at the best choice" : "mean", "mean over all runs", "best run"];

const [ALL, BEST] = [1, 2];

// How the runs of a cell are combined.
function behind(mode: number, { mean, best }: Layout): Behind {
    if (mode === BEST) return [["best of", [...mean, ...best]]];
    return mode === ALL ? [["averaged", [...mean, ...best]]] : [["averaged", mean], ["best of", best]];
}

export class HeatMap {
    readonly element = h("div");
    private view: GridView;
    private scale = h("div", { class: "scale" });
    private chooser: Chooser;
    private choosers = h("div", { class: "choosers" });

    constructor(private settings: Settings) {
        const words = { panels: "rows", lines: "columns", panel: "a row for each", line: "a column for each" };
        this.chooser = new Chooser(settings, words, () => behind(settings.state.map, settings.state.layout));
        this.view = new GridView(settings.orderOf("map"));
        this.view.element.classList.add("heat");
        this.element.append(this.chooser.element, this.choosers, this.scale, this.view.element);
        settings.onChange(() => this.update(), "layout", "map", "orders");
    }

    // The runs of a cell whose mean is shown.
    private shown(runs: number[]): number[] {
        const { page, state } = this.settings;
        if (state.map === BEST) return bestRuns(page, runs, state.layout);
        return state.map === ALL ? runs : (chosen(page, groups(page, runs, state.layout))?.runs ?? []);
    }

    // Makes a cell. largest: the largest score of all cells.
    private cell(runs: number[] | undefined, title: string, largest: number): GridCell {
        if (!runs) return { text: "", value: null };
        const { page, state } = this.settings;
        const { panels, lines } = state.layout;
        const shown = this.shown(runs);
        const score = meanScore(page, shown);
        const known = !Number.isNaN(score);
        const colour = known ? heat(goodness(page.metric, score, largest)) : undefined;
        const choice = (named: boolean) => (known && state.map !== ALL ? choiceOf(page, state.layout, shown, named) : "");
        const note = choice(true) && `chosen by best: ${choice(true)}`;
        const averaged = state.map === ALL ? [...state.layout.mean, ...state.layout.best] : state.layout.mean;
        const range = state.map === BEST ? null : interval(page, unitScores(page, shown, averaged));
        const between = range && `${number(page.metric, range[0])}–${number(page.metric, range[1])}`;
        const words = between ? `, 95 % interval of the mean ${between}` : "";
        return {
            text: number(page.metric, score),
            value: known ? score : null,
            below: [between, note && `[${choice(false)}]`].filter(Boolean).join(" "),
            style: colour && `background:${colour.ground};color:${colour.letters}`,
            tip: () => `${title}: ${full(page.metric, score)}${words}\n${cellTip(page, runs, note, [...panels, ...lines])}`,
            open: () => openDetail(page, title, runs, note),
        };
    }

    private largest(all: Map<string, Map<string, number[]>>): number {
        const scores = [...all.values()].flatMap((row) =>
            [...row.values()].map((runs) => meanScore(this.settings.page, this.shown(runs))),
        );
        return Math.max(0, extent(scores)[1]);
    }

    // The colour bar, from the worst to the best value; `largest` is the end of the bar if the metric has no upper
    // bound.
    private drawScale(largest: number): void {
        const { metric } = this.settings.page;
        const [worst, best] = ends(metric, largest);
        this.scale.replaceChildren(
            h("span", {}, full(metric, worst)),
            h("span", {
                class: "bar",
                style: `background:${heatBar}`,
                role: "img",
                "aria-label": "colours from the worst to the best",
            }),
            h("span", {}, full(metric, best)),
        );
        this.scale.hidden = worst === best;
    }

    update(): void {
        const { page, state } = this.settings;
        const { panels, lines } = state.layout;
        const placed = placedRuns(page, state.layout);
        const all = cells(page, state.layout);
        const rows = combinations(page, panels, placed);
        const columns = combinations(page, lines, placed, true);
        const largest = this.largest(all);
        const most = [...all.values()]
            .flatMap((row) => [...row.values()])
            .reduce((count, runs) => Math.max(count, runs.length), 0);
        const fixed = fixedWords(page, state.layout);
        const restore = restoreFocus(this.choosers);
        this.chooser.update();
        this.choosers.replaceChildren(select("Show", modes(state.layout), state.map, (map) => this.settings.set({ map })));
        restore();
        this.drawScale(largest);
        this.view.update({
            caption: `${heading(page.metric)}${state.map === BEST ? `, best of ${most} runs` : ""}${fixed && `: ${fixed}`}`,
            note: `${page.metric.score}.${state.map === BEST ? "" : " Below a mean: its 95 % interval."}`,
            headings: [namesOf(page, panels), ...columns.map((c) => c.label || "all runs")],
            lower: columns.map(() => page.metric.lower_is_better),
            rows: rows.map((row) => ({
                name: { text: row.label || fixed || "all runs", value: row.label },
                cells: columns.map((column) =>
                    this.cell(
                        all.get(row.key)?.get(column.key),
                        [row.label, column.label].filter(Boolean).join(", ") || fixed || "all runs",
                        largest,
                    ),
                ),
            })),
        });
    }
}
