// What the reader has chosen, in the page's address: "#curves&lines=encoding,positions&lr=1e-3": a section, lists of
// axes for their roles, and one label for an axis that is fixed. What is as in the report is not there; what names
// nothing of this sweep is ignored.
import type { Page } from "./data";
import { combinations, labelsKept, placedRuns, type Combination, type Layout } from "./group";
import { giveRole, lists, mayBeBest, reportLayout, restRole, roleOf, type List, type Role } from "./roles";

export interface State {
    layout: Layout;
    panels: string[] | null; // keys of the combinations that are ticked; null: the first few
    lines: string[] | null;
    mode: number; // of the curves, see lines.ts
    source: number;
    map: number; // the same of the heat map
}

type Ticks = "panels" | "lines";
export const MOST: Record<Ticks, number> = { panels: 4, lines: 24 }; // ticked at first

const options = {
    show: { key: "mode", words: ["mean", "best", "all"] },
    against: { key: "source", words: ["length", "step", "seconds"] },
    map: { key: "map", words: ["best", "mean", "all"] },
} as const;
const ticks: Record<Ticks, { shown: string; hidden: string }> = {
    panels: { shown: "panel", hidden: "no-panel" },
    lines: { shown: "line", hidden: "no-line" },
};
const reserved: string[] = [
    ...lists,
    ...Object.keys(options),
    ...Object.values(ticks).flatMap((t) => Object.values(t)),
];

// ---- words ----

const encode = (text: string): string =>
    encodeURIComponent(text)
        .replace(/[!'()*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
        .replace(/%20/g, "+")
        .replace(/%3A/g, ":");

function decode(text: string): string {
    try {
        return decodeURIComponent(text.replace(/\+/g, " "));
    } catch {
        return ""; // broken by hand
    }
}

const words = (value: string): string[] => value.split(",").filter(Boolean);
const keyOf = (name: string): string => (reserved.includes(name) ? `axis.${name}` : name);

function pairsOf(parts: string[]): Map<string, string> {
    const pairs = new Map<string, string>();
    for (const part of parts.filter((p) => p.includes("="))) {
        const at = part.indexOf("=");
        pairs.set(decode(part.slice(0, at)), part.slice(at + 1));
    }
    return pairs;
}

// "#curves&lines=encoding" in its parts.
export function split(hash: string): { section: string; rest: string } {
    const parts = hash.replace(/^#/, "").split("&").filter(Boolean);
    const section = parts.length && !parts[0].includes("=") ? parts.shift()! : "";
    return { section, rest: parts.join("&") };
}

// ---- ticks ----

const wordOf = (page: Page, axes: number[], c: Combination): string =>
    c.labels.map((label, i) => encode(page.axes[axes[i]].choices[label].label)).join("/");

export function ticked(page: Page, state: State, which: Ticks): Combination[] {
    const all = combinations(page, state.layout[which], placedRuns(page, state.layout));
    const keys = state[which];
    return all.length <= 1 ? all : keys ? all.filter((c) => keys.includes(c.key)) : all.slice(0, MOST[which]);
}

function writeTicks(page: Page, state: State, which: Ticks): string[] {
    const axes = state.layout[which];
    const all = combinations(page, axes, placedRuns(page, state.layout));
    const shown = ticked(page, state, which);
    const usual = ticked(page, { ...state, [which]: null }, which);
    if (shown.map((c) => c.key).join(" ") === usual.map((c) => c.key).join(" ")) return [];
    const hidden = all.filter((c) => !shown.some(({ key }) => key === c.key));
    const few = shown.length <= hidden.length;
    const list = (few ? shown : hidden).map((c) => wordOf(page, axes, c)).join(",");
    return [`${few ? ticks[which].shown : ticks[which].hidden}=${list}`];
}

function readTicks(page: Page, state: State, which: Ticks, pairs: Map<string, string>): string[] | null {
    const { shown, hidden } = ticks[which];
    const value = pairs.get(shown) ?? pairs.get(hidden);
    if (value === undefined) return null;
    const named = words(value).map((word) => word.split("/").map(decode).map(encode).join("/"));
    const all = combinations(page, state.layout[which], placedRuns(page, state.layout));
    const found = all.filter((c) => named.includes(wordOf(page, state.layout[which], c)));
    if (named.length && !found.length) return null;
    return (pairs.has(shown) ? found : all.filter((c) => !found.includes(c))).map((c) => c.key);
}

// ---- the layout ----

const writeRoles = (page: Page, layout: Layout): string =>
    JSON.stringify([lists.map((list) => layout[list]), page.axes.map((_, a) => layout.fixed[a] ?? -1)]);

function writeLayout(page: Page, layout: Layout): string[] {
    const usual = reportLayout(page);
    const changed = lists.filter(
        (list) => layout[list].join() !== usual[list].filter((a) => layout[list].includes(a)).join(),
    );
    const fixed = page.axes.flatMap(({ name, choices }, a) => {
        const label = layout.fixed[a];
        if (label === undefined || usual.fixed[a] === label) return [];
        return [`${encode(keyOf(name))}=${encode(choices[label]?.label ?? "")}`];
    });
    const names = (list: List) => layout[list].map((a) => encode(page.axes[a].name)).join(",");
    const all = [...changed.map((list) => `${list}=${names(list)}`), ...fixed];
    const same = (parts: string[]) => writeRoles(page, readLayout(page, pairsOf(parts))) === writeRoles(page, layout);
    return all.reduceRight((parts, part) => {
        const fewer = parts.filter((p) => p !== part);
        return same(fewer) ? fewer : parts; // the others say it already
    }, all);
}

function readLayout(page: Page, pairs: Map<string, string>): Layout {
    const given = new Map<number, Role>();
    const told = new Set<List>(); // lists that are in the address
    for (const list of lists) {
        const named = pairs.has(list) ? words(pairs.get(list)!) : [];
        const found = named.map((word) => page.axes.findIndex(({ name }) => name === decode(word)));
        const good = found.filter((a) => a >= 0 && !given.has(a) && (list !== "best" || mayBeBest(page, a)));
        for (const a of good) given.set(a, list);
        if (pairs.has(list) && (good.length || !named.length)) told.add(list);
    }
    page.axes.forEach(({ name, choices }, a) => {
        const value = pairs.get(keyOf(name));
        const label = value === undefined ? -1 : choices.findIndex((c) => c.label === decode(value));
        if (!given.has(a) && labelsKept(page, a).includes(label)) given.set(a, label);
    });
    let layout = reportLayout(page);
    page.axes.forEach((_, a) => {
        const role = roleOf(layout, a);
        const lost = typeof role === "string" && told.has(role) && !given.has(a);
        if (lost) layout = giveRole(page, layout, a, restRole(page, a));
    });
    for (const [a, role] of given) layout = giveRole(page, layout, a, role);
    return layout;
}

// ---- the whole ----

export function writeState(page: Page, state: State): string {
    const chosen = Object.entries(options).flatMap(([name, { key, words: names }]) =>
        state[key] ? [`${name}=${names[state[key]]}`] : [],
    );
    return [
        ...writeLayout(page, state.layout),
        ...writeTicks(page, state, "panels"),
        ...writeTicks(page, state, "lines"),
        ...chosen,
    ].join("&");
}

export function readState(page: Page, text: string): State {
    const pairs = pairsOf(text.split("&"));
    const option = (name: keyof typeof options) =>
        Math.max(0, (options[name].words as readonly string[]).indexOf(pairs.get(name) ?? ""));
    const state: State = {
        layout: readLayout(page, pairs),
        panels: null,
        lines: null,
        mode: option("show"),
        source: option("against"),
        map: option("map"),
    };
    state.panels = readTicks(page, state, "panels", pairs);
    state.lines = readTicks(page, state, "lines", pairs);
    return state;
}
