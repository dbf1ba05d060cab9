// The dialog with the runs of a point or cell. Each run is shown with the command and the config that repeat the run.
import { State, stateOf, type Page } from "./data";
import { h, type Child } from "./dom";
import { loadTable } from "./experts";
import { commandOf, configOf, count, duration, labelsOf } from "./format";
import { bestFirst } from "./group";
import { full, short } from "./metric";

const MOST = 200; // runs shown at once

let showTraining: ((run: number) => void) | undefined;

// Sets the function that is called to show the training of a run.
export const onShowTraining = (listener: (run: number) => void): void => void (showTraining = listener);

const dialog = h("dialog", { "aria-labelledby": "detail-title" });
dialog.addEventListener("click", (e) => e.target === dialog && dialog.close()); // a click on the backdrop

function copyButton(text: string): HTMLElement {
    const button = h("button", { type: "button" }, "Copy");
    button.addEventListener("click", async () => {
        try {
            await navigator.clipboard.writeText(text);
            button.textContent = "Copied";
        } catch {
            button.textContent = "Select and copy by hand";
        }
    });
    return button;
}

const code = (title: string, text: string): Child =>
    h("section", {}, h("h4", {}, title, " ", copyButton(text)), h("pre", { tabindex: 0 }, text));

function facts(page: Page, run: number): Child {
    const { runs } = page;
    const row = (name: string, value: string | undefined): Child =>
        value ? h("div", {}, h("dt", {}, name), h("dd", {}, value)) : null;
    return h(
        "dl",
        {},
        row("state", stateOf(page, run)),
        row("score", runs.score[run] === null ? "" : full(page.metric, runs.score[run])),
        row("steps", `${runs.step[run].toLocaleString("en")} of ${runs.steps[run].toLocaleString("en")}`),
        row("training", runs.seconds[run] === null ? "" : duration(runs.seconds[run])),
        row("directory", `${page.sweep.dir}/runs/${runs.id[run]}`),
        row("reason", runs.reason[run]),
    );
}

const trainingButton = (run: number): Child =>
    h(
        "button",
        {
            type: "button",
            onclick: () => {
                dialog.close();
                showTraining?.(run);
            },
        },
        "Show its training",
    );

function runEntry(page: Page, run: number, open: boolean): HTMLElement {
    const entry = h("details", { open });
    const state = page.runs.state[run];
    const result = state === State.Done ? short(page.metric, page.runs.score[run]) : stateOf(page, run);
    entry.append(h("summary", {}, h("b", {}, result), " ", labelsOf(page, run)));
    const fill = () => {
        if (!entry.open || entry.childElementCount > 1) return;
        entry.append(
            h(
                "div",
                { class: "run" },
                facts(page, run),
                page.training[run] && trainingButton(run),
                page.runs.experts[run] && loadTable(page.runs.experts[run]),
                code("Repeat it", commandOf(page, run)),
                code("Its config", configOf(page, run)),
            ),
        );
    };
    entry.addEventListener("toggle", fill);
    fill();
    return entry;
}

export function openDetail(page: Page, title: string, runs: number[], note = ""): void {
    if (!dialog.isConnected) document.body.append(dialog);
    dialog.replaceChildren(
        h(
            "header",
            {},
            h("h3", { id: "detail-title" }, title),
            h("button", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, "✕"),
        ),
        h(
            "p",
            { class: "note lines" },
            [note, `${count(runs.length, "run")}, the best first`].filter(Boolean).join("\n"),
        ),
        ...bestFirst(page, runs)
            .slice(0, MOST)
            .map((run) => runEntry(page, run, runs.length === 1)),
        runs.length > MOST ? h("p", {}, `and ${count(runs.length - MOST, "more run")}`) : "",
    );
    dialog.showModal();
}
