// Sorts the rows of tables.

const numeric = (a: number | string, b: number | string): number =>
    typeof a === "number" && typeof b === "number"
        ? a - b
        : String(a).localeCompare(String(b), "en", { numeric: true });

// Rows sorted by a key. Ties keep their order. Rows whose key is null come last in both directions.
export function sorted<T>(rows: T[], key: (row: T) => number | string | null, down: boolean): T[] {
    return rows
        .map((row, i) => ({ row, i, key: key(row) }))
        .sort((a, b) => {
            if (a.key === null || b.key === null) return a.key === b.key ? a.i - b.i : a.key === null ? 1 : -1;
            return (down ? -1 : 1) * numeric(a.key, b.key) || a.i - b.i;
        })
        .map(({ row }) => row);
}
