// Elements without a framework. Text goes in as text, never as markup: labels of a sweep may hold anything.

type Attribute = string | number | boolean | null | undefined | EventListener;
export type Child = Node | string | null | undefined | false | Child[]; // a list is not spread: it may be very long

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

// Text that may go on in the next line after a comma: a list by blocks has no blanks.
export function breaking(text: string): Child[] {
    return text.split(/(?<=,)(?=\S)/).flatMap((part, i) => (i > 0 ? [h("wbr"), part] : [part]));
}

// A <select> that tells which entry was chosen.
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

// Gives the focus back to the select or box that had it, once the elements of `within` were made anew.
export function restoreFocus(within: HTMLElement): () => void {
    const fields = () => [...within.querySelectorAll<HTMLElement>("select, input, button")];
    const at = fields().indexOf(document.activeElement as HTMLElement);
    return () => {
        if (at >= 0) fields()[at]?.focus();
    };
}

// Fades the edges of a box beyond which there is more to scroll to.
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

// Runs `task` once after the present events, however often it is asked for.
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
