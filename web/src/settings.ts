// The reader's choices in all sections, stored in the page's address.
import { readState, split, writeState, type Order, type State } from "./address";
import type { Page } from "./data";
import type { Layout } from "./group";

export class Settings {
    state: State;
    section: string; // section in the address
    private heard: { listener: () => void; keys: (keyof State)[] }[] = [];

    constructor(public page: Page) {
        const { section, rest } = split(location.hash);
        this.section = section;
        this.state = readState(page, rest);
    }

    // Calls the listener after each change of the choices `keys` or, without keys, of any choice.
    onChange(listener: () => void, ...keys: (keyof State)[]): void {
        this.heard.push({ listener, keys });
    }

    set(change: Partial<State>): void {
        this.state = { ...this.state, ...change };
        history.replaceState(history.state, "", this.address(this.section));
        for (const { listener, keys } of this.heard)
            if (!keys.length || keys.some((key) => key in change)) listener();
    }

    // Functions that read and set the order of a table.
    orderOf(name: string): { get: () => Order; set: (order: Order) => void } {
        return {
            get: () => this.state.orders[name] ?? { column: -1, down: false },
            set: (order) => this.set({ orders: { ...this.state.orders, [name]: order } }),
        };
    }

    // Changes the roles of axes. The ticks of panels or lines are kept if their axes stay the same.
    setLayout(layout: Layout): void {
        const same = (which: "panels" | "lines") => layout[which].join() === this.state.layout[which].join();
        this.set({
            layout,
            ...(!same("panels") && { panels: null }),
            ...(!same("lines") && { lines: null }),
        });
    }

    // Replaces the data by newer data of the same sweep, whose report may have another layout.
    refresh(page: Page): void {
        const kept = writeState(this.page, this.state);
        this.page = page;
        this.state = readState(page, kept);
    }

    // The address of a section with all choices; "#" without a section and choices.
    address(section: string): string {
        return `#${[section, writeState(this.page, this.state)].filter(Boolean).join("&")}`;
    }

    // Reads an address that the reader has changed. An address with only a section keeps the choices.
    follow(): void {
        const { section, rest } = split(location.hash);
        this.section = section;
        this.set(section && !rest ? {} : readState(this.page, rest));
    }
}
