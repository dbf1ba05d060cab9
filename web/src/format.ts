// Formats numbers, commands and configs.
import type { Page, Pair } from "./data";

export function duration(seconds: number | null): string {
    if (seconds === null || !Number.isFinite(seconds)) return "–";
    const whole = Math.round(seconds);
    const minutes = Math.round(seconds / 60);
    if (whole < 10) return `${seconds.toFixed(1)} s`;
    if (whole < 60) return `${whole} s`;
    if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
    if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
    return `${(seconds / 86400).toFixed(1)} days`;
}

export const count = (n: number, one: string, many = `${one}s`): string =>
    `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

// A word, in quotation marks if a shell needs them.
export const quoted = (word: string): string =>
    /^[\w@%+=:,.\/-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;

// "task copy, seed 3"
export const labelsOf = (page: Page, run: number): string =>
    page.axes
        .map((axis, a) => [axis.name, axis.choices[page.runs.labels[a][run]]?.label] as const)
        .filter(([, label]) => label !== undefined)
        .map(([name, label]) => `${name} ${label}`)
        .join(", ");

// The settings of a run: first the settings of all runs, then those of the run's labels, then the run's own settings.
// If several settings have the same key, the last applies. Options that belong to a choice are omitted if the run has
// another choice.
export function settingsOf(page: Page, run: number): Pair[] {
    const settings = new Map<string, string>();
    const put = (pairs: Pair[]) => pairs.forEach(([key, value]) => settings.set(key, value));
    put(page.base);
    page.axes.forEach((axis, a) => put(axis.choices[page.runs.labels[a][run]]?.set ?? []));
    put(page.runs.extra[run] ?? []);
    const implied = new Map(page.runs.implied[run] ?? []);
    return [...settings].filter(([key]) => {
        const owner = page.owned[key];
        if (!owner) return true;
        return owner.choices.includes(settings.get(owner.axis) ?? implied.get(owner.axis) ?? owner.fallback);
    });
}

// The command that repeats a run.
export function commandOf(page: Page, run: number): string {
    const flags = settingsOf(page, run).map(([key, value]) => `--${quoted(key)}=${quoted(value)}`);
    return ["lengthen train", ...flags, `--out=runs/${page.runs.id[run]}`].join(" ");
}

// The settings as a config file. JSON strings are valid YAML.
export const configOf = (page: Page, run: number): string =>
    settingsOf(page, run)
        .map(([key, value]) => `${key}: ${/^[\w.+-]+$/.test(value) ? value : JSON.stringify(value)}\n`)
        .join("");
