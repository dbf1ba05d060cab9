// The page of reports: reads its data, builds its sections, and updates them while a sweep runs.
import { Charts } from "./charts";
import { State, stateNames, stateOf, type Page } from "./data";
import { onShowTraining } from "./detail";
import { h, hintOverflow } from "./dom";
import { count } from "./format";
import { keptRuns } from "./group";
import { HeatMap } from "./heat";
import { Live, versionOf } from "./live";
import { Pictures } from "./pictures";
import { Failures, RunList } from "./runs";
import { Settings } from "./settings";
import "./style.css";
import { Tables } from "./tables";
import { themeButton } from "./theme";
import { chosenRuns, Training } from "./training";

interface Part {
    element: HTMLElement;
    update(page: Page): void;
}

function stateWords(page: Page): string {
    const runs = keptRuns(page);
    const found = new Map<string, number>([...stateNames, "interrupted", "to test"].map((name) => [name, 0]));
    for (const run of runs) found.set(stateOf(page, run), found.get(stateOf(page, run))! + 1);
    const done = found.get(stateNames[State.Done])!;
    found.delete(stateNames[State.Done]);
    const words = [...found].map(([name, n]) => (n ? `${n.toLocaleString("en")} ${name}` : ""));
    const where = page.selection.where && `only those with ${page.selection.where}`;
    return [`${done.toLocaleString("en")} of ${count(runs.length, "run")} done`, ...words, where]
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

function show(section: string, behavior: ScrollBehavior = "auto"): void {
    const element = section && document.getElementById(section);
    if (!element) return;
    element.scrollIntoView({ behavior });
    element.focus({ preventScroll: true });
}

// Links to the sections. Their addresses contain the reader's choices, so that they can be copied.
function sections(shown: [id: string, title: string][], settings: Settings): HTMLElement {
    const go = (id: string) => (event: Event) => {
        const { ctrlKey, metaKey, shiftKey } = event as MouseEvent;
        if (ctrlKey || metaKey || shiftKey) return; // the browser opens another tab or window
        event.preventDefault();
        if (settings.section !== id) history.pushState(null, "", settings.address(id));
        settings.section = id;
        show(id);
    };
    const links = shown.map(([id, title]) => h("a", { href: `#${id}`, onclick: go(id) }, title));
    const point = () => links.forEach((link, i) => (link.href = settings.address(shown[i][0])));
    settings.onChange(point);
    addEventListener("hashchange", () => {
        settings.follow();
        show(settings.section);
    });
    point();
    const nav = h("nav", { "aria-label": "Sections" }, ...links);
    hintOverflow(nav);
    return nav;
}

// version: the version of the data if a server sent the page and will send updates; undefined if the page is a file.
function build(first: Page, version?: number): void {
    const settings = new Settings(first);
    const parts: [id: string, title: string, part: Part, there: boolean][] = [
        ["curves", "Curves", new Charts(settings), true],
        ["map", "Heat map", new HeatMap(settings), true],
        ["tables", "Tables", new Tables(settings), first.tables.length > 0],
        ["training", "Training", new Training(settings), true],
        ["runs", "Runs", new RunList(settings), true],
        ["failures", "Failures", new Failures(), true],
        ["pictures", "Pictures", new Pictures(), first.pictures.length > 0],
    ];
    onShowTraining((run) => {
        const runs = chosenRuns(settings);
        if (!runs.includes(run)) settings.set({ chosen: [...runs, run].map((i) => settings.page.runs.id[i]) });
        show("training");
    });
    const shown = parts.filter(([, , , there]) => there);
    const finding = h("p", { class: "finding" });
    const said = h("p", { class: "note lines" });
    const update = () => {
        const { page } = settings;
        const { dir, checksum } = page.sweep;
        const planned = checksum === '' ? dir : `sweep ${dir}, plan ${checksum.slice(0, 8)}`;
        const of = `${planned}, ${page.program}`;
        finding.textContent = page.sweep.finding;
        said.textContent = `${stateWords(page)}; ${of}\n${page.metric.score}`;
        for (const [, , part] of shown) part.update(page);
    };
    document.title = first.sweep.title || first.sweep.name;
    document.body.replaceChildren(
        head(first, update),
        finding,
        ...(version === undefined
            ? []
            : [new Live(first, version, (fresh) => (settings.refresh(fresh), update())).element]),
        said,
        sections(
            shown.map(([id, title]) => [id, title]),
            settings,
        ),
        h(
            "main",
            {},
            ...shown.map(([id, title, part]) =>
                h(
                    "section",
                    { id, tabindex: -1, "aria-labelledby": `${id}-title` },
                    h("h2", { id: `${id}-title` }, title),
                    part.element,
                ),
            ),
        ),
    );
    update();
    show(settings.section, "instant");
}

async function start(): Promise<void> {
    const data = JSON.parse(document.getElementById("data")!.textContent!) as Page | string;
    if (typeof data !== "string") return build(data);
    const answer = await fetch("api/page");
    if (!answer.ok) throw new Error(`the server answered ${answer.status} ${answer.statusText}`);
    build((await answer.json()) as Page, versionOf(answer));
}

start().catch((error: unknown) => {
    document.body.replaceChildren(h("h1", {}, "This page has no data"), h("p", { role: "alert" }, String(error)));
});
