// Controls for the axes of charts: linear or logarithmic, and their range. An empty field means the end of the data.
import { scales, WHOLE, type Range } from "./address";
import { h, restoreFocus, select, type Child } from "./dom";

// One axis; members that are missing cannot be changed.
export interface Axis {
    name: string; // "input length"
    range: Range;
    setRange?: (range: Range) => void;
    scale?: number; // index of `scales`; undefined: always linear
    setScale?: (scale: number) => void;
    fit?: () => Range; // returns the range of the data shown
}

export class Axes {
    private summary = h("summary");
    private fields = h("div", { class: "choosers" });
    readonly element = h("details", { class: "roles axes" }, this.summary, this.fields);

    private words({ name, range: [from, to], scale }: Axis): string {
        const range = from === null && to === null ? "all" : `${from ?? "start"} to ${to ?? "end"}`;
        return `${name}: ${[scale !== undefined && scales[scale], range].filter(Boolean).join(", ")}`;
    }

    private end(axis: Axis, which: 0 | 1): Child {
        const box: HTMLInputElement = h("input", {
            type: "number",
            step: "any",
            placeholder: which ? "end" : "start",
            "aria-label": `${axis.name}, ${which ? "to" : "from"}`,
            value: axis.range[which],
            onchange: () => {
                const value = box.value === "" ? null : Number(box.value);
                const [from, to] = which ? [axis.range[0], value] : [value, axis.range[1]];
                const good = from === null || to === null || from < to;
                box.setCustomValidity(good ? "" : "The first number must be smaller than the second");
                if (good) axis.setRange!([from, to]);
                else box.reportValidity();
            },
        });
        return box;
    }

    private group(axis: Axis): HTMLElement {
        const whole = axis.range[0] === null && axis.range[1] === null;
        const button = (text: string, label: string, range: () => Range) =>
            h("button", { type: "button", "aria-label": label, onclick: () => axis.setRange!(range()) }, text);
        return h(
            "div",
            { class: "axis", role: "group", "aria-label": axis.name },
            axis.scale === undefined ? h("span", {}, axis.name) : select(axis.name, scales, axis.scale, axis.setScale!),
            axis.setRange && this.end(axis, 0),
            axis.setRange && "to",
            axis.setRange && this.end(axis, 1),
            axis.fit && button("Fit", `${axis.name}: fit to what is shown`, axis.fit),
            axis.setRange && !whole && button("All", `${axis.name}: show all`, () => WHOLE),
        );
    }

    update(axes: Axis[]): void {
        const restore = restoreFocus(this.fields);
        this.summary.textContent = `Axes: ${axes.map((axis) => this.words(axis)).join(" · ")}`;
        this.fields.replaceChildren(...axes.map((axis) => this.group(axis)));
        restore();
    }
}
