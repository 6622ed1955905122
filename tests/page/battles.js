// Runs battles for the tests of the page, in a folder of their own. FRAY_PROGRAM names the program.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { settled, withPage } from "./browser.js";

export const folder = mkdtempSync(join(tmpdir(), "fray-page-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

export function fray(...args) {
  return spawnSync(process.env.FRAY_PROGRAM, args, { encoding: "utf8", cwd: folder });
}

/** Runs a battle with `--report` and further arguments. Returns the path of the page. */
export function fight(name, scenario, ...args) {
  const file = join(folder, `${name}.html`);
  const result = fray("run", scenario, "--quiet", "--report", file, ...args);
  assert.equal(result.status, 0, result.stderr);
  return file;
}

const pages = new Map();

/** The page of a battle, which is fought only once: `battle` is what `fight` takes. */
export function pageOf(battle) {
  if (!pages.has(battle)) pages.set(battle, fight(...battle));
  return pages.get(battle);
}

/** A test of the page of a battle. */
export const fightTest = (name, battle, use, options) => test(name, () => withPage(pageOf(battle), use, options));

/** What a page says of its battle: names, archetypes, layout of the recording. */
export const headOf = (file) => JSON.parse(readFileSync(file, "utf8").match(/id="head"[^>]*>(.*)<\/script>/)[1]);

export function scenario(name, text) {
  const file = join(folder, `${name}.toml`);
  writeFileSync(file, text);
  return file;
}

export const duel = (count, more = "") => `
teams = ["red", "blue"]
duration = 2
[archetypes.soldier]
attacks = [{ name = "cut", damage = 1 }]
${more}
[[groups]]
name = "reds"
archetype = "soldier"
team = "red"
count = ${count}
`;

export const goTo = async (page, time) => {
  await page.evaluate((t) => fray.page.seek(t), time);
  await settled(page);
};
