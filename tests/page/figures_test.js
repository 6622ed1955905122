// Opens the pages of `fray scale --report` and `fray sweep --report` in headless Chromium. They load without errors and
// show their data. FRAY_PROGRAM names the program.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { folder, fray } from "./battles.js";
import { close, fitsItsScreen, withPage } from "./browser.js";

const [scale, csv, grid, search] = ["scale.html", "scale.csv", "grid.html", "search.html"].map((name) => join(folder, name));
const capacity = "archetypes.player.circle.attack_capacity";

function run(...args) {
  const result = fray(...args, "--quiet");
  assert.equal(result.status, 0, result.stderr);
}

const sweep = (file, ...args) => run("sweep", "arena", "--frames", "400", "--seeds", "2", "--report", file, ...args);

before(() => {
  run("scale", "clash", "skirmish", "--agents", "300,900", "--threads", "1,2,3", "--oversubscribe", "--frames", "3", "--warmup", "2",
    "--repeats", "1", "--idle", "1", "--pin", "--project", "4,16", "--report", scale, "--csv", csv);
  sweep(grid, "--set", `${capacity}=4,7,10`, "--set", "archetypes.player.circle.grid_capacity=4,12");
  sweep(search, "--goal", "attackers=0.2", "--vary", `${capacity}=2:9`);
});
after(close);

/** Opens a page and calls `use(page, data)` with its data. */
const withData = (file, use, options = {}) => {
  const data = file === scale ? "#scale-data" : "#sweep-data";
  const ready = (page) => page.waitForSelector(data, { state: "attached" });
  return withPage(file, async (page) => use(page, JSON.parse(await page.locator(data).textContent())), { ready, ...options });
};

function noPlaceIsNowhere(file) {
  assert.ok(!/="[^"]*\b(nan|inf)\b[^"]*"/.test(readFileSync(file, "utf8")), file);
}

for (const colorScheme of ["light", "dark"]) {
  test(`tables of a scale have a row for each row of the data, and plots contain numbers (${colorScheme})`, () =>
    withData(scale, async (page, { rows, projections }) => {
      assert.equal(rows.length, 2 * 2 * 2 * 7, "two scenarios, two sizes, warm and cold, serial and twice three threads");
      assert.equal(await page.locator("#measured tbody tr").count(), rows.length);
      assert.equal(await page.locator("#measured tr.over").count(), rows.filter((row) => row.oversubscribed).length);
      const predicted = projections.list.flatMap((each) => each.rows);
      assert.equal(await page.locator("#predicted tbody tr").count(), predicted.length);
      assert.ok((await page.locator("figure svg[role=img]").count()) > 12);
      const svg = await page.locator("figure").allInnerTexts();
      assert.ok(!/nan|inf\b/i.test(svg.join(" ")));
      noPlaceIsNowhere(scale);
    }, { colorScheme }));

  test(`tables of a sweep have a row for each variant, and plots a line for each value of the key with fewer values (${colorScheme})`, () =>
    withData(grid, async (page, { variants }) => {
      assert.equal(variants.length, 6);
      for (const table of ["variants", "player"])
        assert.equal(await page.locator(`#${table} tbody tr`).count(), variants.length);
      const plots = page.locator("#plots figure");
      assert.ok((await plots.count()) >= 6);
      assert.equal(await plots.first().locator(".keys li").count(), 2);
      assert.ok((await page.locator("td.heat").count()) % variants.length === 0);
      for (const file of [grid, search]) noPlaceIsNowhere(file);
    }, { colorScheme }));
}

for (const [name, file] of [["scale", scale], ["sweep", grid]]) {
  test(`the page of a ${name} is not wider than a small screen`, () =>
    withData(file, async (page) => assert.ok(await fitsItsScreen(page)), { viewport: { width: 480, height: 800 } }));
}

test("the CSV on the page equals the CSV file and the JSON", () =>
  withData(scale, async (page, { rows }) => {
    const text = readFileSync(csv, "utf8");
    assert.equal((await page.locator("details pre").textContent()).trim(), text.trim());
    const [names, ...lines] = text.trim().split("\n").map((line) => line.split(","));
    assert.equal(lines.length, rows.length);
    lines.forEach((line, i) => names.forEach((name, k) => {
      const value = rows[i][name];
      assert.equal(line[k], value === null ? "" : typeof value === "number" ? line[k] : String(value));
      if (typeof value === "number") assert.equal(Number(line[k]), value, name);
    }));
  }));

test("the page of a search shows its result and the places that it measured", () =>
  withData(search, async (page, { goal }) => {
    assert.deepEqual(await page.locator("p.goal").allInnerTexts(), goal.sentences);
    assert.equal(await page.locator("figure svg .full").count() >= goal.line[0].looked_at.length, true);
  }));
