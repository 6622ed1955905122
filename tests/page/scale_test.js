// Opens the page of `fray scale --report` in headless Chromium. It loads without errors and shows its data.
// FRAY_PROGRAM names the program.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { close, fitsItsScreen, withPage } from "./browser.js";

const folder = mkdtempSync(join(tmpdir(), "fray-scale-page-"));
const file = join(folder, "scale.html");
const csv = join(folder, "scale.csv");

before(async () => {
  const result = spawnSync(process.env.FRAY_PROGRAM, [
    "scale", "clash", "skirmish", "--agents", "300,900", "--threads", "1,2,3", "--oversubscribe", "--frames", "3", "--warmup", "2",
    "--repeats", "1", "--idle", "1", "--pin", "--project", "4,16", "--report", file, "--csv", csv, "--quiet",
  ], { encoding: "utf8", cwd: folder });
  assert.equal(result.status, 0, result.stderr);
});
after(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

const loaded = (page) => page.waitForSelector("#scale-data", { state: "attached" });

const data = (page) => page.evaluate(() => JSON.parse(document.querySelector("#scale-data").textContent));

for (const colorScheme of ["light", "dark"]) {
  test(`tables have a row for each row of the data, and plots contain numbers (${colorScheme})`, () =>
    withPage(file, async (page) => {
      const { rows, projections } = await data(page);
      assert.equal(rows.length, 2 * 2 * 2 * 7, "two scenarios, two sizes, warm and cold, serial and twice three threads");
      assert.equal(await page.locator("#measured tbody tr").count(), rows.length);
      assert.equal(await page.locator("#measured tr.over").count(), rows.filter((row) => row.oversubscribed).length);
      const predicted = projections.list.flatMap((each) => each.rows);
      assert.equal(await page.locator("#predicted tbody tr").count(), predicted.length);
      assert.ok((await page.locator("figure svg[role=img]").count()) > 12);
      const svg = await page.locator("figure").allInnerTexts();
      assert.ok(!/nan|inf\b/i.test(svg.join(" ")));
      const html = readFileSync(file, "utf8");
      assert.ok(!/="[^"]*\bnan\b[^"]*"/.test(html), "no place is nowhere");
    }, { colorScheme, ready: loaded }));
}

test("the page is not wider than a small screen", () =>
  withPage(file, async (page) => assert.ok(await fitsItsScreen(page)), { ready: loaded, viewport: { width: 480, height: 800 } }));

test("the CSV on the page equals the CSV file and the JSON", () =>
  withPage(file, async (page) => {
    const { rows } = await data(page);
    const text = readFileSync(csv, "utf8");
    assert.equal((await page.locator("details pre").textContent()).trim(), text.trim());
    const [names, ...lines] = text.trim().split("\n").map((line) => line.split(","));
    assert.equal(lines.length, rows.length);
    lines.forEach((line, i) => names.forEach((name, k) => {
      const value = rows[i][name];
      assert.equal(line[k], value === null ? "" : typeof value === "number" ? line[k] : String(value));
      if (typeof value === "number") assert.equal(Number(line[k]), value, name);
    }));
  }, { ready: loaded }));
