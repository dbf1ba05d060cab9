// Unpacks curves, which are little-endian 16-bit numbers in base64. 65534 stands for `top`, 65535 for a length that was
// not tested. Each number is the value of a bin. A bin has one length or, in a large sweep, a few neighbouring lengths,
// whose mean is stored.

import type { Metric } from "./data";
import { extent } from "./extent";

const NONE = 65535;

export function decode(text: string, m: Pick<Metric, "top" | "low" | "logarithmic">): Float32Array {
    const bytes = atob(text);
    const values = new Float32Array(bytes.length >> 1);
    for (let i = 0; i < values.length; i++) {
        const packed = bytes.charCodeAt(2 * i) | (bytes.charCodeAt(2 * i + 1) << 8);
        const share = packed / (NONE - 1);
        values[i] = packed === NONE ? NaN : m.logarithmic ? m.low * (m.top / m.low) ** share : m.top * share;
    }
    return values;
}

export interface Band {
    mean: number[];
    low: number[];
    high: number[];
}

// Mean, minimum and maximum of curves, point by point; NaN where no curve has a value.
export function band(curves: ArrayLike<number>[]): Band {
    const size = Math.max(0, extent(curves.map((c) => c.length))[1]);
    const result: Band = { mean: [], low: [], high: [] };
    for (let i = 0; i < size; i++) {
        let [n, sum, low, high] = [0, 0, Infinity, -Infinity];
        for (const curve of curves) {
            const value = curve[i];
            if (value === undefined || Number.isNaN(value)) continue;
            n++;
            sum += value;
            low = Math.min(low, value);
            high = Math.max(high, value);
        }
        result.mean.push(n ? sum / n : NaN);
        result.low.push(n ? low : NaN);
        result.high.push(n ? high : NaN);
    }
    return result;
}

export interface Line {
    xs: number[];
    ys: number[];
}

// Merges the x values of several lines into one ascending list: [x, y of line 0, y of line 1, ...]. Where a line has no
// point, its y is null, and uPlot connects the points before and after.
export function align(lines: Line[]): [number[], ...(number | null)[][]] {
    const xs = [...new Set(lines.flatMap((line) => line.xs))].sort((a, b) => a - b);
    const place = new Map(xs.map((x, i) => [x, i]));
    const columns = lines.map((line) => {
        const column = new Array<number | null>(xs.length).fill(null);
        line.xs.forEach((x, i) => (column[place.get(x)!] = Number.isNaN(line.ys[i]) ? null : line.ys[i]));
        return column;
    });
    return [xs, ...columns];
}
