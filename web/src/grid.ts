// A table for mouse, touch and keyboard. Headings sort the table. Arrow keys move between cells; for the Tab key, the
// whole table is one stop. The cell under the pointer or with the focus has a tooltip.
import type { Order } from "./address";
import { breaking, h, hintOverflow } from "./dom";
import { sorted } from "./sort";

export interface GridCell {
    text: string;
    value: number | string | null; // key for sorting; null comes last in either direction
    below?: string; // small text below
    best?: boolean;
    style?: string;
    tip?: () => string; // text of the tooltip, one fact per line
    open?: () => void; // on click and Enter
    link?: boolean; // looks like a link
}

export interface Grid {
    caption: string;
    note?: string; // above the table
    notes?: string[]; // below it
    headings: string[]; // of all columns; the first column has the names of rows
    words?: boolean[]; // of all columns but the first: cells are text, aligned left
    lower?: boolean[]; // of all columns but the first: lower values are better
    rows: { name: GridCell; cells: GridCell[]; group?: string }[]; // group: heading above its first row
    most?: number; // rows shown, after sorting
}

// The page has one tooltip.
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
    private at = { row: 0, column: 0 }; // the cell that Tab moves to
    private body = h("tbody");
    private grid!: Grid;

    // kept: the order of rows, which the page's address stores.
    constructor(private kept: { get: () => Order; set: (order: Order) => void }) {}

    private get order(): Order {
        return this.kept.get();
    }

    // Replaces the content; the order of rows, the focus and the scroll position stay as they are.
    update(grid: Grid): void {
        this.grid = grid;
        const focused =
            this.element.contains(document.activeElement) && document.activeElement?.closest("td, tbody th");
        const heading = document.activeElement?.closest("thead th");
        const column = heading && this.element.contains(heading) ? (heading as HTMLTableCellElement).cellIndex : -1;
        const box = this.element.querySelector(".scroll");
        const [left, top] = [box?.scrollLeft ?? 0, box?.scrollTop ?? 0];
        this.element.replaceChildren(...this.table());
        const scroll = this.element.querySelector<HTMLElement>(".scroll")!;
        scroll.scrollTo(left, top);
        hintOverflow(scroll);
        if (focused) this.focus(0, 0);
        if (column >= 0) this.element.querySelectorAll<HTMLElement>("thead button")[column]?.focus();
    }

    // Title and notes are outside the scrolling box, so that they are as wide as the page, not as the table.
    private table(): HTMLElement[] {
        const { caption, note, notes } = this.grid;
        this.fill();
        const sorts = this.grid.rows.length > 1;
        const table = h(
            "table",
            {
                role: "grid",
                "aria-labelledby": this.id,
                onkeydown: ((e: KeyboardEvent) => this.key(e)) as EventListener,
            },
            h("thead", {}, h("tr", {}, this.grid.headings.map((text, i) => this.heading(text, i, sorts)))),
            this.body,
        );
        return [
            h("h3", { id: this.id }, caption),
            ...(note ? [h("p", { class: "note" }, note)] : []),
            h("div", { class: "scroll" }, table),
            ...(notes ?? []).map((text) => h("p", { class: "note" }, text)),
        ];
    }

    private heading(text: string, column: number, sorts: boolean): HTMLElement {
        const mine = this.order.column === column;
        return h(
            "th",
            {
                scope: "col",
                class: this.wordsIn(column),
                "aria-sort": mine ? (this.order.down ? "descending" : "ascending") : "none",
            },
            sorts
                ? h("button", { type: "button", title: "Sort", onclick: () => this.sort(column) }, breaking(text || " "))
                : h("span", {}, breaking(text)),
        );
    }

    private wordsIn(column: number): string | undefined {
        return this.grid.words?.[column - 1] ? "words" : undefined;
    }

    // The first click sorts rows with the best or largest value first (names from A). The second click reverses this
    // order. The third click restores the original order.
    private sort(column: number): void {
        const first = column > 0 && !this.grid.lower?.[column - 1];
        const { column: now, down } = this.order;
        if (now !== column) this.kept.set({ column, down: first });
        else if (down === first) this.kept.set({ column, down: !first });
        else this.kept.set({ column: -1, down: false });
        this.update(this.grid);
    }

    private fill(): void {
        const { column, down } = this.order;
        const key = (row: Grid["rows"][number]) => (column === 0 ? row.name : row.cells[column - 1])?.value ?? null;
        const rows = (column < 0 ? this.grid.rows : sorted(this.grid.rows, key, down)).slice(0, this.grid.most);
        this.body = h(
            "tbody",
            {},
            rows.map((row, i) => [this.groupBefore(row, rows[i - 1]), this.row(row)]),
        );
        this.at.row = Math.min(this.at.row, rows.length - 1);
        this.here()?.setAttribute("tabindex", "0");
    }

    private row(row: Grid["rows"][number]): HTMLElement {
        const sorted = this.order.column >= 0 && row.group; // sorting separates groups: each row names its group
        const name = sorted ? { ...row.name, text: `${row.name.text}, ${row.group}` } : row.name;
        return h(
            "tr",
            {},
            this.cell("th", name),
            row.cells.map((cell, i) => this.cell("td", cell, this.wordsIn(i + 1))),
        );
    }

    // The heading of a group, above its first row.
    private groupBefore(row: Grid["rows"][number], before?: Grid["rows"][number]): HTMLElement[] {
        if (!row.group || this.order.column >= 0 || before?.group === row.group) return [];
        const heading = h("th", { colspan: this.grid.headings.length, scope: "rowgroup" }, h("span", {}, row.group));
        return [h("tr", { class: "group" }, heading)];
    }

    private rows(): HTMLTableRowElement[] {
        return [...this.body.rows].filter((row) => !row.classList.contains("group"));
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
            cell.link ? h("span", { class: "link" }, cell.text) : cell.text,
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
        return this.rows()[this.at.row]?.cells[this.at.column] as HTMLElement | undefined;
    }

    private focus(rows: number, columns: number): void {
        this.here()?.setAttribute("tabindex", "-1");
        const clamp = (x: number, most: number) => Math.min(Math.max(x, 0), most);
        this.at.row = clamp(this.at.row + rows, this.rows().length - 1);
        this.at.column = clamp(this.at.column + columns, this.grid.headings.length - 1);
        this.here()?.setAttribute("tabindex", "0");
        this.here()?.focus();
    }

    private key(event: KeyboardEvent): void {
        const cell = (event.target as Element).closest<HTMLTableCellElement>("tbody tr:not(.group) > *");
        if (!cell) return;
        this.at = {
            row: this.rows().indexOf(cell.parentElement as HTMLTableRowElement),
            column: cell.cellIndex,
        };
        const move = moves[event.key];
        if (move) this.focus(...move);
        else if (event.key === "Enter" || event.key === " ") cell.click();
        else return;
        event.preventDefault();
    }
}
