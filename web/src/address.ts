// Writes the reader's choices into the page's address and reads them from there. For example, the address
// "#curves&lines=encoding,positions&lr=1e-3&x=1..40" names a section, the axes of a role, the label of an axis that is
// fixed to one label, and an option of the charts. Choices that equal those of the report are omitted. When an address
// is read, names that this sweep does not have are ignored.
import { stateNames, type Page } from "./data";
import { combinations, labelsKept, placedRuns, type Combination, type Layout } from "./group";
import { mayBeLogarithmic } from "./metric";
import { giveRole, lists, mayBeBest, reportLayout, restRole, roleOf, type List, type Role } from "./roles";

export type Range = readonly [from: number | null, to: number | null]; // null: the range ends where the data does
export const WHOLE: Range = [null, null];

export interface Order {
    column: number; // -1: not sorted
    down: boolean;
}

export interface State {
    layout: Layout;
    panels: string[] | null; // keys of the ticked combinations; null: the first MOST.panels combinations
    lines: string[] | null;
    mode: number; // how runs are combined to a curve: index of `modes` in lines.ts
    source: number;
    x: Range; // of the curves, in the units of the axes
    y: Range;
    xScale: number; // index of `scales`
    yScale: number;
    map: number; // mode of the heat map, see heat.ts
    chosen: string[] | null; // ids of the runs whose training is shown; null: the best of each line
    steps: Range; // x range of the charts of training
    lossScale: number;
    wanted: string; // words to search for in the list of runs
    state: number; // filter of the list of runs: 0 (any state) or 1 + the state
    orders: Record<string, Order>; // by name of the table
}

type Ticks = "panels" | "lines";
export const MOST: Record<Ticks, number> = { panels: 4, lines: 24 }; // how many combinations are ticked by default

const options = {
    show: { key: "mode", words: ["mean", "best", "all"] },
    against: { key: "source", words: ["length", "step", "seconds"] },
    map: { key: "map", words: ["mean", "all", "best"] },
    "x-scale": { key: "xScale", words: ["linear", "log"] },
    "y-scale": { key: "yScale", words: ["linear", "log"] },
    "loss-scale": { key: "lossScale", words: ["linear", "log"] },
    state: { key: "state", words: ["all", ...stateNames.map((name) => name.replace(" ", "-"))] },
} as const;
export const scales = ["linear", "logarithmic"];
const ranges = ["x", "y", "steps"] as const;
const ticks: Record<Ticks, { shown: string; hidden: string }> = {
    panels: { shown: "panel", hidden: "no-panel" },
    lines: { shown: "line", hidden: "no-line" },
};
const reserved: string[] = [
    ...lists,
    ...Object.keys(options),
    ...ranges,
    ...["runs", "find", "sort"],
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
        return ""; // edited by hand, and malformed
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

// Splits "#curves&lines=encoding" into section and rest.
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
        return same(fewer) ? fewer : parts; // omits parts that follow from the others
    }, all);
}

function readLayout(page: Page, pairs: Map<string, string>): Layout {
    const given = new Map<number, Role>();
    const told = new Set<List>(); // lists that the address names
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

// ---- ranges: "1..40", "..40" ----

const writeRange = ([from, to]: Range): string => (from === null && to === null ? "" : `${from ?? ""}..${to ?? ""}`);

function readRange(text: string | undefined): Range {
    const ends = (text ?? "").split("..");
    const [from, to] = ends.map((end) => (end && Number.isFinite(Number(end)) ? Number(end) : null));
    return ends.length !== 2 || (from !== null && to !== null && from >= to) ? WHOLE : [from, to];
}

// ---- runs ----

const SHORT = 8; // an id is written as its first SHORT characters, or in full if these characters are not unique

function writeRuns(page: Page, ids: string[]): string {
    const begins = (part: string) => page.runs.id.filter((id) => id.startsWith(part)).length;
    return ids.map((id) => (begins(id.slice(0, SHORT)) > 1 ? id : id.slice(0, SHORT))).join(",");
}

function readRuns(page: Page, text: string | undefined): string[] | null {
    if (text === undefined) return null;
    const asked = words(text).map(decode);
    const found = asked.flatMap((part) => page.runs.id.find((id) => part.length >= SHORT && id.startsWith(part)) ?? []);
    return asked.length && !found.length ? null : [...new Set(found)];
}

// ---- sorted tables: "best:3,runs:-1" has the column of each table, counted from 1; a minus sign means descending ----

const writeOrders = (orders: State["orders"]): string =>
    Object.entries(orders)
        .filter(([, { column }]) => column >= 0)
        .map(([name, { column, down }]) => `${encode(name)}:${down ? "-" : ""}${column + 1}`)
        .join(",");

function readOrders(text: string | undefined): State["orders"] {
    const orders: State["orders"] = {};
    for (const word of words(text ?? "")) {
        const at = word.lastIndexOf(":");
        const column = Number(word.slice(at + 1));
        if (at > 0 && Number.isInteger(column) && column !== 0)
            orders[decode(word.slice(0, at))] = { column: Math.abs(column) - 1, down: column < 0 };
    }
    return orders;
}

// ---- the whole ----

// Is each length at least 1.5 times the one before? Then the x axis is logarithmic, as in the report's figures.
function lengthsMultiply(page: Page): boolean {
    const lengths = page.bins.last;
    return lengths.length > 2 && lengths.every((n, i) => i === 0 || n >= 1.5 * lengths[i - 1]);
}

// The default of an option. For the scales of the axes it depends on the lengths and the metric.
function usual(page: Page, key: string): number {
    if (key === "xScale") return Number(lengthsMultiply(page));
    return Number(key === "yScale" && page.metric.logarithmic);
}

export function writeState(page: Page, state: State): string {
    const chosen = Object.entries(options).flatMap(([name, { key, words: names }]) =>
        state[key] === usual(page, key) ? [] : [`${name}=${names[state[key]]}`],
    );
    const given = (name: string, text: string): string[] => (text ? [`${name}=${text}`] : []);
    return [
        ...writeLayout(page, state.layout),
        ...writeTicks(page, state, "panels"),
        ...writeTicks(page, state, "lines"),
        ...chosen,
        ...ranges.flatMap((name) => given(name, writeRange(state[name]))),
        ...(state.chosen ? [`runs=${writeRuns(page, state.chosen)}`] : []),
        ...given("find", encode(state.wanted)),
        ...given("sort", writeOrders(state.orders)),
    ].join("&");
}

export function readState(page: Page, text: string): State {
    const pairs = pairsOf(text.split("&"));
    const option = (name: keyof typeof options) => {
        const found = (options[name].words as readonly string[]).indexOf(pairs.get(name) ?? "");
        return found >= 0 ? found : usual(page, options[name].key);
    };
    const state: State = {
        layout: readLayout(page, pairs),
        panels: null,
        lines: null,
        mode: option("show"),
        source: option("against"),
        x: readRange(pairs.get("x")),
        y: readRange(pairs.get("y")),
        xScale: option("x-scale"),
        yScale: mayBeLogarithmic(page.metric) ? option("y-scale") : 0,
        map: option("map"),
        chosen: readRuns(page, pairs.get("runs")),
        steps: readRange(pairs.get("steps")),
        lossScale: option("loss-scale"),
        wanted: decode(pairs.get("find") ?? ""),
        state: option("state"),
        orders: readOrders(pairs.get("sort")),
    };
    state.panels = readTicks(page, state, "panels", pairs);
    state.lines = readTicks(page, state, "lines", pairs);
    return state;
}
