// Follows a running sweep: shows the server's events and reloads the page's data when it has changed.
import { State, stateNames, type Page, type Progress } from "./data";
import { h } from "./dom";
import { count, duration, labelsOf } from "./format";

const threeDigits = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const LEAST = 3000; // minimum milliseconds between two loads of the data

export const versionOf = (answer: Response): number => Number((answer.headers.get("ETag") ?? "").replace(/\D/g, ""));

export class Live {
    readonly element = h("section", { class: "live", "aria-label": "Progress" });
    private bar = h("progress", { max: 1, value: 0 });
    private words = h("p", { role: "status" });
    private running = h("ul");
    private link = h("p", { class: "note" }, "connecting …");
    private read = 0; // time of the last load; 0 before the first
    private timer?: ReturnType<typeof setTimeout>;

    // version: the version of the server's data in `page`.
    constructor(
        private page: Page,
        private version: number,
        private changed: (page: Page) => void,
    ) {
        this.element.append(this.bar, this.words, this.running, this.link);
        const events = new EventSource("api/events");
        events.addEventListener("progress", (e) => this.show(JSON.parse((e as MessageEvent<string>).data) as Progress));
        events.addEventListener("open", () => (this.link.textContent = "live"));
        events.addEventListener("error", () => (this.link.textContent = "no connection to the server; trying again …"));
    }

    private show(p: Progress): void {
        const ended = p.counts.slice(State.Done).reduce((a, b) => a + b, 0) - p.counts[State.Paused];
        const all = p.counts.reduce((a, b) => a + b, 0);
        this.bar.max = Math.max(all, 1);
        this.bar.value = ended;
        this.bar.textContent = `${ended} of ${all}`;
        const words = [`${ended.toLocaleString("en")} of ${count(all, "run")} ended`];
        for (const state of [State.Running, State.Paused, State.Failed, State.Diverged, State.Stopped])
            if (p.counts[state])
                words.push(`${p.counts[state].toLocaleString("en")} ${stateNames[state]}`);
        if (p.perHour !== null) words.push(`${threeDigits.format(p.perHour)} runs per hour`);
        if (p.rate && p.left > 0) words.push(`about ${duration(p.left / p.rate)} left`);
        this.words.textContent = words.join(" · ");
        this.running.replaceChildren(
            ...p.running.map(({ run, step, steps, owner }) =>
                h(
                    "li",
                    {},
                    h("progress", { max: Math.max(steps, 1), value: step, "aria-label": `run ${run}` }),
                    ` ${labelsOf(this.page, run)}`,
                    h("span", { class: "note" }, ` ${step.toLocaleString("en")} of ${count(steps, "step")}, ${owner}`),
                ),
            ),
        );
        if (p.version !== this.version) this.later(p.version);
    }

    private later(version: number): void {
        this.version = version;
        this.timer ??= setTimeout(() => void this.load(), Math.max(0, this.read + LEAST - Date.now()));
    }

    private async load(): Promise<void> {
        this.timer = undefined;
        this.read = Date.now();
        try {
            const answer = await fetch("api/page");
            if (!answer.ok) throw new Error(answer.statusText);
            this.version = versionOf(answer);
            this.page = (await answer.json()) as Page;
            this.changed(this.page);
        } catch {
            this.version = -1; // the next event triggers another load
        }
    }
}
