// Minimum and maximum of many values. Math.min fails in browsers with more than about 120,000 arguments.

// Minimum and maximum of those values that are greater than `above`, except NaN and null; [Infinity, -Infinity] if
// there are none.
export function extent(values: Iterable<number | null>, above = -Infinity): [least: number, greatest: number] {
    let [least, greatest] = [Infinity, -Infinity];
    for (const value of values) {
        if (value === null || !(value > above)) continue;
        if (value < least) least = value;
        if (value > greatest) greatest = value;
    }
    return [least, greatest];
}
