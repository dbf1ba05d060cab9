import assert from "node:assert/strict";
import { test } from "node:test";
import { heat, heatBar, lighter, luminance, styleAt } from "../src/colour";

test("lines have enough contrast on a dark page, and the first dozen runs have different styles", () => {
    const styles = Array.from({ length: 12 }, (_, i) => styleAt(i));
    for (const colour of [...styles.map((s) => s.colour), "#000000", "#0000ff", "#F0E442"]) {
        const [r, g, b] = [1, 3, 5].map((at) => parseInt(lighter(colour).slice(at, at + 2), 16));
        const contrast = (luminance(r, g, b) + 0.05) / (luminance(0x14, 0x18, 0x1c) + 0.05); // --paper
        assert.ok(contrast >= 4.9, `${colour}: ${contrast}`);
    }
    assert.equal(lighter("#F0E442").toLowerCase(), "#f0e442"); // light enough
    assert.equal(new Set(styles.map((s) => s.colour + s.mark)).size, 12);
});

test("the colour bar of the heat map has the colours of the cells, in equal steps", () => {
    const colours = heatBar.match(/rgb\([^)]*\)/g)!;
    assert.deepEqual(
        colours,
        colours.map((_, i) => heat(i / (colours.length - 1)).ground),
    );
    assert.ok(colours.length > 2);
});
