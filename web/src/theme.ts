// Light, dark, or as the system says; kept for the next visit where the browser allows it.
import { isDark } from "./colour";
import { h } from "./dom";

const KEY = "lengthen-theme";

function stored(): string | null {
    try {
        return localStorage.getItem(KEY);
    } catch {
        return null; // pages from files may keep nothing
    }
}

export function themeButton(changed: () => void): HTMLElement {
    const root = document.documentElement;
    const set = (theme: string | null) => {
        if (theme) root.dataset.theme = theme;
        button.textContent = isDark() ? "Light" : "Dark";
        button.setAttribute("aria-label", `Use ${isDark() ? "light" : "dark"} colours`);
    };
    const button = h("button", {
        type: "button",
        onclick: () => {
            const theme = isDark() ? "light" : "dark";
            set(theme);
            try {
                localStorage.setItem(KEY, theme);
            } catch {
                // then only this page remembers
            }
            changed();
        },
    });
    set(stored());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
        set(null);
        changed();
    });
    return button;
}
