// A table that reads well with mouse, finger and keys: headings sort it, arrow keys walk through its cells (it is one
// stop of the Tab key), and the cell under the pointer or the focus tells what stands behind it.
import { h, type Child } from "./dom";
import { sorted } from "./sort";

export interface GridCell {
    text: string;
    value: number | string | null; // what it is sorted by; null comes last, whichever way
    best?: boolean;
    style?: string;
    tip?: () => string; // said on hover and focus, one fact a line; worked out when it is asked for
    open?: () => void; // on click and Enter
}

export interface Grid {
    caption: string;
    note?: string;
    headings: string[]; // of all columns, the rows' names first
    rows: { name: GridCell; cells: GridCell[] }[];
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

export class GridView {
    readonly element = h("div", { class: "grid" });
    private order: Order = { column: -1, down: false };
    private at = { row: 0, column: 0 }; // the cell that Tab leads to
    private body = h("tbody");
    private grid!: Grid;

    // Shows other content; the reader's order and place stay.
    update(grid: Grid): void {
        this.grid = grid;
        const focused = this.element.contains(document.activeElement) && document.activeElement?.closest("td, tbody th");
        const heading = document.activeElement?.closest("thead th");
        const column = heading && this.element.contains(heading) ? (heading as HTMLTableCellElement).cellIndex : -1;
        const scrolled = this.element.scrollLeft;
        this.element.replaceChildren(this.table());
        this.element.scrollLeft = scrolled;
        if (focused) this.focus(0, 0);
        if (column >= 0) this.element.querySelectorAll<HTMLElement>("thead button")[column]?.focus();
    }

    private table(): HTMLElement {
        const caption: Child[] = [h("span", { class: "title" }, this.grid.caption)];
        if (this.grid.note) caption.push(h("span", { class: "note" }, this.grid.note));
        this.fill();
        return h(
            "table",
            { role: "grid", onkeydown: ((e: KeyboardEvent) => this.key(e)) as EventListener },
            h("caption", {}, ...caption),
            h("thead", {}, h("tr", {}, ...this.grid.headings.map((text, i) => this.heading(text, i)))),
            this.body,
        );
    }

    private heading(text: string, column: number): HTMLElement {
        const mine = this.order.column === column;
        return h(
            "th",
            { scope: "col", "aria-sort": mine ? (this.order.down ? "descending" : "ascending") : "none" },
            h("button", { type: "button", onclick: () => this.sort(column) }, text || " "),
        );
    }

    // Once: the largest first (names: from A); again: the other way; again: as it came.
    private sort(column: number): void {
        const first = column > 0;
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
            ...rows.map((row) =>
                h("tr", {}, this.cell("th", row.name), ...row.cells.map((cell) => this.cell("td", cell))),
            ),
        );
        this.at.row = Math.min(this.at.row, rows.length - 1);
        this.here()?.setAttribute("tabindex", "0");
    }

    private cell(tag: "td" | "th", cell: GridCell): HTMLElement {
        const element = h(
            tag,
            {
                tabindex: -1,
                role: tag === "td" ? "gridcell" : undefined,
                scope: tag === "th" ? "row" : undefined,
                class: [cell.best ? "best" : "", cell.open ? "opens" : ""].join(" ").trim() || undefined,
                style: cell.style,
                onclick: cell.open,
            },
            cell.text,
        );
        if (!cell.tip) return element;
        const show = () => showTip(element, cell.tip!());
        const hide = () => hideTip(element);
        for (const [event, listener] of [["mouseenter", show], ["focus", show], ["mouseleave", hide], ["blur", hide]] as const)
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
        this.at = { row: [...this.body.rows].indexOf(cell.parentElement as HTMLTableRowElement), column: cell.cellIndex };
        const move = moves[event.key];
        if (move) this.focus(...move);
        else if (event.key === "Enter" || event.key === " ") cell.click();
        else return;
        event.preventDefault();
    }
}
