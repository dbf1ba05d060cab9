// Formats, compares and scales values of a page's metric.
import type { Metric } from "./data";
import { extent } from "./extent";

// A small loss is not rounded to 0.
const fixed = (m: Metric, x: number, digits: number): string =>
    m.high === null && x !== 0 && Math.abs(x) < 0.5 * 10 ** -digits ? x.toPrecision(2) : x.toFixed(digits);

// The value in the metric's unit, without the unit: "12.3". more: additional digits.
export const number = (m: Metric, x: number | null | undefined, more = 0): string =>
    x === null || x === undefined || Number.isNaN(x)
        ? "–"
        : m.digits < 0
          ? String(Number((m.scale * x).toPrecision(more - m.digits)))
          : Math.abs(m.scale * x) < 1e9
            ? fixed(m, m.scale * x, m.digits + more)
            : (m.scale * x).toPrecision(4);

// A unit of one character follows every number. Longer units are only in headings.
export const sign = (m: Metric): string => (m.unit.length === 1 ? ` ${m.unit}` : "");

const withUnit = (text: string, unit: string): string => (text === "–" ? text : text + unit);

// "12.3 %", "0.123"
export const short = (m: Metric, x: number | null | undefined): string => withUnit(number(m, x), sign(m));

// "12.3 %", "0.123 nats per token"
export const full = (m: Metric, x: number | null | undefined, more = 0): string =>
    withUnit(number(m, x, more), ` ${m.unit}`);

// Is the title without the unit enough? It is if the title is the unit ("bits per token"), or if the metric has no
// unit.
const saysAll = (m: Metric): boolean => m.title === m.unit || !m.unit;

// "token accuracy, %"
export const axisTitle = (m: Metric): string => (saysAll(m) ? m.title : `${m.title}, ${m.unit}`);

// "Token accuracy in %"
export const heading = (m: Metric): string => {
    const title = m.title.charAt(0).toUpperCase() + m.title.slice(1);
    return saysAll(m) ? title : `${title}${m.unit.startsWith("per ") ? "" : " in"} ${m.unit}`;
};

export const isBetter = (m: Metric, a: number, b: number): boolean => (m.lower_is_better ? a < b : a > b);

// The quality of a value, from 0 (worst) to 1 (best). If the metric has no upper bound, the largest value shown is used
// as the bound.
export function goodness(m: Metric, x: number, largest: number): number {
    const way = (value: number) => (m.logarithmic ? Math.log(value / m.low) : value - m.low);
    const most = way(m.high ?? largest);
    const share = most > 0 ? way(x) / most : 0;
    return m.lower_is_better ? 1 - share : share;
}

// The values whose goodness is 0 and 1.
export function ends(m: Metric, largest: number): [worst: number, best: number] {
    const high = m.high ?? largest;
    return m.lower_is_better ? [high, m.low] : [m.low, high];
}

// Can the axis of the metric be logarithmic? Not if the metric has an upper bound: such metrics are fractions, which
// may be 0.
export const mayBeLogarithmic = (m: Metric): boolean => m.high === null;

// The lower end of a logarithmic axis: the metric's lower bound. If the bound is 0, the end is a little below the
// smallest value. If all values are equal, the end is 1e-3 of this value.
function leastShown(m: Metric, least: number, most: number): number {
    if (m.low > 0) return m.low;
    return Number.isFinite(least) && least < most ? least / (most / least) ** 0.05 : most / 1000 || 1;
}

// The range of the y axis, in the metric's unit: up to the metric's upper bound or, if it has none, to the largest
// value shown. A margin keeps lines at either end visible.
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
