// Colours. The colours of lines are in the page's data and equal the colours of the report's figures. The colours of
// the heat map are distinguishable for colour-blind readers and in grey.

export const isDark = (): boolean => {
    const forced = document.documentElement.dataset.theme;
    return forced ? forced === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

export const paper = (): string => getComputedStyle(document.documentElement).getPropertyValue("--paper").trim();
export const ink = (): string => getComputedStyle(document.documentElement).getPropertyValue("--ink").trim();
export const faint = (): string => getComputedStyle(document.documentElement).getPropertyValue("--rule").trim();

const CONTRAST = 5; // of lines on a dark page, as WCAG defines it; WCAG requires 3 for graphics
const DARK_PAPER = 0.009; // luminance of the dark page

// The colour of a line as drawn: lighter on a dark page, where black and dark blue would be hard to see.
export const line = (colour: string): string => (isDark() && /^#[0-9a-f]{6}$/i.test(colour) ? lighter(colour) : colour);

export function lighter(colour: string): string {
    const rgb = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    for (let white = 0; ; white += 0.05) {
        const [r, g, b] = rgb.map((c) => Math.round(c + white * (255 - c)));
        if (white >= 1 || (luminance(r, g, b) + 0.05) / (DARK_PAPER + 0.05) >= CONTRAST)
            return `#${[r, g, b].map((c) => Math.min(c, 255).toString(16).padStart(2, "0")).join("")}`;
    }
}

export const alpha = (colour: string, opacity: number): string =>
    /^#[0-9a-f]{6}$/i.test(colour)
        ? colour +
          Math.round(255 * opacity)
              .toString(16)
              .padStart(2, "0")
        : colour;

export const dashes: number[][] = [[], [9, 5], [2, 4], [9, 4, 2, 4], [14, 5]];

// A CSS background that looks like a line of this dash.
export function stripes(colour: string, dash: number): string {
    let at = 0;
    const parts = dashes[dash % dashes.length].map((length, i) => {
        const part = `${i % 2 ? "transparent" : colour} ${at}px ${at + length}px`;
        at += length;
        return part;
    });
    return parts.length ? `repeating-linear-gradient(90deg, ${parts.join(", ")})` : colour;
}

// The colour map Cividis at five points, from dark blue through grey to yellow.
const stops = [
    [0, 34, 78],
    [66, 78, 108],
    [125, 124, 120],
    [187, 175, 113],
    [254, 232, 56],
];

// A CSS background with the whole colour map.
export const heatBar = `linear-gradient(90deg, ${stops.map((rgb) => `rgb(${rgb.join(" ")})`).join(", ")})`;

// The background colour for x in [0, 1], and a colour for text on it.
export function heat(x: number): { ground: string; letters: string } {
    const at = Math.min(Math.max(x, 0), 1) * (stops.length - 1);
    const i = Math.min(Math.floor(at), stops.length - 2);
    const [r, g, b] = stops[i].map((low, k) => Math.round(low + (at - i) * (stops[i + 1][k] - low)));
    return { ground: `rgb(${r} ${g} ${b})`, letters: luminance(r, g, b) > 0.18 ? "#000" : "#fff" };
}

// The colours of lines, which colour-blind readers can distinguish, and the marks of their points, as in the report's
// figures.
export const palette = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"];
export const marks = [..."●■▲▼◆⬟□○△▽◇⬠"];

// The marks of lines that share a colour: if the first of them has the mark `mark`, the result is the mark of the
// `round`-th further line. All marks are used before a mark repeats.
export const markAfter = (mark: number, round: number): number => (mark + 7 * round) % marks.length;

// The style of the i-th run in charts of training.
export function styleAt(i: number): { colour: string; dash: number; mark: number } {
    const at = i % palette.length;
    return { colour: palette[at], dash: 0, mark: markAfter(at, Math.floor(i / palette.length)) };
}

// Relative luminance, as WCAG defines it.
export function luminance(r: number, g: number, b: number): number {
    const [x, y, z] = [r, g, b].map((c) => (c <= 10 ? c / 3294 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}
