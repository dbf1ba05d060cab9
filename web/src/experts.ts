// A coloured table of the fractions of tokens that chose each expert.
import { heat } from "./colour";
import type { Load } from "./data";
import { h, type Child } from "./dom";
import { extent } from "./extent";

const percent = (share: number): string => (100 * share).toFixed(1);

// The busiest expert of a table has the last colour of the map.
export function loadTable({ dropped, load }: Load): Child {
    if (load.length === 0) return null;
    const [, most] = extent(load.flat());
    const cell = (share: number): Child => {
        const colour = heat(share / most);
        return h("td", { style: `background:${colour.ground};color:${colour.letters}` }, percent(share));
    };
    return h(
        "section",
        {},
        h("h4", {}, "Expert load"),
        h(
            "p",
            { class: "note" },
            `% of tokens per expert at the last logged training step; ${percent(dropped)} % were dropped`,
        ),
        h(
            "div",
            { class: "load", tabindex: 0 },
            h(
                "table",
                {},
                h(
                    "thead",
                    {},
                    h("tr", {}, h("th", {}, "sublayer"), load[0].map((_, e) => h("th", { scope: "col" }, `${e}`))),
                ),
                h(
                    "tbody",
                    {},
                    load.map((shares, i) => h("tr", {}, h("th", { scope: "row" }, `${i}`), shares.map(cell))),
                ),
            ),
        ),
    );
}
