// The tables of the report.
import type { Cell, Page, Table } from "./data";
import { openDetail } from "./detail";
import { h } from "./dom";
import { GridView, type Grid, type GridCell } from "./grid";
import type { Settings } from "./settings";
import { bestFirst, labelOn } from "./group";
import { short } from "./metric";

const SHOWN = 12; // runs in a tooltip

// The tooltip of a cell: its note, then its runs, the best first. Runs are named by their labels on all axes except
// `known`.
export function cellTip(page: Page, runs: number[], note: string, known: number[]): string {
    const axes = page.axes.map((_, a) => a).filter((a) => !known.includes(a));
    const name = (run: number) => axes.map((a) => `${page.axes[a].name} ${labelOn(page, a, run)}`).join(", ");
    const ended = runs.filter((run) => page.runs.score[run] !== null);
    const lines = bestFirst(page, ended).map((run) => `${short(page.metric, page.runs.score[run])}  ${name(run)}`);
    const rest = runs.length - Math.min(ended.length, SHOWN);
    return [note, ...lines.slice(0, SHOWN), rest > 0 && `and ${rest} more`].filter(Boolean).join("\n");
}

// The statistics of a cell, and the published value, if any.
function noteOf(cell: Cell): string {
    const s = cell.statistics;
    const number = (x: number | null) => (x === null ? "–" : x.toFixed(Math.max(s?.digits ?? 0, 0)));
    const lines = s
        ? [
              `mean ${number(s.mean)}, sd ${number(s.sd)}, median ${number(s.median)}, ${number(s.min)} to ${number(s.max)}`,
              `95 % interval of the mean: ${number(s.low)} to ${number(s.high)}`,
          ]
        : [];
    if (cell.published) lines.push(`published: ${cell.published}`);
    return lines.join("\n");
}

function gridCell(page: Page, cell: Cell, title: string): GridCell {
    const runs = cell.runs ?? [];
    const note = noteOf(cell);
    const { rows, columns } = page.selection;
    return {
        text: cell.text,
        value: cell.value ?? (cell.text && !runs.length ? cell.text : null),
        below: cell.published,
        best: cell.best,
        tip: runs.length || note ? () => cellTip(page, runs, note, [...rows, ...columns]) : undefined,
        open: runs.length ? () => openDetail(page, title, runs, note) : undefined,
    };
}

const gridOf = (page: Page, table: Table): Grid => ({
    caption: table.title,
    note: table.caption,
    notes: table.notes,
    headings: [table.corner, ...table.columns],
    lower: table.columns.map(() => table.lower_is_better),
    rows: table.rows.map((row) => ({
        name: { text: row.label + (row.order_invariant ? " †" : ""), value: row.label },
        group: row.group,
        cells: row.cells.map((cell, column) => gridCell(page, cell, `${row.label}, ${table.columns[column]}`)),
    })),
});

export class Tables {
    readonly element = h("div");
    private views = new Map<string, GridView>();

    constructor(private settings: Settings) {
        settings.onChange(() => this.update(settings.page), "orders");
    }

    update(page: Page): void {
        for (const table of page.tables) {
            let view = this.views.get(table.name);
            if (!view) {
                this.views.set(table.name, (view = new GridView(this.settings.orderOf(table.name))));
                this.element.append(view.element);
            }
            view.update(gridOf(page, table));
        }
    }
}
