// A table that reads well with mouse, finger and keys: headings sort it, arrow keys walk through its cells (it is one
// stop of the Tab key), and the cell under the pointer or the focus tells what stands behind it.
import { h } from "./dom";
import { sorted } from "./sort";

export interface GridCell {
    text: string;
    value: number | string | null; // what it is sorted by; null comes last, whichever way
    group?: string; // stands above the text
    below?: string; // stands below it, small
    best?: boolean;
    style?: string;
    tip?: () => string; // said on hover and focus, one fact a line; worked out when it is asked for
    open?: () => void; // on click and Enter
}

export interface Grid {
    caption: string;
    note?: string; // above the table
    notes?: string[]; // below it
    headings: string[]; // of all columns, the rows' names first
    words?: boolean[]; // of the columns after these: their cells are text, to the left
    lower?: boolean[]; // of the same columns: lower values are better
    rows: { name: GridCell; cells: GridCell[]; group?: string }[]; // group: a heading above the first row of each
    most?: number; // rows shown, after sorting
}

interface Order {
    column: number; // -1: as the rows came
    down: boolean;
}

// One tooltip serves the page.
const tip = h("div", { role: "tooltip", id: "tip", hidden: true });

function showTip(at: Element, text: string): void {
    if (!tip.isConnected) document.body.append(tip);
    tip.textContent = text;
    tip.hidden = false;
    at.setAttribute("aria-describedby", "tip");
    const box = at.getBoundingClientRect();
    const own = tip.getBoundingClientRect();
    const left = Math.min(Math.max(box.left + box.width / 2 - own.width / 2, 8), innerWidth - own.width - 8);
    const below = box.bottom + own.height + 14 < innerHeight;
    tip.style.left = `${Math.max(left, 8)}px`;
    tip.style.top = `${Math.max(below ? box.bottom + 8 : box.top - own.height - 8, 4)}px`;
}

function hideTip(at?: Element): void {
    tip.hidden = true;
    at?.removeAttribute("aria-describedby");
}

addEventListener("scroll", () => hideTip(), { passive: true, capture: true });
addEventListener("keydown", (e) => e.key === "Escape" && hideTip());

const moves: Record<string, [rows: number, columns: number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    PageUp: [-10, 0],
    PageDown: [10, 0],
    Home: [0, -Infinity],
    End: [0, Infinity],
};

let grids = 0;

export class GridView {
    readonly element = h("div", { class: "grid" });
    private id = `grid-${++grids}`;
    private order: Order = { column: -1, down: false };
    private at = { row: 0, column: 0 }; // the cell that Tab leads to
    private body = h("tbody");
    private grid!: Grid;

    // Shows other content; the reader's order and place stay.
    update(grid: Grid): void {
        this.grid = grid;
        const focused =
            this.element.contains(document.activeElement) && document.activeElement?.closest("td, tbody th");
        const heading = document.activeElement?.closest("thead th");
        const column = heading && this.element.contains(heading) ? (heading as HTMLTableCellElement).cellIndex : -1;
        const box = this.element.querySelector(".scroll");
        const [left, top] = [box?.scrollLeft ?? 0, box?.scrollTop ?? 0];
        this.element.replaceChildren(...this.table());
        this.element.querySelector(".scroll")!.scrollTo(left, top);
        if (focused) this.focus(0, 0);
        if (column >= 0) this.element.querySelectorAll<HTMLElement>("thead button")[column]?.focus();
    }

    // Title and notes stand outside the box that scrolls: they are as wide as the page, not as the table.
    private table(): HTMLElement[] {
        const { caption, note, notes } = this.grid;
        this.fill();
        const table = h(
            "table",
            {
                role: "grid",
                "aria-labelledby": this.id,
                onkeydown: ((e: KeyboardEvent) => this.key(e)) as EventListener,
            },
            h("thead", {}, h("tr", {}, ...this.grid.headings.map((text, i) => this.heading(text, i)))),
            this.body,
        );
        return [
            h("h3", { id: this.id }, caption),
            ...(note ? [h("p", { class: "note" }, note)] : []),
            h("div", { class: "scroll" }, table),
            ...(notes ?? []).map((text) => h("p", { class: "note" }, text)),
        ];
    }

    private heading(text: string, column: number): HTMLElement {
        const mine = this.order.column === column;
        return h(
            "th",
            {
                scope: "col",
                class: this.wordsIn(column),
                "aria-sort": mine ? (this.order.down ? "descending" : "ascending") : "none",
            },
            h("button", { type: "button", onclick: () => this.sort(column) }, text || " "),
        );
    }

    private wordsIn(column: number): string | undefined {
        return this.grid.words?.[column - 1] ? "words" : undefined;
    }

    // Once: the best first, or the largest (names: from A); again: the other way; again: as it came.
    private sort(column: number): void {
        const first = column > 0 && !this.grid.lower?.[column - 1];
        if (this.order.column !== column) this.order = { column, down: first };
        else if (this.order.down === first) this.order.down = !first;
        else this.order = { column: -1, down: false };
        this.update(this.grid);
    }

    private fill(): void {
        const { column, down } = this.order;
        const key = (row: Grid["rows"][number]) => (column === 0 ? row.name : row.cells[column - 1])?.value ?? null;
        const rows = (column < 0 ? this.grid.rows : sorted(this.grid.rows, key, down)).slice(0, this.grid.most);
        this.body = h(
            "tbody",
            {},
            ...rows.map((row, i) =>
                h(
                    "tr",
                    {},
                    this.cell("th", this.named(row, rows[i - 1])),
                    ...row.cells.map((cell, i) => this.cell("td", cell, this.wordsIn(i + 1))),
                ),
            ),
        );
        this.at.row = Math.min(this.at.row, rows.length - 1);
        this.here()?.setAttribute("tabindex", "0");
    }

    // The name of a row, below that of its group where it opens one, or where the order is the reader's.
    private named(row: Grid["rows"][number], before?: Grid["rows"][number]): GridCell {
        if (!row.group || (this.order.column < 0 && before?.group === row.group)) return row.name;
        return { ...row.name, group: row.group };
    }

    private cell(tag: "td" | "th", cell: GridCell, words = ""): HTMLElement {
        const element = h(
            tag,
            {
                tabindex: -1,
                role: tag === "td" ? "gridcell" : undefined,
                scope: tag === "th" ? "row" : undefined,
                class: [cell.best && "best", cell.open && "opens", words].filter(Boolean).join(" ") || undefined,
                style: cell.style,
                onclick: cell.open,
            },
            cell.group && h("small", {}, cell.group),
            cell.text,
            cell.below && h("small", { class: "below" }, cell.below),
        );
        if (!cell.tip) return element;
        const show = () => showTip(element, cell.tip!());
        const hide = () => hideTip(element);
        for (const [event, listener] of [
            ["mouseenter", show],
            ["focus", show],
            ["mouseleave", hide],
            ["blur", hide],
        ] as const)
            element.addEventListener(event, listener);
        return element;
    }

    private here(): HTMLElement | undefined {
        return this.body.rows[this.at.row]?.cells[this.at.column] as HTMLElement | undefined;
    }

    private focus(rows: number, columns: number): void {
        this.here()?.setAttribute("tabindex", "-1");
        const clamp = (x: number, most: number) => Math.min(Math.max(x, 0), most);
        this.at.row = clamp(this.at.row + rows, this.body.rows.length - 1);
        this.at.column = clamp(this.at.column + columns, this.grid.headings.length - 1);
        this.here()?.setAttribute("tabindex", "0");
        this.here()?.focus();
    }

    private key(event: KeyboardEvent): void {
        const cell = (event.target as Element).closest<HTMLTableCellElement>("tbody th, tbody td");
        if (!cell) return;
        this.at = {
            row: [...this.body.rows].indexOf(cell.parentElement as HTMLTableRowElement),
            column: cell.cellIndex,
        };
        const move = moves[event.key];
        if (move) this.focus(...move);
        else if (event.key === "Enter" || event.key === " ") cell.click();
        else return;
        event.preventDefault();
    }
}
