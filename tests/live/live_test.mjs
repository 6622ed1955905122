// Plays the live page in headless Chromium, and compares its state hashes with those of the native program.
// FRAY_LIVE_PAGE names the page, FRAY_PROGRAM the program, FRAY_SCENARIOS the folder of its scenarios. With FRAY_BRIEF
// battles are a quarter as long, the page may be larger, and the speed is not measured.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { seriousFindings } from "../page/axe.js";
import { close, fitsItsScreen, withPage } from "../page/browser.js";

const file = process.env.FRAY_LIVE_PAGE;
const brief = Boolean(process.env.FRAY_BRIEF);
const folder = mkdtempSync(join(tmpdir(), "fray-live-"));

after(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

const ready = (page) => page.waitForFunction(() => window.fray?.page, null, { timeout: 60_000 });
const open = (use, options = {}) => withPage(file, use, { viewport: { width: 1280, height: 720 }, ready, ...options });

/** The state hashes of the native program, from frame 0. */
function nativeHashes(scenario, frames, ...args) {
  const log = join(folder, `${scenario}.hashes`);
  const call = ["run", scenario, "--quiet", "--threads", "2", "--frames", String(frames), "--hash-log", log, ...args];
  const result = spawnSync(process.env.FRAY_PROGRAM, call, { encoding: "utf8" });
  assert.equal(result.status, 0, result.stderr);
  return readFileSync(log, "utf8").trim().split("\n").map((line) => line.split(" ")[1]);
}

const liveHashes = (page, toml, frames) =>
  page.evaluate(([text, count]) => {
    fray.page.setPaused(true);
    const made = fray.engine.start(text, "battle.toml", { hash: true });
    if (made.errors.length > 0) throw new Error(made.errors.join("\n"));
    const hashes = [];
    const begin = performance.now();
    for (let i = 0; i < count; i++) {
      fray.engine.step();
      hashes.push(fray.engine.hash());
    }
    const milliseconds = (performance.now() - begin) / count;
    fray.page.reset(); // what the page shows is no longer there
    return { hashes, milliseconds };
  }, [toml, frames]);

const figures = (page) =>
  page.evaluate(() => ({ ...fray.engine.state(), steps: fray.page.steps, pictures: fray.page.frames }));

/** Steps the page's battle at once, as far as real time would bring it in `seconds`. */
const pass = (page, seconds, input = {}) =>
  page.evaluate(([count, given]) => {
    for (let i = 0; i < count; i++) fray.page.step(given);
  }, [Math.round(seconds * 60), input]);

const positionOf = (page) =>
  page.evaluate(() => {
    const { x, y } = fray.engine.marks();
    const { row } = fray.engine.state().player;
    return [x[row], y[row]];
  });

const choose = (page, name) => page.selectOption("#scenario", name);

async function edit(page, change) {
  if (await page.locator("#editor").isHidden()) await page.click("#edit");
  const text = await page.inputValue("#toml");
  const changed = change(text);
  assert.notEqual(changed, text);
  await page.fill("#toml", changed);
  await page.click("#run");
}

test("the page is one file of at most 3 MB", () => {
  const most = brief ? 8e6 : 3e6; // a brief test's page is not optimised
  const { size } = statSync(file);
  console.log(`live page: ${(size / 1e6).toFixed(2)} MB`);
  assert.ok(size <= most, `${size} bytes`);
});

test("the hashes are those of the native build", () => open(async (page) => {
  for (const [name, whole, change, ...args] of [
    ["kungfu", 2400, (text) => text],
    ["skirmish", 600, (text) => text.replace("agents = 10000", "agents = 5000"), "--agents", "5000"],
    ["bridge", 600, (text) => text],
  ]) {
    const frames = brief ? whole / 4 : whole;
    const expected = nativeHashes(name, frames, ...args);
    const toml = change(readFileSync(join(process.env.FRAY_SCENARIOS, `${name}.toml`), "utf8"));
    const { hashes, milliseconds } = await liveHashes(page, toml, frames);
    assert.equal(hashes.length, frames);
    const first = hashes.findIndex((hash, frame) => hash !== expected[frame]);
    assert.equal(first, -1, `${name}: frame ${first}: ${hashes[first]}, natively ${expected[first]}`);
    assert.equal(new Set(hashes).size, frames);
    console.log(`live page: ${name}: ${frames} frames with the hashes of the native build, ${milliseconds.toFixed(2)} ms each`);
  }
}));

test("keys move the player, strike and dash", () => open(async (page) => {
  const [x, y] = await positionOf(page);
  await page.keyboard.down("d");
  await page.keyboard.down("ArrowUp");
  await page.waitForTimeout(400);
  await page.keyboard.up("d");
  await page.keyboard.up("ArrowUp");
  const [right, up] = await positionOf(page);
  assert.ok(right > x + 0.4 && up > y + 0.4, `moved from ${x}, ${y} to ${right}, ${up}`);

  await page.keyboard.press("Shift");
  await page.waitForFunction(() => fray.engine.state().player.dashes);
  await pass(page, 6); // the first enemies are there
  await page.keyboard.down("Space");
  await page.waitForFunction(() => fray.engine.state().player.hits_given >= 2, null, { timeout: 20_000 });
  await page.keyboard.up("Space");
  assert.ok((await figures(page)).living[0] === 1);
}));

test("a finger moves the player, and the buttons strike and dash", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  await open(async (page) => {
    const [x] = await positionOf(page);
    await page.mouse.move(150, 250);
    await page.mouse.down();
    await page.mouse.move(90, 250, { steps: 4 });
    await page.waitForTimeout(400);
    await page.mouse.up();
    const [left] = await positionOf(page);
    assert.ok(left < x - 0.4, `moved from ${x} to ${left}`);
    await page.click("#dash");
    await page.waitForFunction(() => fray.engine.state().player.dashes);
    await pass(page, 6);
    await page.locator("#strike").hover();
    await page.mouse.down();
    await page.waitForFunction(() => fray.engine.state().player.hits_given >= 1, null, { timeout: 20_000 });
    await page.mouse.up();
    const tooSmall = await page.evaluate(() =>
      [...document.querySelectorAll("button, select, input")]
        .filter((control) => control.checkVisibility())
        .map((control) => [control.id, control.getBoundingClientRect()])
        .filter(([, { width, height }]) => width < 44 || height < 44)
        .map(([id, { width, height }]) => `${id}: ${width} x ${height}`));
    assert.deepEqual(tooSmall, []);
    assert.ok(await fitsItsScreen(page));
  }, phone);
});

test("the sliders change how many have slots and how many attack", () => open(async (page) => {
  await page.click("#pause");
  const most = async (grid, attack) => {
    await page.click("#reset");
    await page.click("#pause");
    await page.locator("#grid").fill(String(grid));
    await page.locator("#attack").fill(String(attack));
    let holders = 0;
    let attackers = 0;
    for (let second = 0; second < 20; second++) {
      await pass(page, 1);
      const { player } = await figures(page);
      assert.deepEqual(player.capacity, { grid, attack });
      holders = Math.max(holders, player.circle?.slots.filter((holder) => holder >= 0).length ?? 0);
      attackers = Math.max(attackers, player.circle?.attack_used ?? 0);
    }
    return { holders, attackers };
  };
  assert.equal((await most(0, 10)).holders, 0);
  const few = await most(4, 2);
  const many = await most(36, 24);
  console.log(`live page: greatest use with capacities 4 and 2: ${JSON.stringify(few)}; with 36 and 24: ${JSON.stringify(many)}`);
  assert.ok(few.holders >= 1 && few.holders <= 2 && few.attackers <= 2);
  assert.ok(many.holders >= 6 && many.attackers > 8);
  await page.waitForFunction(() => document.getElementById("grid-value").textContent === "36");
}));

test("the time at which the player fell stays, and a dead player lies still", () => open(async (page) => {
  const { first, later, moves, again } = await page.evaluate(() => {
    const { page } = fray;
    const { errors } = page.start(page.text.replace('health = "unlimited"', "health = 1"));
    if (errors.length > 0) throw new Error(errors.join("\n"));
    page.setPaused(true);
    for (let n = 0; n < 3600 && page.plays(); n++) {
      page.step({ x: n % 2 ? 1 : -1 });
      page.takeState();
    }
    const words = () => document.getElementById("notice").textContent;
    const first = words();
    for (let n = 0; n < 30; n++) page.step({ x: 1 });
    page.takeState();
    const { x, y, nextX, nextY } = page.marks;
    const { row } = page.state.player;
    const result = { first, later: words(), moves: x[row] !== nextX[row] || y[row] !== nextY[row] };
    page.reset();
    return { ...result, again: words() };
  });
  assert.match(first, /^You have fallen after \d+:/);
  assert.equal(later, first);
  assert.equal(moves, false);
  assert.doesNotMatch(again, /fallen/);
}));

test("pause, reset and the choice of a battle", () => open(async (page) => {
  await page.waitForFunction(() => fray.page.steps > 20);
  await page.keyboard.press("p");
  const { frame } = await figures(page);
  await page.waitForTimeout(150);
  assert.equal((await figures(page)).frame, frame);
  await page.keyboard.press("r");
  assert.ok((await figures(page)).frame < frame);
  await choose(page, "skirmish");
  await page.waitForFunction(() => fray.page.steps > 10);
  const { living, player } = await figures(page);
  assert.equal(living[0] + living[1], 5000);
  assert.equal(player, undefined);
  assert.equal(await page.locator("#panel").isHidden(), true);
  for (const name of ["arena", "boss", "knight", "bridge", "kungfu-player"]) {
    await choose(page, name);
    await page.waitForFunction(() => fray.page.steps > 5 && fray.page.frames > 2);
    assert.equal(await page.evaluate(() => fray.page.failure), "");
  }
}));

test("no strike is named where the player has none", () => open(async (page) => {
  const named = () => page.evaluate(() => ({
    notice: /strike/.test(document.getElementById("notice").textContent),
    button: !document.getElementById("strike").hidden,
    help: [...document.querySelectorAll("#help-box dd")].some((row) => !row.hidden && /strike/.test(row.textContent)),
  }));
  assert.deepEqual(await named(), { notice: true, button: true, help: true });
  await choose(page, "arena"); // its player has no attack
  assert.match(await page.locator("#notice").textContent(), /move with/);
  assert.deepEqual(await named(), { notice: false, button: false, help: false });
}));

test("a changed scenario runs at once; a wrong one says what is wrong", () => open(async (page) => {
  await page.click("#edit");
  await page.fill("#toml", (await page.inputValue("#toml")).replace("count = 8", "count = 3"));
  await page.waitForFunction(() => fray.engine.state().living[1] === 9);
  await edit(page, (text) => text.replace("health = 40", "health = -40"));
  const problems = await page.locator("#problems li").allTextContents();
  assert.equal(problems.length, 1);
  assert.match(problems[0], /^kungfu-player\.toml:\d+:\d+: archetypes\.orange\.health: is -40; allowed: /);
  assert.deepEqual((await figures(page)).living, [1, 9]); // goes on
  assert.ok(await page.evaluate(() => fray.page.start("[").errors.length > 0 && fray.page.stale), "the marks are read anew");
  const line = await page.evaluate(() => {
    const { value, selectionStart, selectionEnd } = document.getElementById("toml");
    return value.slice(selectionStart, selectionEnd);
  });
  assert.equal(line, "health = -40");
  await edit(page, (text) => text.replace("[archetypes.you]", "[archetypes.you"));
  assert.match((await page.locator("#problems li").allTextContents())[0], /^kungfu-player\.toml:\d+:\d+: /);
  await page.click("#restore");
  assert.deepEqual((await figures(page)).living, [1, 14]);
  assert.equal(await page.locator("#problems li").count(), 0);
  await page.keyboard.press("Escape");
}));

test("keys do nothing behind the help", () => open(async (page) => {
  await page.keyboard.press("?");
  await page.waitForFunction(() => document.getElementById("help-box").open);
  await page.keyboard.press("e");
  assert.ok(await page.locator("#editor").isHidden());
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.getElementById("help-box").open);
}));

for (const colorScheme of ["dark", "light"]) {
  test(`axe-core finds nothing serious, such as a faint text or a control without a name, ${colorScheme}`, () => open(async (page) => {
    await page.click("#pause");
    assert.deepEqual(await seriousFindings(page), []);
    await edit(page, (text) => text.replace("health = 40", "health = -40"));
    assert.deepEqual(await seriousFindings(page), [], "with the editor and an error");
    await page.keyboard.press("Escape");
    await page.click("#help");
    assert.deepEqual(await seriousFindings(page), [], "with the help");
  }, { colorScheme }));
}

const shooting = `
teams = ["archers", "line"]
duration = 20
[ground]
cell_size = 2
rows = [
    "..........",
    "..........",
    "....WW....",
    "....WW....",
    "..........",
    "..........",
]
[archetypes.archer]
managed = false
targeting = "spread"
bands = [72, 76, 78, 80]
alert_radius = 80
engage_range = 72
hit_range = 80
reactions = { close_band = [0, 1, 0], mid_band = [1, 0, 0], far_band = [1, 0, 0], hurt_close_band = [0, 1, 0], hurt_mid_band = [1, 0, 0], hurt_far_band = [1, 0, 0] }
attacks = [{ name = "arrow", damage = 1, range = [0, 72], windup = 0.2, duration = 0.5, recovery = 0, projectile_speed = 10 }]
[[groups]]
name = "archers"
archetype = "archer"
team = "archers"
count = 6
at = [-7, -4]
[[groups]]
name = "line"
archetype = "archer"
team = "line"
count = 1
at = [7, -4]
`;

test("walls and projectiles are drawn", () => open(async (page) => {
  await page.click("#pause");
  const colours = await page.evaluate((toml) => {
    const { page } = fray;
    const { errors } = page.start(toml);
    if (errors.length > 0) throw new Error(errors.join("\n"));
    page.setPaused(true);
    page.camera.show(-12, -8, 12, 8, 20);
    page.moved = true;
    page.draw(0);
    const { context } = page.picture;
    // Whether a square of 14 pixels has more than one colour.
    return Object.fromEntries(Object.entries({ wall: [0, 0], open: [0.6, 5.6], outside: [11, 0] }).map(([name, [x, y]]) => {
      const [px, py] = page.camera.toScreen(x, y);
      const { data } = context.getImageData(Math.round(px), Math.round(py), 14, 14);
      return [name, new Set(Array.from({ length: 196 }, (_, n) => data.slice(n * 4, n * 4 + 3).join(" "))).size > 1];
    }));
  }, shooting);
  assert.deepEqual(colours, { wall: true, open: false, outside: true }, "walls are hatched");
  const most = await page.evaluate(() => {
    const seen = [];
    for (let n = 0; n < 180; n++) {
      fray.page.step({});
      fray.page.takeState();
      fray.page.part = 0.5;
      fray.page.draw(n / 60);
      const { projectiles } = fray.page.marks;
      for (let at = 0; at < projectiles.length; at += 7) {
        if (projectiles[at + 4] < 0 || projectiles[at + 6] < projectiles[at + 5]) throw new Error(`projectile ${projectiles.slice(at, at + 7)}`);
      }
      seen.push(fray.page.picture.projectiles);
    }
    return Math.max(...seen);
  });
  assert.ok(most >= 3 && most <= 30, `${most} projectiles are drawn`);
  await choose(page, "kungfu-player");
  assert.equal(await page.evaluate(() => fray.page.ground), null);
}));

test("the speed of the page", { skip: brief && "not measured in brief tests" }, () => open(async (page) => {
  for (const name of ["kungfu-player", "skirmish"]) {
    await choose(page, name);
    const speed = await page.evaluate(async () => {
      const { page } = fray;
      await new Promise((done) => setTimeout(done, 2500));
      const [frames, steps, begin] = [page.frames, page.steps, performance.now()];
      await new Promise((done) => setTimeout(done, 4000));
      const seconds = (performance.now() - begin) / 1000;
      return {
        frames: (page.frames - frames) / seconds, steps: (page.steps - steps) / seconds,
        step: page.stepTime.value, draw: page.drawTime.value,
      };
    });
    const figure = (value) => value.toFixed(1);
    console.log(`live page: ${name}: ${figure(speed.frames)} frames a second, ${figure(speed.steps)} steps a second; ` +
      `a step ${figure(speed.step)} ms, drawing ${figure(speed.draw)} ms`);
    assert.ok(speed.frames > 2, name);
  }
}));
