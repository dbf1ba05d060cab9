// Creates elements without a framework. Strings become text, never markup: labels of a sweep may contain anything.

type Attribute = string | number | boolean | null | undefined | EventListener;
export type Child = Node | string | null | undefined | false | Child[]; // long arrays must not be spread into arguments

function append(element: Element, children: Child[]): void {
    for (const child of children)
        if (Array.isArray(child)) append(element, child);
        else if (child) element.append(child);
}

export function replaceChildren(element: Element, ...children: Child[]): void {
    element.replaceChildren();
    append(element, children);
}

export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Record<string, Attribute> = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function") element.addEventListener(name.slice(2), value);
        else if (value === true) element.setAttribute(name, "");
        else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
    }
    append(element, children);
    return element;
}

// A text that can be broken after commas, for lists of choices by block, which have no spaces.
export function breaking(text: string): Child[] {
    return text.split(/(?<=,)(?=\S)/).flatMap((part, i) => (i > 0 ? [h("wbr"), part] : [part]));
}

// A labelled <select> that calls `change` with the index of the chosen entry.
export function select(
    label: string,
    entries: string[],
    chosen: number,
    change: (i: number) => void,
): HTMLLabelElement {
    const box = h(
        "select",
        { onchange: () => change(box.selectedIndex) },
        entries.map((entry, i) => h("option", { selected: i === chosen }, entry)),
    );
    return h("label", { class: "choose" }, label, " ", box);
}

// Stores which field in `within` has the focus. After the fields are replaced, the returned function focuses the field
// at the same place.
export function restoreFocus(within: HTMLElement): () => void {
    const fields = () => [...within.querySelectorAll<HTMLElement>("select, input, button")];
    const at = fields().indexOf(document.activeElement as HTMLElement);
    return () => {
        if (at >= 0) fields()[at]?.focus();
    };
}

// Fades the left or right edge of a box if it can be scrolled further.
export function hintOverflow(box: HTMLElement): void {
    const hint = () => {
        const left = box.scrollLeft > 2;
        const right = box.scrollLeft + box.clientWidth < box.scrollWidth - 2;
        box.classList.toggle("more-left", left);
        box.classList.toggle("more-right", right);
    };
    box.addEventListener("scroll", hint, { passive: true });
    new ResizeObserver(hint).observe(box);
}

// Returns a function that runs `task` once in the next frame, however often it is called before.
export function soon(task: () => void): () => void {
    let waiting = false;
    return () => {
        if (waiting) return;
        waiting = true;
        requestAnimationFrame(() => {
            waiting = false;
            task();
        });
    };
}
