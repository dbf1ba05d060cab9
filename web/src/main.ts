// The page: reads its data, builds its sections, and keeps them up to date while a sweep runs.
import { Charts } from "./charts";
import { State, stateNames, type Page } from "./data";
import { h } from "./dom";
import { count } from "./format";
import { HeatMap } from "./heat";
import { Live } from "./live";
import { Pictures } from "./pictures";
import { Failures, RunList } from "./runs";
import "./style.css";
import { Tables } from "./tables";
import { themeButton } from "./theme";

interface Part {
    element: HTMLElement;
    update(page: Page): void;
}

function stateWords(page: Page): string {
    const counts = stateNames.map((_, s) => page.runs.state.filter((state) => state === s).length);
    const words = counts.map((n, s) => (n && s !== State.Done ? `${n.toLocaleString("en")} ${stateNames[s]}` : ""));
    return [`${counts[State.Done].toLocaleString("en")} of ${count(page.runs.id.length, "run")} done`, ...words]
        .filter(Boolean)
        .join(", ");
}

function head(page: Page, redraw: () => void): HTMLElement {
    return h(
        "header",
        { class: "top" },
        h("div", {}, h("h1", {}, page.sweep.title || page.sweep.name), themeButton(redraw)),
        page.sweep.note && h("p", {}, page.sweep.note),
    );
}

function build(first: Page, live: boolean): void {
    let page = first;
    const parts: [id: string, title: string, part: Part, there: boolean][] = [
        ["tables", "Tables", new Tables(), page.tables.length > 0],
        ["map", "Heat map", new HeatMap(), true],
        ["curves", "Curves", new Charts(page), true],
        ["pictures", "Pictures", new Pictures(), page.pictures.length > 0],
        ["failures", "Failures", new Failures(), true],
        ["runs", "Runs", new RunList(), true],
    ];
    const shown = parts.filter(([, , , there]) => there);
    const said = h("p", { class: "note" });
    const update = () => {
        said.textContent = `${stateWords(page)}; sweep ${page.sweep.dir}, plan ${page.sweep.checksum.slice(0, 8)}, ${page.program}`;
        for (const [, , part] of shown) part.update(page);
    };
    document.title = page.sweep.title || page.sweep.name;
    document.body.replaceChildren(
        head(page, update),
        ...(live ? [new Live(page, (fresh) => ((page = fresh), update())).element] : []),
        said,
        h("nav", { "aria-label": "Sections" }, ...shown.map(([id, title]) => h("a", { href: `#${id}` }, title))),
        h(
            "main",
            {},
            ...shown.map(([id, title, part]) =>
                h(
                    "section",
                    { id, "aria-labelledby": `${id}-title` },
                    h("h2", { id: `${id}-title` }, title),
                    part.element,
                ),
            ),
        ),
    );
    update();
}

async function start(): Promise<void> {
    const data = JSON.parse(document.getElementById("data")!.textContent!) as Page | string;
    if (typeof data !== "string") return build(data, false);
    const answer = await fetch("api/page");
    if (!answer.ok) throw new Error(`the server says ${answer.status} ${answer.statusText}`);
    build((await answer.json()) as Page, true);
}

start().catch((error: unknown) => {
    document.body.replaceChildren(h("h1", {}, "This page has no data"), h("p", { role: "alert" }, String(error)));
});
