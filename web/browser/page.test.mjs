// Tests the page in a headless browser. `make browser` sets these variables: SWEEP, a trained sweep with the pages
// report/index.html and, with the metric cross-entropy, entropy/index.html; WIDE and LARGE, sweeps with made-up
// results, of five axes and of 6,000 runs; LIVE, a sweep that FILL fills during the test; EXPERTS, a sweep of a model
// with experts and one without; PROGRAM, CHROMIUM, and SHOTS, a folder for screenshots.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const { PROGRAM, FILL, SWEEP, WIDE, LARGE, LIVE, EXPERTS, SHOTS, CHROMIUM } = process.env;
let browser;

before(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
});
after(() => browser?.close());

// Opens a page and collects its errors and requests. folded: the choosers stay closed.
async function open(url, { folded = false, ...options } = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(300_000); // the machine may be busy
    const page = await context.newPage();
    page.troubles = [];
    page.requests = [];
    page.on("console", (m) => ["error", "warning"].includes(m.type()) && page.troubles.push(m.text()));
    page.on("pageerror", (e) => page.troubles.push(e.message));
    page.on("request", (r) => r.url().startsWith("data:") || page.requests.push(r.url()));
    await page.goto(url);
    await page.waitForSelector("main");
    // Waits for pictures and layout: elements that still move could make a click miss.
    await page.evaluate(async () => {
        const images = [...document.images];
        for (const image of images) image.loading = "eager";
        await Promise.all(images.map((image) => image.decode()));
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        const height = () => document.documentElement.scrollHeight;
        for (let same = 0, last = height(); same < 10; last = height()) {
            await frame();
            same = height() === last ? same + 1 : 0;
        }
    });
    if (!folded) await page.evaluate(() => document.querySelectorAll("main details").forEach((d) => (d.open = true)));
    return page;
}

const report = (sweep) => pathToFileURL(`${sweep}/report/index.html`).href;
const column = (table, n) => table.locator(`tbody tr > :nth-child(${n})`).allTextContents();
const shot = (page, name) => page.screenshot({ path: `${SHOTS}/${name}.png` });

async function close(page) {
    assert.deepEqual(page.troubles, []);
    await page.context().close();
}

test("the page of a trained sweep loads from a file, without errors and without further requests", async () => {
    const page = await open(report(SWEEP));
    assert.deepEqual(page.requests, [report(SWEEP)]);
    assert.equal(await page.locator("h1").textContent(), 'Which encoding goes on? <b> & "more"');
    assert.deepEqual(await page.locator("nav a").allTextContents(), [
        ...["Curves", "Heat map", "Tables", "Training", "Runs", "Failures", "Pictures"],
    ]);
    assert.deepEqual(await page.locator("main > section").evaluateAll((parts) => parts.map((part) => part.id)), [
        ...["curves", "map", "tables", "training", "runs", "failures", "pictures"],
    ]);
    assert.match(await page.locator("#curves .mark").last().textContent(), /^chance, [0-9.]+ %$/);
    for (const image of await page.locator(".pictures img").all()) {
        await image.scrollIntoViewIfNeeded();
        await image.evaluate((i) => i.decode());
        assert.ok(await image.evaluate((i) => i.naturalWidth > 100));
    }
    await page.evaluate(() => scrollTo(0, 0));
    await shot(page, "page");
    await close(page);
});

test("headings sort with mouse and keys, and restore the original order", async () => {
    const page = await open(report(SWEEP));
    const table = page.locator("#runs table");
    const heading = table.getByRole("button", { name: "score" });
    const n = 1 + (await table.locator("thead th").allTextContents()).indexOf("score");
    const scores = async () => (await column(table, n)).map(parseFloat).filter((x) => !Number.isNaN(x));
    const asPlanned = await scores();
    await heading.click();
    assert.deepEqual(await scores(), [...asPlanned].sort((a, b) => b - a));
    assert.equal(await table.locator(`thead th:nth-child(${n})`).getAttribute("aria-sort"), "descending");
    await page.keyboard.press("Enter"); // the heading still has the focus
    assert.deepEqual(await scores(), [...asPlanned].sort((a, b) => a - b));
    await page.keyboard.press("Enter");
    assert.deepEqual(await scores(), asPlanned);
    await close(page);
});

test("a cell shows its runs on hover and focus, and opens the commands that repeat them", async () => {
    const page = await open(report(SWEEP));
    const table = page.locator("#tables table").first();
    const cell = table.locator("tbody td").first();
    await cell.hover();
    assert.match(await page.locator("#tip").textContent(), /%  train.lr 1e-\d, seed \d/);
    await shot(page, "hover");
    await page.mouse.move(0, 0);
    assert.ok(await page.locator("#tip").isHidden());
    await table.locator("tbody th").first().focus();
    await page.keyboard.press("ArrowRight");
    assert.ok(await page.locator("#tip").isVisible());
    await page.keyboard.press("Enter");
    assert.ok(await page.locator("dialog[open]").isVisible());
    await page.locator("dialog summary").first().click();
    assert.match(await page.locator("dialog pre").first().textContent(), /^lengthen train --/);
    await shot(page, "detail");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("dialog[open]").count(), 0);
    await close(page);
});

test("a run with experts shows their load, and a run without experts shows none", async () => {
    const page = await open(report(EXPERTS));
    await page.locator("#runs tbody th").nth(0).click();
    const load = page.locator("dialog .load");
    assert.equal(await load.locator("tbody tr").count(), 1);
    const shares = (await load.locator("td").allTextContents()).map(parseFloat);
    assert.equal(shares.length, 8);
    assert.ok(Math.abs(shares.reduce((a, b) => a + b) - 100) < 1);
    await shot(page, "load");
    await page.keyboard.press("Escape");
    await page.locator("#runs tbody th").nth(1).click();
    assert.ok(await page.locator("dialog pre").first().isVisible());
    assert.equal(await load.count(), 0);
    await close(page);
});

test("the command of a run has the same config as the run", async () => {
    const page = await open(report(SWEEP));
    for (const row of [0, 4, 11]) {
        await page.locator("#runs tbody th").nth(row).click();
        const command = await page.locator("dialog pre").first().textContent();
        const id = (await page.locator("dialog h3").textContent()).trim();
        const settled = (text) =>
            text
                .split("\n")
                .map((line) => line.replace(/ *#.*/, ""))
                .filter((line) => line && !/^(out|threads|eval\.|train\.keep)/.test(line))
                .sort();
        const own = execFileSync("sh", ["-c", `${command} --print-config`], {
            encoding: "utf8",
            env: { ...process.env, PATH: `${PROGRAM.replace(/\/[^/]*$/, "")}:${process.env.PATH}` },
        });
        const kept = readFileSync(`${SWEEP}/runs/${id}/config.yaml`, "utf8");
        assert.deepEqual(settled(own), settled(kept));
        await page.keyboard.press("Escape");
    }
    await close(page);
});

test("curves: choosing lines and charts, the read-out, zoom by keys, buttons and dragging", async () => {
    const page = await open(report(SWEEP));
    const charts = page.locator("#curves .chart");
    assert.equal(await charts.count(), 2);
    const chart = charts.first();
    const names = () => chart.locator(".name").count();
    assert.equal(await names(), 2);
    await page.locator("#curves .ticks").nth(1).getByRole("checkbox").first().uncheck();
    assert.equal(await names(), 1);
    await page.locator("#curves .ticks").nth(1).getByRole("button", { name: "all" }).click();
    assert.equal(await names(), 2);
    await page.locator("#curves .ticks").first().getByRole("checkbox").first().uncheck();
    assert.equal(await charts.count(), 1);
    await page.locator("#curves .ticks").first().getByRole("checkbox").first().check();
    for (const mode of ["best run", "every run", "mean and range"]) {
        await page.getByLabel("showing").selectOption(mode);
        assert.equal(await charts.count(), 2);
    }
    const last = charts.last();
    await last.scrollIntoViewIfNeeded();
    await last.locator(".u-over").hover();
    assert.match(await last.locator(".readout").textContent(), /input length \d+.*\d %/);
    await shot(page, "curves");
    const place = async () => parseFloat((await last.locator(".place").textContent()).match(/[\d.]+/)[0]);
    const before = await place();
    await last.locator(".canvas").focus();
    await page.keyboard.press("ArrowRight");
    assert.ok((await place()) > before);
    const ends = () => last.locator("canvas").evaluate((c) => c.toDataURL().length);
    const whole = await ends();
    await page.keyboard.press("+");
    while ((await ends()) === whole) await page.waitForTimeout(20); // the chart is redrawn with the next frame
    await page.keyboard.press("0");
    await last.getByRole("button", { name: "Zoom in" }).click();
    await last.getByRole("button", { name: "Show all" }).click();
    const box = await last.locator(".u-over").boundingBox();
    await page.mouse.move(box.x + 50, box.y + 80);
    await page.mouse.down();
    await page.mouse.move(box.x + 150, box.y + 90, { steps: 4 });
    await page.mouse.up();
    assert.equal(await page.locator("dialog[open]").count(), 0);
    await last.getByRole("button", { name: "Show all" }).click();
    const point = await last.evaluate((chart) => {
        const canvas = chart.querySelector("canvas");
        const over = chart.querySelector(".u-over").getBoundingClientRect();
        const own = canvas.getBoundingClientRect();
        const scale = canvas.width / own.width;
        const x = over.left + over.width / 2;
        const column = canvas
            .getContext("2d")
            .getImageData((x - own.left) * scale, (over.top - own.top) * scale, 1, over.height * scale).data;
        const coloured = (i) => Math.max(...column.slice(i, i + 3)) - Math.min(...column.slice(i, i + 3)) > 100;
        for (let y = 0; 4 * y < column.length; y++) if (coloured(4 * y)) return { x, y: over.top + y / scale + 1 };
    });
    await page.mouse.click(point.x, point.y); // on a line
    assert.match(await page.locator("dialog[open] h3").textContent(), /^reverse_string, /);
    await page.keyboard.press("Escape");
    await page.getByLabel("against").selectOption("training step");
    await charts.first().locator(".u-over").hover();
    assert.match(await charts.first().locator(".readout").textContent(), /training step \d+/);
    await shot(page, "curves-by-step");
    await close(page);
});

test("the heat map shows means with intervals, or best runs with a heading that says so", async () => {
    const page = await open(report(SWEEP));
    const first = page.locator("#map tbody td").first();
    const mean = await shownIn(first);
    assert.match(await page.locator("#map").textContent(), /Below a mean: its 95 % interval\./);
    const below = await page.locator("#map tbody small").allTextContents(); // cells with equal scores have none
    assert.ok(below.some((text) => /^\d+\.\d–\d+\.\d /.test(text)), `${below}`);
    await page.locator("#map").getByLabel("Show").selectOption("best run");
    assert.ok((await shownIn(first)) >= mean);
    assert.match(await page.locator("#map h3").textContent(), /, best of \d+ runs/);
    assert.match(await first.getAttribute("style"), /background/);
    const scale = page.locator("#map .scale");
    assert.equal(await scale.innerText().then((text) => text.replace(/\s+/g, " ").trim()), "0.0 % 100.0 %");
    const bar = await scale.locator(".bar").evaluate((e) => [e.offsetWidth, getComputedStyle(e).backgroundImage]);
    assert.ok(bar[0] > 50 && /gradient/.test(bar[1]), `${bar}`);
    await close(page);
});

// ---- axes and ranges ----

const field = (page, section, name) => page.locator(section).getByRole("spinbutton", { name, exact: true });
const ticksOf = (page, chart) => page.locator(`${chart} canvas`).first().evaluate((c) => c.toDataURL());

test("axes: ranges set by fields, dragging and keys, logarithmic scales, and their address", async () => {
    const page = await open(report(SWEEP));
    await field(page, "#curves", "input length, from").fill("5");
    await page.keyboard.press("Enter");
    await field(page, "#curves", "input length, to").fill("20");
    await page.keyboard.press("Tab");
    assert.equal(await hash(page), "#x=5..20");
    assert.match(await page.locator("#curves .readout .place").first().textContent(), /input length 20$/);
    const linear = await ticksOf(page, "#curves");
    const scale = page.locator("#curves").getByRole("combobox", { name: "input length", exact: true });
    await scale.selectOption("logarithmic");
    assert.equal(await hash(page), "#x-scale=log&x=5..20");
    assert.notEqual(await ticksOf(page, "#curves"), linear);
    await page.locator("#curves").getByRole("button", { name: "token accuracy, %: fit to what is shown" }).click();
    assert.match(await hash(page), /^#x-scale=log&x=5\.\.20&y=[\d.]+\.\.[\d.]+$/);
    await page.evaluate(() => document.querySelector("#curves").scrollIntoView());
    await shot(page, "axes");
    const again = await open(report(SWEEP) + (await hash(page)));
    assert.equal(await ticksOf(again, "#curves"), await ticksOf(page, "#curves"));
    await close(again);
    await field(page, "#curves", "input length, to").fill("2"); // below the start of the range
    await page.keyboard.press("Enter");
    assert.match(await hash(page), /x=5\.\.20/);
    await page.locator("#curves").getByRole("button", { name: "token accuracy, %: show all" }).click();
    await page.locator("#curves .canvas").first().focus();
    await page.keyboard.press("0");
    assert.equal(await hash(page), "#x-scale=log");
    await page.keyboard.press("ArrowRight");
    const place = () => page.locator("#curves .place").first().textContent();
    const before = await place();
    await page.keyboard.press("+");
    assert.match(await hash(page), /^#x-scale=log&x=/);
    assert.equal(await place(), before); // the cursor stays, and so does the focus
    await close(page);
});

test("an accuracy has no logarithmic axis, a loss has one", async () => {
    const scale = (page) => page.locator("#curves .axis").nth(1).locator("select");
    const share = await open(report(SWEEP));
    assert.equal(await scale(share).count(), 0);
    await close(share);
    const loss = await open(pathToFileURL(`${SWEEP}/entropy/index.html`).href);
    const linear = await ticksOf(loss, "#curves");
    await scale(loss).selectOption("logarithmic");
    assert.equal(await hash(loss), "#y-scale=log");
    assert.notEqual(await ticksOf(loss, "#curves"), linear);
    await close(loss);
});

test("hovering over charts does not move the page", async () => {
    const page = await open(report(SWEEP));
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await height();
    for (const chart of await page.locator("#curves .chart").all())
        for (const x of [5, 100, 300]) {
            await chart.locator(".u-over").hover({ position: { x, y: 40 } });
            assert.equal(await height(), before);
        }
    await close(page);
});

// ---- single runs ----

test("training of single runs: the best of each line, added runs, their differences, and their address", async () => {
    const page = await open(report(SWEEP));
    const training = page.locator("#training");
    const titles = ["Training loss", "Gradient norm", "Learning rate"];
    assert.deepEqual(await training.locator("figcaption").allTextContents(), titles);
    assert.equal(await training.locator(".chosen li").count(), 2); // one run for each scheme, of the first task
    const rows = async () => (await column(training.locator("table"), 1)).filter((name) => !/what|options/.test(name));
    assert.ok((await rows()).includes("positions"));
    assert.ok(!(await rows()).includes("data")); // both runs have the same task
    await training.getByRole("button", { name: "Remove all" }).click();
    assert.equal(await hash(page), "#runs=");
    assert.match(await training.textContent(), /No run is chosen/);
    const add = training.getByLabel("Add a run");
    await add.selectOption({ index: 1 });
    await add.selectOption({ index: 5 });
    const kept = await hash(page);
    assert.match(kept, /^#runs=[0-9a-f]{8},[0-9a-f]{8}$/);
    assert.equal(await training.locator(".chart").first().locator(".name").count(), 2);
    const own = kept.match(/[0-9a-f]{8}/g);
    const heads = await training.locator("thead th").allTextContents();
    assert.deepEqual(heads, ["option", ...own]);
    await training.locator(".canvas").first().focus();
    await page.keyboard.press("ArrowRight");
    const read = await training.locator(".chart").first().locator(".readout").textContent();
    const id = readFileSync(`${SWEEP}/manifest.jsonl`, "utf8").match(new RegExp(`"id": ?"(${own[0]}[0-9a-f]*)"`))[1];
    const first = JSON.parse(readFileSync(`${SWEEP}/runs/${id}/metrics.jsonl`, "utf8").split("\n")[0]);
    const place = Number(read.match(/training step (\d+)/)[1]);
    assert.equal(place, first.step);
    assert.ok(read.includes(`${own[0]} ${first.loss.toFixed(3)}`), read);
    await training.getByRole("combobox", { name: "loss and gradient norm" }).selectOption("logarithmic");
    await page.keyboard.press("Tab");
    await training.scrollIntoViewIfNeeded();
    await page.evaluate(() => document.querySelector("#training").scrollIntoView());
    await shot(page, "training");
    const again = await open(report(SWEEP) + (await hash(page)));
    assert.deepEqual(await again.locator("#training thead th").allTextContents(), heads);
    assert.equal(await ticksOf(again, "#training"), await ticksOf(page, "#training"));
    await close(again);
    await page.locator("#runs tbody tr").first().getByText(/show/).click();
    assert.equal(await training.locator(".chosen li").count(), 3);
    await page.locator("#runs tbody tr").nth(3).locator("th").click();
    await page.getByRole("button", { name: "Show its training" }).click();
    assert.equal(await training.locator(".chosen li").count(), 4);
    await training.getByRole("button", { name: /^Remove / }).first().click();
    assert.equal(await training.locator(".chosen li").count(), 4 - ((await hash(page)).includes(own[0]) ? 0 : 1));
    await training.getByRole("button", { name: "Best of each line" }).click();
    assert.equal(await hash(page), "#loss-scale=log");
    await close(page);
});

test("if the run directories are missing, the training section has a message", async () => {
    const page = await open(report(WIDE));
    assert.match(await page.locator("#training").textContent(), /No run has logged its training yet/);
    await close(page);
});

test("the address has the search for runs and the order of tables", async () => {
    const page = await open(report(SWEEP));
    await page.getByPlaceholder("label or id").fill("bucket 1e-2");
    await page.getByPlaceholder("label or id").fill("Reverse 1e-2");
    await page.locator("#runs").getByLabel("State").selectOption("done");
    await page.locator("#runs").getByRole("button", { name: "score" }).click();
    await page.locator("#map thead button").nth(1).click();
    assert.equal(await hash(page), "#state=done&find=Reverse+1e-2&sort=runs:-7,map:-2");
    const shown = await column(page.locator("#runs table"), 1);
    assert.equal(shown.length, 6);
    const again = await open(report(SWEEP) + (await hash(page)));
    assert.deepEqual(await column(again.locator("#runs table"), 1), shown);
    assert.equal(await again.getByPlaceholder("label or id").inputValue(), "Reverse 1e-2");
    await again.evaluate(() => (location.hash = "#runs&find=nothing"));
    await again.getByText("0 runs").waitFor();
    await close(again);
    await close(page);
});

test("the Tab key reaches every section, and the focus is always visible", async () => {
    const page = await open(report(SWEEP), { folded: true });
    const seen = new Set();
    for (let i = 0; i < 250; i++) {
        await page.keyboard.press("Tab");
        const at = await page.evaluate(() => {
            const e = document.activeElement;
            const ring = getComputedStyle(e).outlineStyle;
            return { body: e === document.body, section: e.closest("section, nav")?.id ?? "", ring, html: e.outerHTML };
        });
        if (at.body) break;
        assert.notEqual(at.ring, "none", at.html.slice(0, 200));
        seen.add(at.section);
        if (at.html.startsWith("<summary") && at.section === "curves") await page.keyboard.press("Enter");
    }
    for (const section of ["curves", "map", "tables", "training", "runs"]) assert.ok(seen.has(section), section);
    assert.equal(await page.locator("#curves details[open]").count(), 4);
    await close(page);
});

// ---- another metric ----

// The number at the beginning of a cell.
const shownIn = (cell) => cell.evaluate((e) => parseFloat(e.firstChild.textContent));

test("a page with the metric cross-entropy: lower is better in tables, heat map, charts and runs", async () => {
    const page = await open(pathToFileURL(`${SWEEP}/entropy/index.html`).href);
    const words = /^Score in nats per token, lower is better: the mean cross-entropy/m;
    assert.match(await page.locator("body > .note").textContent(), words);
    assert.doesNotMatch(await page.locator("#map, #curves, #runs").allTextContents().then(String), /accuracy|\d %(?! interval)/);

    assert.equal(await page.locator("#map h3").textContent(), "Cross-entropy in nats per token");
    const cells = await page.locator("#map tbody td").all();
    const scores = await Promise.all(cells.map(shownIn));
    const yellow = (cell) => cell.evaluate((e) => +getComputedStyle(e).backgroundColor.match(/\d+/)[0]);
    const colours = await Promise.all(cells.map(yellow));
    const order = (list) => [...list.keys()].sort((a, b) => list[a] - list[b]);
    assert.deepEqual(order(colours), order(scores).reverse()); // the lowest score has the most yellow colour
    const mean = await shownIn(cells[0]);
    await page.locator("#map").getByLabel("Show").selectOption("best run");
    assert.ok((await shownIn(page.locator("#map tbody td").first())) <= mean);
    await page.evaluate(() => document.querySelector("#map").scrollIntoView());
    await shot(page, "entropy");

    const chart = page.locator("#curves .chart").first();
    const named = await chart.locator(".canvas").getAttribute("aria-label");
    assert.match(named, /cross-entropy by input length.* ends at \d+\.\d{3} nats per token/);
    await chart.locator(".u-over").hover();
    assert.match(await chart.locator(".readout").textContent(), /input length \d+.* \d+\.\d{3} \(\d+\.\d{3}–/);

    const table = page.locator("#runs table");
    const n = 1 + (await table.locator("thead th").allTextContents()).indexOf("score");
    await table.getByRole("button", { name: "score" }).click(); // the best first
    const sorted = (await column(table, n)).map(parseFloat).filter((x) => !Number.isNaN(x));
    assert.deepEqual(sorted, [...sorted].sort((a, b) => a - b));
    assert.equal(await table.locator(`thead th:nth-child(${n})`).getAttribute("aria-sort"), "ascending");

    await page.locator("#tables tbody td").first().click();
    const runs = (await page.locator("dialog summary b").allTextContents()).map(parseFloat);
    assert.deepEqual(runs, [...runs].sort((a, b) => a - b));
    assert.ok(runs[0] <= (await shownIn(page.locator("#tables tbody td").first()))); // the mean of these runs
    await close(page);
});

// ---- the layout of axes ----

const charts = (page) => page.locator("#curves .chart figcaption").allTextContents();
const lines = (page) => page.locator("#curves .chart").first().locator(".name > span").allTextContents();
const hash = (page) => page.evaluate(() => location.hash);
const chooser = (page, axis) => page.locator("#curves .roles").getByRole("combobox", { name: axis, exact: true });
const role = (page, axis, name) => chooser(page, axis).selectOption(name);

test("the page has the layout of the report: products of axes, and labels chosen by best are shown", async () => {
    const page = await open(report(WIDE));
    assert.deepEqual(await charts(page), ["even_pairs", "bucket_sort"]);
    const names = await lines(page);
    assert.equal(names.length, 4);
    for (const name of names) assert.match(name, /^(sinusoid|relative), (standard|randomized) \[lr [13]e-3\]$/);
    assert.equal(await hash(page), "");
    const rows = await column(page.locator("#map table"), 1);
    assert.deepEqual(rows, ["even_pairs", "bucket_sort"]);
    assert.match(await page.locator("#map tbody td").first().textContent(), /^\d+\.\d(\d+\.\d–\d+\.\d )?\[[13]e-3\]$/);
    assert.match(await page.locator("#tables tbody td").first().textContent(), /^\d+\.\d (\(\d+\.\d\.\.\d+\.\d\) )?\[[13]e-3\]$/);
    await close(page);
});

test("the reader can change the role of every axis for charts and heat map, and the address keeps it", async () => {
    const page = await open(report(WIDE));
    await role(page, "positions", "a chart for each");
    await role(page, "task", "bucket_sort");
    await role(page, "lr", "a line for each");
    const named = ["positions standard task bucket_sort", "positions randomized task bucket_sort"];
    assert.deepEqual(await charts(page), named);
    assert.deepEqual(await lines(page), ["sinusoid, lr 1e-3", "sinusoid, lr 3e-3", "relative, lr 1e-3", "relative, lr 3e-3"]);
    assert.equal(await hash(page), "#panels=positions&lines=encoding,lr&task=bucket_sort");
    assert.deepEqual(await column(page.locator("#map table"), 1), ["standard", "randomized"]);
    await page.locator("#curves .ticks").nth(1).getByLabel("sinusoid, lr 3e-3").uncheck();
    await page.getByLabel("showing").selectOption("best run");
    await page.locator("nav").getByText("Curves").click();
    const kept = "#curves&panels=positions&lines=encoding,lr&task=bucket_sort&no-line=sinusoid/3e-3&show=best";
    assert.equal(await hash(page), kept);
    await page.waitForFunction(() => document.querySelector("#curves").getBoundingClientRect().top < 200);
    await shot(page, "roles");
    const again = await open(report(WIDE) + kept);
    assert.deepEqual(await charts(again), await charts(page));
    assert.deepEqual(await lines(again), ["sinusoid, lr 1e-3", "relative, lr 1e-3", "relative, lr 3e-3"]);
    assert.ok(await again.evaluate(() => document.querySelector("#curves").getBoundingClientRect().top < 200));
    assert.equal(await hash(again), kept);
    await close(again);
    await close(page);
});

test("a task is never chosen by best; instead its first label is fixed and shown", async () => {
    const page = await open(report(WIDE));
    const entries = await chooser(page, "task").locator("option").allTextContents();
    assert.deepEqual(entries, ["a chart for each", "a line for each", "averaged", "even_pairs", "bucket_sort"]);
    await page.evaluate(() => (location.hash = "#panels=encoding&best=task"));
    await page.getByText("only: task even_pairs").first().waitFor();
    const named = ["encoding sinusoid task even_pairs", "encoding relative task even_pairs"];
    assert.deepEqual(await charts(page), named);
    assert.match(await page.locator("#map h3").textContent(), /task even_pairs/);
    await close(page);
});

test("addresses with unknown names, and addresses with a section only", async () => {
    const page = await open(`${report(WIDE)}#curves&panels=nobody&task=%E0%A4%A&show=x&line=y&lr=1e-3`);
    assert.equal((await charts(page)).length, 2);
    assert.match((await lines(page))[0], /^sinusoid, standard$/); // the only known name is lr 1e-3
    await page.evaluate(() => (location.hash = "#runs"));
    await page.waitForFunction(() => location.hash === "#runs&lr=1e-3");
    await page.goBack();
    await page.waitForFunction(() => location.hash.startsWith("#curves"));
    await close(page);
});

test("if nothing is ticked, a message explains what to do", async () => {
    const page = await open(report(WIDE));
    const ticks = page.locator("#curves .ticks");
    await ticks.first().getByRole("button", { name: "none" }).click();
    const words = page.locator("#curves .empty");
    assert.equal(await words.textContent(), "No chart is chosen: tick one or more under “task” above.");
    assert.equal(await hash(page), "#panel=");
    await shot(page, "empty");
    await ticks.first().getByRole("button", { name: "all" }).click();
    await ticks.nth(1).getByRole("button", { name: "none" }).click();
    assert.match(await words.textContent(), /under “encoding × positions” above/);
    await ticks.nth(1).getByRole("button", { name: "all" }).click();
    assert.ok(await words.isHidden());
    assert.equal(await hash(page), "");
    await close(page);
});

test("neighbouring charts have the same y range, and text columns are aligned left", async () => {
    const page = await open(report(WIDE));
    const axis = (n, of = page) =>
        of
            .locator("#curves canvas")
            .nth(n)
            .evaluate((canvas) => {
                const box = canvas.parentElement.querySelector(".u-over").getBoundingClientRect();
                const own = canvas.getBoundingClientRect();
                return canvas.getContext("2d").getImageData(0, 0, box.left - own.left - 5, box.height).data.join();
            });
    assert.equal(await axis(0), await axis(1));
    const entropy = await open(pathToFileURL(`${SWEEP}/entropy/index.html`).href); // a metric without an upper bound
    assert.equal(await axis(0, entropy), await axis(1, entropy));
    await close(entropy);
    const aligned = await page.evaluate(() =>
        [...document.querySelectorAll("#runs tbody tr:first-child > *")].map((e) => getComputedStyle(e).textAlign),
    );
    assert.deepEqual(aligned, [...Array(7).fill("left"), "right", "right"]);
    await close(page);
});

test("an average over tasks has a band with the range over tasks", async () => {
    const page = await open(`${report(WIDE)}#mean=task,seed&show=best`);
    assert.deepEqual(await charts(page), ["all runs"]);
    await page.locator("#curves .u-over").hover();
    assert.match(await page.locator("#curves .readout").textContent(), /\d+\.\d % \(\d+\.\d–\d+\.\d\)/);
    await close(page);
});

test("the page of a report with another layout has this layout too", async () => {
    const page = await open(pathToFileURL(`${WIDE}/other/index.html`).href);
    assert.deepEqual(await charts(page), [
        ...["positions standard, even_pairs", "positions standard, bucket_sort"],
        ...["positions randomized, even_pairs", "positions randomized, bucket_sort"],
    ]);
    for (const name of await lines(page)) assert.match(name, /^[13]e-3 \[encoding (sinusoid|relative)\]$/);
    assert.match(await page.locator("body > .note").textContent(), /14 of 16 runs done, .*, only those with seed=2/);
    assert.equal(await page.locator("#runs tbody tr").count(), 16);
    assert.equal(await hash(page), "");
    await close(page);
});

// A mobile browser shrinks a page that is too wide, and then reports the larger width.
const phone = { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true, folded: true };
const width = (page) => page.evaluate(() => document.documentElement.scrollWidth);

test("on a phone, every role can be chosen, and nothing is wider than the screen", async () => {
    const page = await open(report(WIDE), { ...phone, colorScheme: "dark" });
    await page.locator("#curves .roles summary").first().tap();
    await role(page, "lr", "a line for each");
    assert.equal(await width(page), 390);
    await page.evaluate(() => document.querySelector("#curves").scrollIntoView());
    await shot(page, "phone-roles");
    await close(page);
});

test("on a phone, no section is wider than the screen", async () => {
    const page = await open(report(SWEEP), phone);
    assert.equal(await width(page), 390);
    await shot(page, "phone");
    for (const summary of await page.locator("main summary").all()) await summary.tap();
    assert.equal(await width(page), 390);
    const more = page.locator("#tables .scroll.more-right").first(); // a fading edge marks a table that can be scrolled
    await more.evaluate((box) => (box.scrollLeft = box.scrollWidth));
    await page.waitForFunction(() => document.querySelector("#tables .more-left:not(.more-right)"));
    await page.locator("#training .chart").first().scrollIntoViewIfNeeded();
    await shot(page, "phone-training");
    await page.locator("#curves .chart").first().scrollIntoViewIfNeeded();
    await shot(page, "phone-curves");
    await page.locator("#tables tbody td").first().tap();
    assert.ok(await page.locator("dialog[open]").isVisible());
    await shot(page, "phone-detail");
    await close(page);
});

test("dark and light colours, set by the system or by the reader", async () => {
    const page = await open(report(SWEEP), { colorScheme: "dark" });
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await paper();
    await shot(page, "dark");
    await page.locator("#curves").scrollIntoViewIfNeeded();
    await page.evaluate(() => document.querySelector("#curves").scrollIntoView());
    await shot(page, "dark-curves");
    await page.getByRole("button", { name: "Use light colours" }).click();
    assert.notEqual(await paper(), dark);
    await page.emulateMedia({ colorScheme: "light" });
    assert.notEqual(await paper(), dark);
    await close(page);
});

test("all controls have names, and the Tab order is the order of the page", async () => {
    const page = await open(report(SWEEP));
    const nameless = await page.evaluate(() =>
        [...document.querySelectorAll("button, select, input")]
            .filter((e) => !(e.textContent.trim() || e.getAttribute("aria-label") || e.closest("label")?.textContent.trim()))
            .map((e) => e.outerHTML),
    );
    assert.deepEqual(nameless, []);
    assert.equal(await page.locator("h1").count(), 1);
    assert.equal(await page.locator("[tabindex]:not([tabindex='0']):not([tabindex='-1'])").count(), 0);
    for (const table of await page.locator("table").all()) assert.equal(await table.locator("[tabindex='0']").count(), 1);
    await close(page);
});

test("a page with six thousand runs is smaller than 5 MB, and can be searched, sorted and drawn", async () => {
    assert.ok(statSync(`${LARGE}/report/index.html`).size < 5e6);
    const page = await open(report(LARGE));
    await page.locator("#runs").getByRole("button", { name: "score" }).click();
    assert.equal(await page.locator("#runs tbody tr").count(), 100);
    await page.getByPlaceholder("label or id").fill("bucket_sort rope 3e-4");
    assert.match(await page.locator("#runs [role=status]").textContent(), /^\d+ runs$/);
    await page.locator("#curves .ticks").first().getByRole("button", { name: "all" }).click();
    assert.equal(await page.locator("#curves .chart").count(), 15);
    assert.ok(await page.getByText(/point at it/).isVisible()); // with eleven lines, only one band is shown at a time
    await page.getByLabel("showing").selectOption("best run");
    assert.ok(await page.getByText(/point at it/).isHidden());
    assert.match(await page.locator("#tables tbody td").first().locator("small").textContent(), /^\d+\.\d ± [\d.]+ \([+−]/);
    await page.evaluate(() => document.querySelector("#map").scrollIntoView());
    await shot(page, "large");
    await close(page);
});

test("six thousand runs in one chart", async () => {
    const page = await open(`${report(LARGE)}#mean=task,scheme,train.lr,seed&show=all`);
    assert.deepEqual(await charts(page), ["all runs"]);
    assert.match(await page.locator("#curves .name b").textContent(), /^\d+\.\d–\d+\.\d$/);
    await close(page);
});

// Writes a page whose curves have a million points: small values, with the largest possible value at one place and the
// smallest at another.
function million(from, to) {
    const parts = readFileSync(from, "utf8").split(/(?<=<script type="application\/json" id="data">)([^<]*)/);
    const page = JSON.parse(parts[1]);
    const lengths = Math.ceil(1e6 / page.curves.length);
    const curve = Buffer.alloc(2 * lengths);
    for (let i = 0; i < lengths; i++) curve.writeUInt16LE(6553 + (i % 655), 2 * i);
    const [high, low] = [0.4, 0.7].map((share) => Math.round(share * lengths));
    curve.writeUInt16LE(65534, 2 * high);
    curve.writeUInt16LE(0, 2 * low);
    page.bins.first = page.bins.last = Array.from({ length: lengths }, (_, i) => i + 1);
    page.curves.fill(curve.toString("base64"));
    parts[1] = JSON.stringify(page).replaceAll("<", "\\u003c");
    writeFileSync(to, parts.join(""));
}

// The x positions of the highest and of the lowest coloured point of a chart, as fractions of its width.
const extremes = (chart) =>
    chart.evaluate((figure) => {
        const canvas = figure.querySelector("canvas");
        const over = figure.querySelector(".u-over").getBoundingClientRect();
        const own = canvas.getBoundingClientRect();
        const scale = canvas.width / own.width;
        const [left, top, width, height] = [over.left - own.left, over.top - own.top, over.width, over.height].map((x) =>
            Math.round(x * scale),
        );
        const { data } = canvas.getContext("2d").getImageData(left, top, width, height);
        const seen = [];
        for (let i = 0; i < data.length; i += 4) {
            const rgb = data.slice(i, i + 3);
            if (Math.max(...rgb) - Math.min(...rgb) > 100) seen.push(((i / 4) % width) / width);
        }
        return [seen[0], seen[seen.length - 1]];
    });

test("the page draws a million points and keeps the extremes", async () => {
    const file = `${SWEEP}/entropy/million.html`;
    million(`${SWEEP}/entropy/index.html`, file);
    for (const hash of ["", "#show=all&y-scale=log"]) {
        const page = await open(pathToFileURL(file).href + hash, { folded: true });
        const [high, low] = await extremes(page.locator("#curves .chart").first());
        assert.ok(Math.abs(high - 0.4) < 0.02, `${high}`);
        if (!hash) assert.ok(Math.abs(low - 0.7) < 0.02, `${low}`); // a logarithmic axis cannot show 0
        await page.locator("#curves .u-over").first().hover();
        assert.match(await page.locator("#curves .readout").first().textContent(), /input length \d{5}/);
        await page.locator("#curves .axis").nth(1).getByRole("button", { name: /fit to what is shown/, includeHidden: true }).evaluate((b) => b.click());
        assert.match(await page.evaluate(() => location.hash), /y=[\d.e-]+\.\.[\d.e-]+/);
        await page.evaluate(() => document.querySelector("#curves").scrollIntoView());
        await shot(page, hash ? "million-log" : "million");
        await close(page);
    }
    const page = await open(pathToFileURL(file).href, phone);
    assert.equal(await width(page), 390);
    await page.evaluate(() => document.querySelector("#curves").scrollIntoView());
    await shot(page, "phone-million");
    await close(page);
});

// ---- live ----

function serve(sweep) {
    const server = spawn(PROGRAM, ["serve", sweep, "--port", "0", "-q"], { stdio: ["ignore", "pipe", "inherit"] });
    const url = new Promise((resolve) => server.stdout.once("data", (text) => resolve(String(text).trim())));
    const ended = new Promise((resolve) => server.once("exit", resolve));
    after(() => server.kill("SIGKILL")); // if a test has failed
    return { server, url, ended };
}

test("progress, failures, cells and curves of a running sweep are updated automatically", async () => {
    const { server, url, ended } = serve(LIVE);
    const address = await url;
    await new Promise((done) => setTimeout(done, 2500)); // longer than the server keeps its data before updating it
    execFileSync(FILL, [LIVE, "2", "0"]);
    const page = await open(address);
    const asked = page.requests.map((r) => new URL(r).pathname);
    assert.deepEqual(asked.slice(0, 3), ["/", "/api/page", "/api/events"]);
    const words = page.locator(".live [role=status]");
    await page.getByText("2 of 24 runs ended").waitFor({ timeout: 2000 });
    await page.getByText("2 of 24 runs done").waitFor({ timeout: 1000 }); // soon, so that both numbers are equal
    assert.match(await page.locator("#curves").textContent(), /Nothing has been measured here yet/);
    await role(page, "train.lr", "1e-2");
    execFileSync(FILL, [LIVE, "10", "50"]);
    await page.getByText("12 of 24 runs ended").waitFor();
    await page.locator("#curves canvas").first().waitFor();
    await page.locator("#runs tbody td", { hasText: "done" }).first().waitFor();
    await shot(page, "live");
    await page.locator("#tables table").first().locator("tbody th").first().focus();
    execFileSync(FILL, [LIVE, "100", "0"]);
    await page.getByText("24 of 24 runs ended").waitFor();
    assert.match(await words.textContent(), /1 failed/);
    await page.locator("#failures .failure", { hasText: "No space left on device" }).waitFor();
    await page.getByText(/23 of 24 runs done/).waitFor();
    const focused = await page.evaluate(() => document.activeElement.closest("#tables") !== null);
    assert.ok(focused, "the focus is kept");
    assert.deepEqual(await charts(page), ["even_pairs train.lr 1e-2", "reverse_string train.lr 1e-2"]);
    assert.equal(await hash(page), "#train.lr=1e-2");
    const known = page.troubles.length;
    server.kill("SIGTERM");
    assert.equal(await ended, 0);
    await page.getByText("no connection to the server").waitFor();
    page.troubles.splice(known); // the error messages about the lost connection
    await close(page);
});
