// Marks of lines, drawn at points of a chart and beside names.
import type uPlot from "uplot";
import { line as visible, marks, paper, stripes } from "./colour";
import { h } from "./dom";
import type { Series, Style } from "./lines";

const RADIUS = 3.5;
const ROOM = 22; // if points are at least 22 pixels apart, all have marks: dashes are visible between the marks
const APART = 60; // pixels between marks if points are closer than ROOM

// By mark: number of corners (0: a circle), and angle of the first corner in degrees. The last six marks are open.
const corners = [0, 4, 3, 3, 4, 5, 4, 0, 3, 3, 4, 5];
const turns = [0, 45, -90, 90, 0, -90, 45, 0, -90, 90, 0, -90];
const isOpen = (mark: number) => mark >= marks.length / 2;

function add(path: Path2D, mark: number, x: number, y: number, radius: number): void {
    const count = corners[mark] || 24;
    for (let i = 0; i < count; i++) {
        const angle = (turns[mark] * Math.PI) / 180 + (2 * Math.PI * i) / count;
        const [px, py] = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
        if (i) path.lineTo(px, py);
        else path.moveTo(px, py);
    }
    path.closePath();
}

// Indices of the points with a mark. xs: x of the points in pixels. If points are close, only every n-th point has a
// mark. The first mark depends on `share` in [0, 1), so that lines that coincide have marks at different points.
export function marked(xs: number[], share: number): number[] {
    const span = xs.length > 1 ? (xs[xs.length - 1] - xs[0]) / (xs.length - 1) : ROOM;
    if (span >= ROOM) return xs.map((_, i) => i);
    const step = Math.ceil(APART / Math.max(span, 1e-9));
    const begin = Math.floor(share * Math.min(step, xs.length));
    return xs.flatMap((_, i) => (i % step === begin ? [i] : []));
}

export function pointsOf(s: Series, share: number): uPlot.Series.Points {
    const colour = visible(s.colour);
    const paths: uPlot.Series.Points.PathBuilder = (u, column, from, to) => {
        const ys = u.data[column] as (number | null | undefined)[];
        const all = ys.flatMap((y, i) => (y == null || i < from || i > to ? [] : [i]));
        const xs = all.map((i) => u.valToPos(u.data[0][i], "x"));
        const path = new Path2D();
        for (const k of marked(xs, share)) {
            const y = u.valToPos(ys[all[k]]!, "y", true);
            add(path, s.mark, xs[k] * devicePixelRatio + u.bbox.left, y, RADIUS * devicePixelRatio);
        }
        const clip = new Path2D();
        const { left, top, width, height } = u.bbox;
        clip.rect(left - 4, top - 4, width + 8, height + 8);
        return { fill: path, stroke: path, clip, flags: 3 };
    };
    return { show: !s.thin, paths, width: 1, stroke: colour, fill: isOpen(s.mark) ? paper() : colour };
}

// A sample of a line, to put beside its name.
export const sample = ({ colour, dash, mark }: Style): HTMLElement =>
    h("i", {
        class: "sample",
        "data-mark": marks[mark],
        style: `color:${visible(colour)};background:${stripes(visible(colour), dash)}`,
    });
