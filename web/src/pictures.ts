// The report's figures as <img> elements, which run no scripts and load no other files.
import type { Page } from "./data";
import { h } from "./dom";

export class Pictures {
    readonly element = h("div", { class: "pictures" });
    private shown = "";

    update(page: Page): void {
        const now = page.pictures.map((p) => p.name + p.image.length).join();
        if (now === this.shown) return;
        this.shown = now;
        this.element.replaceChildren(
            ...page.pictures.map(({ title, image }) =>
                h("figure", {}, h("img", { src: image, alt: title, loading: "lazy" }), h("figcaption", {}, title)),
            ),
        );
    }
}
