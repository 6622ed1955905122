// What a person sees and can do on the page of `fray run --report`: labels, framing, links, help, keys, phones, heat maps.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { seriousFindings } from "./axe.js";
import { duel, fight, fightTest, folder, goTo, headOf, pageOf, scenario } from "./battles.js";
import { agentOf, close, drag, fitsItsScreen, inspector, press, select, settled, shown, withPage } from "./browser.js";
import { readTrace } from "./trace.js";

const kungfu = ["kungfu-view", "kungfu"];
const bridgeTrace = join(folder, "bridge-view.jsonl");
const bridge = ["bridge-view", "bridge", "--agents", "400", "--frames", "780", "--trace", bridgeTrace, "--trace-wait-reasons"];
const far = ["far", scenario("far", duel(30).replace("[archetypes", "picture = { focus = [900, 900], width = 20 }\n[archetypes"))];

after(close);

const crosses = (box, x, y, radius) =>
  x + radius > box.x && x - radius < box.x + box.width && y + radius > box.y && y - radius < box.y + box.height;

/** Checks that labels lie inside the picture, and cross neither marks nor each other. */
async function checkLabels(page, where) {
  const { labels, marks, camera } = await shown(page);
  for (const [n, box] of labels.entries()) {
    const name = `${where}, label ${n}`;
    assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= camera.width && box.y + box.height <= camera.height, `${name} is inside`);
    for (let i = 0; i < marks.length; i += 3) {
      assert.ok(!crosses(box, marks[i], marks[i + 1], marks[i + 2] * 0.8), `${name} crosses no mark`);
    }
    for (const other of labels.slice(n + 1)) {
      const apart = other.x >= box.x + box.width || box.x >= other.x + other.width || other.y >= box.y + box.height || box.y >= other.y + other.height;
      assert.ok(apart, `${name} crosses no other`);
    }
  }
  return labels.length;
}

fightTest("labels cross no marks, and stay inside the picture", kungfu, async (page) => {
  await page.keyboard.press("n");
  let most = 0;
  for (const time of [6, 17.3, 31, 48.8]) {
    await goTo(page, time);
    for (const serial of [0, 5, 9]) {
      await select(page, serial);
      most = Math.max(most, await checkLabels(page, `${time} s, agent ${serial}`));
    }
  }
  assert.ok(most > 8, `${most} labels`);
  const { screen } = await agentOf(page, 5);
  await page.evaluate(([x, y]) => fray.page.pan(8 - x, 8 - y), screen); // into the corner
  await select(page, 5);
  assert.ok((await checkLabels(page, "corner")) > 0);
});

fightTest("a page opens on the fight of the scenario's picture, and plays from the start", bridge, async (page) => {
  const state = await shown(page);
  assert.ok(state.opening && state.time > 1, `${state.time} s`);
  const inView = await page.evaluate(() => {
    const { recording, battle } = fray.page;
    return fray.page.inView(1e6).filter((i) => battle.attacks(recording.now, i)).length;
  });
  assert.ok(inView >= 3, `${inView} attacking agents are in view`);
  await page.locator("#start").click();
  await page.waitForFunction(() => fray.shown().playing && fray.shown().time < 8 && fray.shown().time > 0.05);
  assert.equal((await shown(page)).follows, "action");
  await page.keyboard.press("k");
  await goTo(page, 10.5);
  const attacking = () => page.evaluate(() => fray.page.inView(1e6).filter((i) => fray.page.battle.attacks(fray.page.recording.now, i)).length);
  assert.ok((await attacking()) >= 3, "the camera follows the action");
  await drag(page, [600, 300], [700, 300]);
  assert.equal((await shown(page)).follows, "free", "until the view is moved by hand");
  await page.keyboard.press("v");
  assert.equal((await shown(page)).follows, "action");
});

fightTest("a focus without agents falls back to the action", far, async (page) => {
  const { camera, drawn } = await shown(page);
  assert.ok(Math.hypot(camera.x, camera.y) < 100, `${camera.x}, ${camera.y}`);
  assert.equal(drawn.marks, 30);
  await press(page, "z");
  assert.ok(Math.hypot((await shown(page)).camera.x) < 100);
});

fightTest("a link holds time, camera, agent and layers", kungfu, async (page) => {
  await goTo(page, 21.25);
  await select(page, 4);
  await press(page, "t", "s");
  await page.evaluate(() => fray.page.zoom(1.7, 200, 100));
  await settled(page);
  const before = await shown(page);
  await page.locator("#link").click();
  await page.waitForFunction(() => document.querySelector("#notice").textContent.includes("copied"));
  const hash = await page.evaluate(() => location.hash);
  await goTo(page, 3);
  await press(page, "Escape", "t", "a");
  await page.goto("about:blank");
  await page.goto(pathToFileURL(pageOf(kungfu)).href + hash);
  await settled(page);
  const again = await shown(page);
  assert.ok(Math.abs(again.time - before.time) < 2e-3);
  for (const key of ["x", "y", "scale"]) assert.ok(Math.abs(again.camera[key] - before.camera[key]) < 0.02, key);
  assert.equal(again.selected, 4);
  assert.deepEqual(again.layers, before.layers);
  await page.goto(pathToFileURL(pageOf(kungfu)).href);
});

fightTest("the ring under the pointer goes when the pointer leaves, when the agent is gone, and when the battle plays", kungfu, async (page) => {
  await goTo(page, 12);
  const stage = await page.locator("#stage").boundingBox();
  const hover = async () => {
    const { screen } = await agentOf(page, 0);
    await page.mouse.move(0, 0);
    await page.waitForTimeout(60); // hovering is looked at 20 times a second
    await page.mouse.move(stage.x + screen[0], stage.y + screen[1]);
    await page.waitForFunction(() => fray.page.hovered >= 0);
  };
  await hover();
  await page.mouse.move(0, 0);
  await page.waitForFunction(() => fray.page.hovered < 0);
  await hover();
  const hovered = await page.evaluate(() => {
    const { page } = fray;
    const { exists } = page.battle;
    page.battle.exists = () => false;
    page.draw();
    page.battle.exists = exists;
    return page.hovered;
  });
  assert.equal(hovered, -1, "gone");
  await hover();
  await page.keyboard.press("k");
  await page.waitForFunction(() => fray.shown().playing && fray.page.hovered < 0);
});

fightTest("help opens everywhere as a modal dialog that keeps the focus", kungfu, async (page) => {
  const open = () => page.evaluate(() => document.querySelector("#help-box").open);
  const focused = () => page.evaluate(() => document.querySelector("#help-box").contains(document.activeElement) || document.activeElement === document.body);
  for (const from of ["#stage", "#scrub", "#layer-slots", "#theme"]) {
    await page.locator(from).focus();
    await page.keyboard.press("?");
    assert.ok(await open(), from);
    for (let n = 0; n < 4; n++) {
      await page.keyboard.press("Tab");
      assert.ok(await focused(), `${from}: the focus stays`);
    }
    await page.keyboard.press("Escape");
    assert.ok(!(await open()));
    assert.equal(await page.evaluate(() => `#${document.activeElement.id}`), from, "the focus returns");
  }
  await page.keyboard.press("?");
  const words = await page.locator("#help-box").innerText();
  for (const word of ["attack token", "requester", "holder", "grid capacity"]) assert.ok(words.includes(word), word);
  await page.locator("#close-help").click();
  assert.ok(!(await open()));
});

fightTest("everything can be reached by keyboard, and the slider says the time", kungfu, async (page) => {
  await goTo(page, 12);
  const reached = new Set();
  await page.evaluate(() => document.activeElement?.blur());
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press("Tab");
    const { id, ring } = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
      return { id: document.activeElement.id, ring: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 };
    });
    if (!id) continue;
    assert.ok(ring, `the focus of ${id} is visible`);
    reached.add(id);
  }
  for (const id of ["toggle-legend", "action", "link", "theme", "help", "layer-slots", "layer-heat-deaths", "stage", "play", "scrub", "faster"]) {
    assert.ok(reached.has(id), id);
  }
  await page.locator("#scrub").focus();
  await press(page, "ArrowUp");
  assert.equal(await page.locator("#scrub").getAttribute("aria-valuetext"), "0:13.0 of 1:00.0");
  await page.locator("#stage").focus();
  await page.keyboard.press("Enter");
  const first = (await shown(page)).selected;
  assert.ok(first >= 0);
  await page.keyboard.press("]");
  assert.notEqual((await shown(page)).selected, first);
  const { camera } = await shown(page);
  await page.keyboard.press("Shift+ArrowRight");
  assert.ok((await shown(page)).camera.x > camera.x);
});

fightTest("close up, weapons and hits are drawn, the hits at their time", kungfu, async (page) => {
  const trace = join(folder, "hits.jsonl");
  fight("hits", "kungfu", "--frames", "900", "--trace", trace);
  const hits = readTrace(trace).filter(({ event }) => event === "hit");
  const hit = hits.find(({ frame }) => frame > 300);
  await goTo(page, (hit.frame + 4) / 60);
  const { frame } = await shown(page);
  const last = hits.filter((other) => other.target === hit.target && other.frame <= frame).pop();
  await page.evaluate((serial) => {
    fray.page.select(fray.page.recording.indexOf(serial));
    fray.page.director.centreOn(fray.page.selected);
    fray.page.changed();
  }, hit.target);
  await settled(page);
  assert.equal((await agentOf(page, hit.target)).hit, last.frame);
  const { drawn } = await shown(page);
  assert.ok(drawn.flashes >= 1 && drawn.arcs >= 1, JSON.stringify(drawn));
  await press(page, "b");
  assert.equal((await shown(page)).drawn.flashes, 0);
});

fightTest("heat maps count deaths and attacks of the whole battle", bridge, async (page) => {
  const events = readTrace(bridgeTrace);
  await page.keyboard.press("Shift+D");
  await page.waitForFunction(() => fray.page.heat.ready);
  await settled(page);
  const sums = await page.evaluate(() => Object.fromEntries(Object.entries(fray.page.heat.values).map(([name, values]) => [name, values.reduce((a, b) => a + b, 0)])));
  const deaths = events.filter(({ event, to }) => event === "state" && to === "dead").length;
  assert.ok(deaths > 0);
  assert.ok(Math.abs(sums["heat-deaths"] - deaths) <= 1 + deaths * 0.02, `${sums["heat-deaths"]} of ${deaths} deaths`);
  const attacks = events.filter(({ event }) => event === "attack").length;
  assert.ok(Math.abs(sums["heat-attacks"] - attacks) <= attacks * 0.05, `${sums["heat-attacks"]} of ${attacks} attacks`);
  assert.ok(sums["heat-pressure"] > 0 && sums["heat-waiting"] > 0);
  await press(page, "a");
  const coloured = () => page.evaluate(() => new Set(fray.page.raster.background).size);
  const some = await coloured();
  await press(page, "Shift+D");
  assert.ok(some > (await coloured()), "it is drawn");
});

test("floors: links are drawn, agents of other floors are faint, and the inspector names floor and link", async () => {
  const trace = join(folder, "stairs.jsonl");
  const file = fight("stairs", scenario("stairs", `
teams = ["raiders", "guards"]
duration = 12
[archetypes.soldier]
attacks = [{ name = "cut", damage = 1 }]
[[groups]]
name = "climbers"
archetype = "soldier"
team = "raiders"
count = 12
at = [-6, 0]
[[groups]]
name = "guards"
archetype = "soldier"
team = "guards"
count = 4
at = [16, 10]
floor = 1
[[nav_links]] # a stair
from = [6, 0]
to = [9, 0]
[[nav_links]] # a lift
from = [0, 8]
to = [0, 8]
radius = 2.5
capacity = 4
departure_interval = 3
[[nav_links]] # a chute
from = [12, -6]
to = [4, -6]
from_floor = 1
to_floor = 0
bidirectional = false
open = false
[[script]]
time = 0.5
command = "advance"
group = "climbers"
to = [14, 8]
floor = 1
[[script]]
time = 6
command = "set_nav_link"
nav_link = 2
open = true
`), "--trace", trace);
  const moved = readTrace(trace).filter(({ event }) => event === "floor");
  assert.equal(moved.length, 12);
  await withPage(file, async (page) => {
    const agents = () => page.evaluate(() => Array.from({ length: 16 }, (_, serial) => fray.agent(serial)));
    for (const time of [0.5, 4, 7.5, 11.5]) { // in different blocks, back and forth
      await goTo(page, time);
      const { frame } = await shown(page);
      const floorOf = (serial) => moved.filter(({ agent, frame: at }) => agent === serial && at <= frame).at(-1)?.to ?? (serial < 12 ? 0 : 1);
      (await agents()).forEach((agent, serial) => agent.state !== "dead" && assert.equal(agent.floor, floorOf(serial), `agent ${serial} at ${time} s`));
      assert.deepEqual((await shown(page)).links.map(({ number, open, twoWay, capacity }) => [number, open, twoWay, capacity]),
        [[0, true, true, 1], [1, true, true, 4], [2, time > 6, false, 1]]);
    }
    await goTo(page, 2);
    await press(page, "a");
    assert.equal((await shown(page)).drawn.links, 3);
    const heading = (await agents()).findIndex(({ link }) => link >= 0);
    const { link } = (await agents())[heading];
    await select(page, heading);
    const words = await inspector(page);
    assert.match(words, /Floor\s+0/);
    assert.match(words, new RegExp(`Heads for\\s+link ${link} to floor 1; ([\\d.]+ m away|waits there for its turn)`));
    await page.keyboard.press("Escape");

    await press(page, "u");
    assert.equal((await shown(page)).drawn.links, 0);
    await page.keyboard.press("u");
    for (const [floor, faint] of [[0, 1], [1, 0]]) {
      await press(page, "e");
      assert.equal((await shown(page)).floor, floor);
      for (const agent of await agents()) assert.equal(agent.faint, agent.floor === faint);
      assert.equal(await page.inputValue("#floor"), `${floor}`);
    }
    const guard = (await agents())[13];
    const raider = (await agents())[3];
    assert.ok(await page.evaluate(([x, y]) => fray.page.agentAt(x, y), raider.screen) < 0, "a faint agent cannot be selected by a click");
    assert.ok(await page.evaluate(([x, y]) => fray.page.agentAt(x, y), guard.screen) >= 0);
    await page.locator("#link").click();
    const hash = await page.evaluate(() => location.hash);
    assert.match(hash, /floor=1/);
    await press(page, "e");
    assert.equal((await shown(page)).floor, null);
    await page.evaluate((to) => { location.hash = ""; location.hash = to; }, hash);
    await page.waitForFunction(() => fray.shown().floor === 1);
    await page.selectOption("#floor", "");
    assert.equal((await shown(page)).floor, null);
    assert.deepEqual(await seriousFindings(page), []);
  });
  const head = headOf(pageOf(kungfu));
  assert.ok(head.floors === undefined && head.columns.every(([column]) => !["floor", "link"].includes(column)), "nothing about floors is recorded");
  await withPage(pageOf(kungfu), async (page) => {
    assert.equal(await page.locator("#floor, #layer-links").count(), 0);
    await page.keyboard.press("e");
    assert.equal((await shown(page)).floor, null);
  });
});

test("the inspector shows an agent's threat table", () => {
  const trace = join(folder, "raid.jsonl");
  const file = fight("raid-view", "raid", "--frames", "330", "--trace", trace);
  const hurts = readTrace(trace).filter(({ event }) => event === "hurt");
  const giant = 4;
  return withPage(file, async (page) => {
    for (const time of [10, 4]) {
      await goTo(page, time);
      const { frame } = await shown(page);
      const { threats } = await agentOf(page, giant);
      let compared = 0;
      for (const { attacker, points } of threats) {
        if (attacker === 0) continue; // the knight also has points by add_threat
        const of = hurts.filter((hurt) => hurt.agent === giant && hurt.attacker === attacker && hurt.frame <= frame);
        const faded = (sum, from, to) => { // rules: T35
          const age = (to - from) / 30 / 8;
          return sum * 2 ** -Math.floor(age) * (1 - 0.5 * (age - Math.floor(age)));
        };
        const last = of.reduce((row, hurt) => ({ sum: faded(row.sum, row.frame, hurt.frame) + hurt.amount, frame: hurt.frame }), { sum: 0, frame: 0 });
        const expected = faded(last.sum, last.frame, frame);
        assert.ok(Math.abs(points - expected) < 0.015 * expected + 0.05, `attacker ${attacker} at ${time} s: ${points}, expected ${expected}`);
        compared++;
      }
      assert.ok(compared >= 2);
    }
    await select(page, giant);
    assert.match(await inspector(page), /Its threat table[^]*attacker\s+points\s+#\d mage\s+\d+/);
    await select(page, 0);
    assert.doesNotMatch(await inspector(page), /threat table/);
  });
});

fightTest("the inspector says which agent is in an agent's way", bridge, async (page) => {
  const waits = readTrace(bridgeTrace).filter(({ event, reason }) => event === "wait" && reason === "way");
  /** For how many seconds at most, by the trace, the agent has waited because of its way. */
  const waited = (agent, now) => (now + 6 - waits.find((event) => event.agent === agent).frame) / 60;
  let found = 0;
  for (const { frame, agent } of waits.slice(0, 60)) {
    await goTo(page, (frame + 6) / 60);
    const is = await agentOf(page, agent);
    if (is?.waits !== "way" || !is.blocked) continue;
    const by = await agentOf(page, is.blocked.by);
    assert.ok(Math.hypot(by.x - is.x, by.y - is.y) < 30 && by.state !== "dead" && by.floor === is.floor);
    assert.ok(is.blocked.seconds <= waited(agent, (await shown(page)).frame), `${is.blocked.seconds} s`);
    await select(page, agent);
    const words = await inspector(page);
    assert.match(words, new RegExp(`Blocked by\\s+#${is.blocked.by} \\S+, for (at least )?${is.blocked.seconds.toFixed(1)} s`));
    assert.match(words, /another agent is in its way/);
    await select(page, is.blocked.by);
    assert.match(await inspector(page), new RegExp(`Blocks[^]*#${agent}\\b`));
    if (++found >= 2) break;
  }
  assert.ok(found > 0, "an agent is blocked");
});

for (const viewport of [{ width: 390, height: 844 }, { width: 844, height: 390 }]) {
  fightTest(`a phone of ${viewport.width} by ${viewport.height} has targets of 44 pixels, and panels beside the battle`, kungfu, async (page) => {
    const small = () => page.evaluate(() => [...document.querySelectorAll("#player button, #player nav a, #transport button, #scrub, #help-box button, #player label")]
      .filter((each) => each.checkVisibility() && !each.closest("p, dd"))
      .map((each) => ({ name: each.id || each.textContent, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 43.5 || box.height < 43.5).map(({ name, box }) => `${name}: ${box.width} x ${box.height}`));
    assert.deepEqual(await small(), []);
    const line = await page.evaluate(() => document.querySelector("#clock").getBoundingClientRect().height / parseFloat(getComputedStyle(document.querySelector("#clock")).lineHeight));
    assert.ok(line < 1.5, "the clock is on a line");
    for (const panel of ["legend", "inspector"]) {
      if (panel === "legend") await page.locator("#toggle-legend").click();
      else await select(page, 3);
      await settled(page);
      const boxes = await page.evaluate((id) => [id, "stage"].map((each) => document.getElementById(each).getBoundingClientRect().toJSON()), panel);
      const [sheet, stage] = boxes;
      assert.ok(viewport.width < viewport.height ? sheet.top >= stage.bottom - 1 : sheet.left >= stage.right - 1, `${panel} hides nothing`);
      assert.ok(stage.height > 100 && stage.width > 300);
      assert.deepEqual(await small(), []);
      assert.ok(await fitsItsScreen(page));
    }
    const shown = (id) => page.locator(`#${id}`).isVisible();
    await page.locator("#toggle-legend").click();
    assert.deepEqual([await shown("legend"), await shown("inspector")], [true, false], "the legend opens while an agent is selected");
    await page.locator("#legend .close").click();
    assert.deepEqual([await shown("legend"), await shown("inspector")], [false, true], "the agent is still selected");
  }, { viewport, hasTouch: true });
}

for (const colorScheme of ["dark", "light"]) {
  fightTest(`axe-core finds nothing serious (${colorScheme})`, kungfu, async (page) => {
    await page.waitForSelector("#report svg");
    await select(page, 3);
    assert.deepEqual(await seriousFindings(page), []);
    await page.keyboard.press("?");
    assert.deepEqual(await seriousFindings(page), []);
  }, { colorScheme });
}

const long = process.argv.includes("--long");

// The CPU time of the thread that draws, because other programs may run. A picture every 1/40 or 1/20 s takes its share of
// decoding; reading a pixel ends the drawing. What Chromium does to show a picture comes on top: 4 to 6 ms.
test("20 000 agents are drawn in the time for 40 frames a second, and 100 000 for 20", { skip: !long && "only with --long" }, async () => {
  for (const [agents, rate] of [[20_000, 40], [100_000, 20]]) {
    const file = fight("many", "clash", "--agents", `${agents}`, "--frames", "180");
    await withPage(file, async (page) => {
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
      const cpu = async () => (await devtools.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
      const play = () => page.evaluate((step) => {
        const { player, raster } = fray.page;
        player.playing = true; // as when it plays: without the charts of the report
        player.seek(1);
        for (let n = 0; n < 60; n++) {
          player.seek(1 + (n * step) % 1.8);
          fray.page.draw();
          raster.context.getImageData(0, 0, 1, 1);
        }
        player.playing = false;
      }, 1 / rate);
      // Frames that Chromium shows in a second while the page plays. Only printed, because other programs may run.
      const shown = () => page.evaluate(async () => {
        const { player } = fray.page;
        player.seek(0.5);
        player.playing = true;
        const frame = () => new Promise(requestAnimationFrame);
        const from = await frame();
        let to = from;
        let frames = 0;
        for (; to - from < 2000; frames++) to = await frame();
        player.playing = false;
        return (frames * 1000) / (to - from);
      });
      for (const [key, view] of [["z", "opening view"], ["a", "all agents"]]) {
        await goTo(page, 1);
        await press(page, key);
        await play(); // compiles
        const from = await cpu();
        await play();
        const ms = ((await cpu()) - from) / 60;
        console.log(`${agents} agents, ${view}: ${ms.toFixed(1)} ms a frame, ${(await shown()).toFixed(1)} frames a second`);
        assert.ok(ms < 1000 / rate - 6, `${agents} agents, ${view}: ${ms} ms`);
      }
      await devtools.detach();
    }, { viewport: { width: 1280, height: 720 } });
  }
});
