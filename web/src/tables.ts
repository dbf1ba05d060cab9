// The tables of the report.
import type { Page, Table } from "./data";
import { openDetail } from "./detail";
import { h } from "./dom";
import { labelsOf, percent } from "./format";
import { GridView, type Grid } from "./grid";

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

const gridOf = (page: Page, table: Table): Grid => ({
    caption: table.title,
    note: table.note,
    headings: [table.corner, ...table.columns],
    rows: table.rows.map((row) => ({
        name: { text: row.label + row.mark, value: row.label },
        cells: row.cells.map((cell, column) => ({
            text: cell.text,
            value: cell.value,
            best: cell.best,
            tip: cell.runs.length || cell.note ? () => cellTip(page, cell.runs, cell.note) : undefined,
            open: cell.runs.length
                ? () => openDetail(page, `${row.label}, ${table.columns[column]}`, cell.runs)
                : undefined,
        })),
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
