// The roles of axes. At first, they are the roles in the report; the reader can change them. A task is never chosen by
// its results, since scores of different tasks cannot be compared.
import type { Page } from "./data";
import { labelsKept, type Combination, type Layout } from "./group";

export const lists = ["panels", "lines", "mean", "best"] as const;
export type List = (typeof lists)[number];
export type Role = List | number; // a number: only this label

// May a label of this axis be chosen by its results? Not if labels are tasks. If no axis has tasks, the axes of rows
// are treated like tasks.
export const mayBeBest = (page: Page, axis: number): boolean =>
    !(page.axes.some(({ task }) => task) ? page.axes[axis].task : page.selection.rows.includes(axis));

// The role of an axis to which no other role was given.
export function restRole(page: Page, axis: number): Role {
    if (page.selection.mean.includes(axis)) return "mean";
    return mayBeBest(page, axis) ? "best" : (labelsKept(page, axis)[0] ?? 0);
}

export const roleOf = (layout: Layout, axis: number): Role =>
    lists.find((list) => layout[list].includes(axis)) ?? layout.fixed[axis];

export function giveRole(page: Page, layout: Layout, axis: number, role: Role): Layout {
    const result: Layout = { ...layout, fixed: { ...layout.fixed } };
    for (const list of lists) result[list] = layout[list].filter((a) => a !== axis);
    delete result.fixed[axis];
    const given = role === "best" && !mayBeBest(page, axis) ? restRole(page, axis) : role;
    if (typeof given === "number") result.fixed[axis] = given;
    else result[given].push(axis);
    return result;
}

export function reportLayout(page: Page): Layout {
    const { rows, columns, mean, best } = page.selection;
    const asked: Record<List, number[]> = { panels: rows, lines: columns, mean, best };
    let layout: Layout = { panels: [], lines: [], mean: [], best: [], fixed: {} };
    page.axes.forEach((_, a) => (layout = giveRole(page, layout, a, restRole(page, a))));
    for (const list of lists) for (const a of asked[list]) layout = giveRole(page, layout, a, list);
    return layout;
}

export const namesOf = (page: Page, axes: number[], between = ", "): string =>
    axes.map((a) => page.axes[a].name).join(between);

// "bucket_sort, lr 1e-3": labels with the name of their axis, except tasks.
export const named = (page: Page, axes: number[], { labels }: Combination): string =>
    labels
        .map((label, i) => {
            const { name, task, choices } = page.axes[axes[i]];
            return task ? choices[label].label : `${name} ${choices[label].label}`;
        })
        .join(", ");

// The fixed labels: "task copy, lr 1e-3"; "" if there are none.
export const fixedWords = (page: Page, layout: Layout): string =>
    Object.entries(layout.fixed)
        .map(([a, label]) => `${page.axes[Number(a)].name} ${page.axes[Number(a)].choices[label]?.label ?? "–"}`)
        .join(", ");
