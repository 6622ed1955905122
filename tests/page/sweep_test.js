// Opens the page of `fray sweep --report` in headless Chromium. It loads without errors and shows its data.
// FRAY_PROGRAM names the program.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { close, fitsItsScreen, withPage } from "./browser.js";

const folder = mkdtempSync(join(tmpdir(), "fray-sweep-page-"));
const grid = join(folder, "grid.html");
const search = join(folder, "search.html");
const capacity = "archetypes.player.circle.attack_capacity";

function sweep(file, ...args) {
  const result = spawnSync(process.env.FRAY_PROGRAM, ["sweep", "arena", "--frames", "400", "--seeds", "2", "--quiet",
    "--report", file, ...args], { encoding: "utf8", cwd: folder });
  assert.equal(result.status, 0, result.stderr);
}

before(async () => {
  sweep(grid, "--set", `${capacity}=4,7,10`, "--set", "archetypes.player.circle.grid_capacity=4,12");
  sweep(search, "--goal", "attackers=0.2", "--vary", `${capacity}=2:9`);
});
after(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

const ready = (page) => page.waitForSelector("#sweep-data", { state: "attached" });
const data = (page) => page.evaluate(() => JSON.parse(document.querySelector("#sweep-data").textContent));

for (const colorScheme of ["light", "dark"]) {
  test(`tables have a row for each variant, and plots a line for each value of the key with fewer values (${colorScheme})`, () =>
    withPage(grid, async (page) => {
      const { variants } = await data(page);
      assert.equal(variants.length, 6);
      for (const table of ["variants", "player"])
        assert.equal(await page.locator(`#${table} tbody tr`).count(), variants.length);
      const plots = page.locator("#plots figure");
      assert.ok((await plots.count()) >= 6);
      assert.equal(await plots.first().locator(".keys li").count(), 2);
      assert.ok((await page.locator("td.heat").count()) % variants.length === 0);
      for (const file of [grid, search])
        assert.ok(!/="[^"]*\b(nan|inf)\b[^"]*"/.test(readFileSync(file, "utf8")), "no place is nowhere");
    }, { colorScheme, ready }));
}

test("the page of a search shows its result and the places that it measured", () =>
  withPage(search, async (page) => {
    const { goal } = await data(page);
    assert.deepEqual(await page.locator("p.goal").allInnerTexts(), goal.sentences);
    assert.equal(await page.locator("figure svg .full").count() >= goal.line[0].looked_at.length, true);
  }, { ready }));

test("the page is not wider than a small screen", () =>
  withPage(grid, async (page) => assert.ok(await fitsItsScreen(page)), { ready, viewport: { width: 480, height: 800 } }));
