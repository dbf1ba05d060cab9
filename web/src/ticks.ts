// Ticks of axes.

// Distances of ticks on axes of integers, such as lengths and steps: 1, 2, 5, 10, ...
export const wholeSteps = Array.from({ length: 30 }, (_, i) => [1, 2, 5][i % 3] * 10 ** Math.floor(i / 3));

// Ticks of a logarithmic axis from `low` (above 0) to `high`: 1, 2, ..., 9 times powers of ten. If there are fewer than
// two such ticks, multiples of one power of ten. uPlot's own rule does not end if `low` is, for example, 0.0982: its
// second tick is 0.11, and its later steps are not powers of ten.
export function decades(low: number, high: number): number[] {
    const ticks: number[] = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++)
        for (let digit = 1; digit <= 9; digit++) ticks.push(Number(`${digit}e${power}`));
    const inside = ticks.filter((x) => x >= low && x <= high);
    if (inside.length > 1) return inside;
    const power = Math.floor(Math.log10(high - low));
    const [first, last] = [Math.ceil(low / 10 ** power), Math.floor(high / 10 ** power)];
    return Array.from({ length: last - first + 1 }, (_, i) => Number(`${first + i}e${power}`));
}

// Replaces ticks without a label by null. The ticks 1, 2, 5, 10, ... have labels or, if there are many ticks, only
// powers of ten. If fewer than two ticks would have labels, all have labels.
export function labelled(ticks: (number | null)[]): (number | null)[] {
    const first = (x: number) => Math.round(x / 10 ** Math.floor(Math.log10(x) + 1e-9));
    const shown = ticks.length <= 30 ? [1, 2, 5] : [1];
    const some = ticks.map((x) => (x !== null && shown.includes(first(x)) ? x : null));
    return some.filter((x) => x !== null).length < 2 ? ticks : some;
}
