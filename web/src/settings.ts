// What the reader has chosen, for all sections, kept in the page's address.
import { readState, split, writeState, type Order, type State } from "./address";
import type { Page } from "./data";
import type { Layout } from "./group";

export class Settings {
    state: State;
    section: string; // that the address names
    private heard: { listener: () => void; keys: (keyof State)[] }[] = [];

    constructor(public page: Page) {
        const { section, rest } = split(location.hash);
        this.section = section;
        this.state = readState(page, rest);
    }

    // keys: the choices that the listener is about; without any, all.
    onChange(listener: () => void, ...keys: (keyof State)[]): void {
        this.heard.push({ listener, keys });
    }

    set(change: Partial<State>): void {
        this.state = { ...this.state, ...change };
        history.replaceState(history.state, "", this.address(this.section));
        for (const { listener, keys } of this.heard)
            if (!keys.length || keys.some((key) => key in change)) listener();
    }

    // The order of a table, for its view to read and to set.
    orderOf(name: string): { get: () => Order; set: (order: Order) => void } {
        return {
            get: () => this.state.orders[name] ?? { column: -1, down: false },
            set: (order) => this.set({ orders: { ...this.state.orders, [name]: order } }),
        };
    }

    // Ticks stay where they are of the same axes.
    setLayout(layout: Layout): void {
        const same = (which: "panels" | "lines") => layout[which].join() === this.state.layout[which].join();
        this.set({
            layout,
            ...(!same("panels") && { panels: null }),
            ...(!same("lines") && { lines: null }),
        });
    }

    // New data of the same sweep, whose report may be laid out otherwise by now.
    refresh(page: Page): void {
        const kept = writeState(this.page, this.state);
        this.page = page;
        this.state = readState(page, kept);
    }

    // Of a section, with all that was chosen; "#" alone where there is neither.
    address(section: string): string {
        return `#${[section, writeState(this.page, this.state)].filter(Boolean).join("&")}`;
    }

    // The reader has changed the address. One that names a section alone keeps what was chosen.
    follow(): void {
        const { section, rest } = split(location.hash);
        this.section = section;
        this.set(section && !rest ? {} : readState(this.page, rest));
    }
}
