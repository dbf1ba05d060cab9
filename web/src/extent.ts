// Minimum and maximum. Spreading values into arguments of Math.min fails in browsers beyond about 120,000 values.

// Minimum and maximum of the values above `above`, without NaN and null; [Infinity, -Infinity] if there are none.
export function extent(values: Iterable<number | null>, above = -Infinity): [least: number, greatest: number] {
    let [least, greatest] = [Infinity, -Infinity];
    for (const value of values) {
        if (value === null || !(value > above)) continue;
        if (value < least) least = value;
        if (value > greatest) greatest = value;
    }
    return [least, greatest];
}
