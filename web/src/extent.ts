// The least and the greatest of any number of values. A spread argument list is limited: a browser fails beyond some
// 120,000 values.

// Of the values above `above`; NaN and null do not count. [Infinity, -Infinity] if there are none.
export function extent(values: Iterable<number | null>, above = -Infinity): [least: number, greatest: number] {
    let [least, greatest] = [Infinity, -Infinity];
    for (const value of values) {
        if (value === null || !(value > above)) continue;
        if (value < least) least = value;
        if (value > greatest) greatest = value;
    }
    return [least, greatest];
}
