// The values of a page's metric: in words, which of two is better, and how good one is.
import type { Metric } from "./data";
import { extent } from "./extent";

// A loss that is nearly 0 is not 0.
const fixed = (m: Metric, x: number, digits: number): string =>
    m.high === null && x !== 0 && Math.abs(x) < 0.5 * 10 ** -digits ? x.toPrecision(2) : x.toFixed(digits);

// In the unit, without naming it: "12.3".
export const number = (m: Metric, x: number | null | undefined, more = 0): string =>
    x === null || x === undefined || Number.isNaN(x)
        ? "–"
        : m.digits < 0
          ? String(Number((m.scale * x).toPrecision(more - m.digits)))
          : Math.abs(m.scale * x) < 1e9
            ? fixed(m, m.scale * x, m.digits + more)
            : (m.scale * x).toPrecision(4);

// A unit that is a sign stands at every number; words would crowd a list of numbers, and stand at its heading.
export const sign = (m: Metric): string => (m.unit.length === 1 ? ` ${m.unit}` : "");

const withUnit = (text: string, unit: string): string => (text === "–" ? text : text + unit);

// "12.3 %", "0.123"
export const short = (m: Metric, x: number | null | undefined): string => withUnit(number(m, x), sign(m));

// "12.3 %", "0.123 nats per token"
export const full = (m: Metric, x: number | null | undefined, more = 0): string =>
    withUnit(number(m, x, more), ` ${m.unit}`);

// Does the title say all? "bits per token", or what has no unit
const saysAll = (m: Metric): boolean => m.title === m.unit || !m.unit;

// "token accuracy, %"
export const axisTitle = (m: Metric): string => (saysAll(m) ? m.title : `${m.title}, ${m.unit}`);

// "Token accuracy in %"
export const heading = (m: Metric): string => {
    const title = m.title.charAt(0).toUpperCase() + m.title.slice(1);
    return saysAll(m) ? title : `${title}${m.unit.startsWith("per ") ? "" : " in"} ${m.unit}`;
};

export const isBetter = (m: Metric, a: number, b: number): boolean => (m.lower_is_better ? a < b : a > b);

// From 0, the worst there is, to 1. Of a metric without bound the worst is the largest value that is shown.
export function goodness(m: Metric, x: number, largest: number): number {
    const way = (value: number) => (m.logarithmic ? Math.log(value / m.low) : value - m.low);
    const most = way(m.high ?? largest);
    const share = most > 0 ? way(x) / most : 0;
    return m.lower_is_better ? 1 - share : share;
}

// What has a goodness of 0, and of 1.
export function ends(m: Metric, largest: number): [worst: number, best: number] {
    const high = m.high ?? largest;
    return m.lower_is_better ? [high, m.low] : [m.low, high];
}

// May its axis be logarithmic? A share of a whole has an end above, and 0 is one of its values.
export const mayBeLogarithmic = (m: Metric): boolean => m.high === null;

// Of the values that a logarithmic axis can show, the smallest; 1e-3 of the largest where that is 0.
function leastShown(m: Metric, least: number, most: number): number {
    if (m.low > 0) return m.low;
    return Number.isFinite(least) && least < most ? least / (most / least) ** 0.05 : most / 1000 || 1;
}

// The y axis, in the unit: all that there can be, or up to the largest value that is shown; a line at either end is
// seen whole.
export function axisRange(
    m: Metric,
    values: Iterable<number>,
    logarithmic = m.logarithmic,
): [low: number, high: number] {
    const [least, greatest] = extent(values, 0);
    const most = m.high ?? Math.max(0, greatest);
    if (logarithmic) {
        const low = leastShown(m, least, most);
        const top = most > low ? most : 2 * low;
        return [m.scale * low, m.scale * top * (top / low) ** 0.05];
    }
    const top = m.scale * (most || 1);
    return [-0.01 * top, (m.high === null ? 1.05 : 1.01) * top];
}
