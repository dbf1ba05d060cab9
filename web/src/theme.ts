// Light or dark colours; by default those of the system. If the browser allows storage, it stores the choice.
import { isDark } from "./colour";
import { h } from "./dom";

const KEY = "lengthen-theme";

function stored(): string | null {
    try {
        return localStorage.getItem(KEY);
    } catch {
        return null; // browsers may forbid storage to pages from files
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
                // without storage, the choice lasts until the page is closed
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
