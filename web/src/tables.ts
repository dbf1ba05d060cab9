// The tables of the report.
import type { Cell, Page, Table } from "./data";
import { openDetail } from "./detail";
import { h } from "./dom";
import { labelsOf, percent } from "./format";
import { GridView, type Grid, type GridCell } from "./grid";

const SHOWN = 12; // runs that a tip names

// Statistics of a cell, then its runs, the best first.
export function cellTip(page: Page, runs: number[], note: string): string {
    const { seeds, rows, columns } = page.selection;
    const axes = page.axes.map((_, a) => a).filter((a) => a !== rows && a !== columns);
    const name = (run: number) =>
        axes
            .map((a) => [page.axes[a].name, page.axes[a].choices[page.runs.labels[a][run]]?.label ?? "–"])
            .map(([axis, label]) => `${axis} ${label}`)
            .join(", ") || (seeds < 0 ? labelsOf(page, run) : "");
    const ended = runs.filter((run) => page.runs.score[run] !== null);
    const lines = ended
        .sort((a, b) => page.runs.score[b]! - page.runs.score[a]!)
        .map((run) => `${percent(page.runs.score[run])}  ${name(run)}`);
    const rest = runs.length - Math.min(ended.length, SHOWN);
    return [note, ...lines.slice(0, SHOWN), rest > 0 && `and ${rest} more`].filter(Boolean).join("\n");
}

// A cell's statistics, and what a paper says; that stands in the cell too.
function noteOf(cell: Cell): string {
    const s = cell.statistics;
    const number = (x: number | null) => (x === null ? "–" : x.toFixed(1));
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
    return {
        text: cell.text,
        value: cell.value ?? (cell.text && !runs.length ? cell.text : null),
        below: cell.published,
        best: cell.best,
        tip: runs.length || note ? () => cellTip(page, runs, note) : undefined,
        open: runs.length ? () => openDetail(page, title, runs, note) : undefined,
    };
}

const gridOf = (page: Page, table: Table): Grid => ({
    caption: table.title,
    note: table.caption,
    notes: table.notes,
    headings: [table.corner, ...table.columns],
    rows: table.rows.map((row) => ({
        name: { text: row.label + (row.order_invariant ? " †" : ""), value: row.label },
        group: row.group,
        cells: row.cells.map((cell, column) => gridCell(page, cell, `${row.label}, ${table.columns[column]}`)),
    })),
});

export class Tables {
    readonly element = h("div");
    private views = new Map<string, GridView>();

    update(page: Page): void {
        for (const table of page.tables) {
            let view = this.views.get(table.name);
            if (!view) {
                this.views.set(table.name, (view = new GridView()));
                this.element.append(view.element);
            }
            view.update(gridOf(page, table));
        }
    }
}
