// Drives the page of `fray run --report` in headless Chromium and compares it with the trace of the same run.
// FRAY_PROGRAM names the program; --long adds very large battles.
import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { duel, fight, fightTest, folder, fray, goTo, headOf, scenario } from "./battles.js";
import { agentOf, close, drag, inspector, press, select, settled, shown, withPage } from "./browser.js";
import { follow, readTrace } from "./trace.js";

after(close);

/** Checks that the page shows every agent as in the trace, at the recorded frames given. */
async function compare(name, frames, somebodyIsHurt) {
  const trace = join(folder, `${name}.jsonl`);
  const end = String(frames.at(-1) + 2);
  const args = ["--frames", end, "--trace", trace, "--trace-positions", "2", "--trace-wait-reasons", "--trace-goals"];
  const file = fight(name, name, ...args);
  const head = headOf(file);
  const healthOf = (archetype) => head.archetypes.find((a) => a.name === archetype).health;
  await withPage(file, async (page) => {
    const expected = [];
    follow(readTrace(trace), healthOf, frames, (frame, agents, positions) =>
      expected.push({ frame, positions, agents: structuredClone([...agents]) }),
    );
    assert.equal(expected.length, frames.length);
    let hurt = 0;
    for (const { frame, agents, positions } of expected) {
      await goTo(page, (frame + 1) / head.hz);
      assert.equal((await shown(page)).frame, frame);
      const seen = await page.evaluate((serials) => serials.map((s) => fray.agent(s)), agents.map(([s]) => s));
      agents.forEach(([serial, agent], i) => {
        const where = `${name}, frame ${frame}, agent ${serial}`;
        const is = seen[i];
        if (agent.state !== "dead") {
          assert.equal(positions.frame, frame);
          assert.ok(Math.abs(is.x - positions.x[serial]) <= head.quantum * 0.51, `${where}: x`);
          assert.ok(Math.abs(is.y - positions.y[serial]) <= head.quantum * 0.51, `${where}: y`);
          compareGoal(is.goal, positions, serial, head, where);
        }
        for (const key of ["archetype", "team", "state", "target", "slot"]) {
          assert.equal(is[key], agent[key], `${where}: ${key}`);
        }
        assert.equal(is.queue, placeInQueue(agents, serial), `${where}: queue`);
        assert.equal(is.phase, phaseOf(agent, frame, head), `${where}: attack`);
        if (is.waits !== "none") assert.equal(is.waits, agent.waits, `${where}: why`);
        if (agent.health !== null) assert.ok(Math.abs(is.health - agent.health) <= 0.06, `${where}: health`);
        if (agent.health !== null && agent.health < agent.full) hurt++;
      });
    }
    if (somebodyIsHurt) assert.ok(hurt > 0, "somebody was hurt");
  });
}

function compareGoal(goal, positions, serial, { goals, quantum }, where) {
  const [x, y] = [positions.goal_x[serial], positions.goal_y[serial]];
  const away = Math.hypot(x - positions.x[serial], y - positions.y[serial]);
  if (Math.abs(away - goals.least_way) > 1e-3) assert.equal(goal !== null, away > goals.least_way, `${where}: goes`);
  if (goal === null) return;
  const error = Math.hypot(goal[0] - x, goal[1] - y);
  assert.ok(error <= goals.within + 1.5 * quantum, `${where}: goal ${goal}, and it should be ${x}, ${y}`);
}

/** The place of an agent in the queue: by time of request. In these battles no agent returns to the front. 0: none. */
function placeInQueue(agents, serial) {
  const agent = agents.find(([other]) => other === serial)[1];
  if (!agent.asks) return 0;
  const before = ([, { asks, target, asked }]) =>
    asks && target === agent.target && asked < agent.asked;
  return agents.filter(before).length + 1;
}

/** The phase of an agent's attack, from its events. */
function phaseOf({ archetype, token, begun }, frame, { archetypes, hz }) {
  if (token === null) return "";
  if (begun === null) return "steps in";
  const { windup } = archetypes.find(({ name }) => name === archetype).attacks.find(({ name }) => name === token);
  return (frame + 1 - begun) / hz < windup ? "winds up" : "strikes";
}

for (const [name, frames, somebodyIsHurt] of [
  ["kungfu", [1, 301, 561, 1001, 1999, 2501], false],
  ["gauntlet", [401, 1861, 2999], false],
  ["five-heroes", [301, 901, 1501, 2401, 3001], true], // unmanaged agents, squads
  ["knight", [61, 79, 91, 121, 201, 251, 291, 331], true], // attacks by order
]) {
  test(`the page equals the trace: ${name}`, () => compare(name, frames, somebodyIsHurt));
}

fightTest("an agent under an order to perform steps in without a token, and is no striker", ["perform", "knight", "--frames", "120"], async (page) => {
  await goTo(page, 70 / 60);
  await select(page, 0);
  const words = await inspector(page);
  assert.match(words, /is ordered to attack #1 with lunge, and steps in/);
  assert.doesNotMatch(words, /token/);
  assert.equal((await agentOf(page, 0)).role, "");
});

fightTest("positions between two samples are interpolated", ["between", "kungfu", "--frames", "1200"], async (page) => {
  const at = async (time) => {
    await goTo(page, time);
    return agentOf(page, 0);
  };
  const [from, middle, to] = [await at(802 / 60), await at(803 / 60), await at(804 / 60)];
  assert.ok(Math.hypot(to.x - from.x, to.y - from.y) > 0.02, "the player walks");
  assert.ok(Math.abs(middle.x - (from.x + to.x) / 2) < 1e-3);
  assert.ok(Math.abs(middle.y - (from.y + to.y) / 2) < 1e-3);
});

fightTest("the player plays, pauses, steps and seeks", ["player", "kungfu"], async (page) => {
  const time = async () => (await shown(page)).time;
  const near = (is, expected) => assert.ok(Math.abs(is - expected) < 0.02, `${is}, expected ${expected}`);
  assert.equal((await shown(page)).playing, false);

  await page.click("#play");
  await page.waitForFunction(() => fray.shown().time > 0.3);
  assert.equal((await shown(page)).playing, true);
  await page.keyboard.press("k");
  const paused = await time();
  await page.waitForTimeout(150);
  assert.equal(await time(), paused);
  await page.keyboard.press(" ");
  assert.equal((await shown(page)).playing, true);
  await page.keyboard.press(" ");

  for (const [key, at] of [["Home", 1 / 60], ["ArrowRight", 5 + 1 / 60], ["l", 15 + 1 / 60], ["j", 5 + 1 / 60], ["ArrowLeft", 1 / 60], ["5", 30], ["End", 60]]) {
    await press(page, key);
    near(await time(), at);
  }

  await goTo(page, 10);
  const { number } = await shown(page);
  await press(page, ".");
  assert.equal((await shown(page)).number, number + 1);
  assert.equal((await shown(page)).part, 0);
  await press(page, ",", ",");
  assert.equal((await shown(page)).number, number - 1);
  await page.click("#forward");
  await settled(page);
  assert.equal((await shown(page)).number, number);

  await page.keyboard.press("Shift+>");
  assert.equal((await shown(page)).speed, 2);
  await page.keyboard.press("Shift+<");
  await page.click("#slower");
  assert.equal((await shown(page)).speed, 0.5);

  const bar = await page.locator("#scrub").boundingBox();
  await page.mouse.click(bar.x + bar.width / 4, bar.y + bar.height / 2);
  await settled(page);
  assert.ok(Math.abs((await time()) - 15) < 0.3);
  await drag(page, [bar.x + bar.width / 4, bar.y + bar.height / 2], [bar.x + bar.width * 0.75, bar.y + bar.height / 2]);
  await settled(page);
  assert.ok(Math.abs((await time()) - 45) < 0.3);
});

fightTest("the camera zooms and pans, and the point under the pointer stays there", ["camera", "kungfu", "--frames", "600"], async (page) => {
  await goTo(page, 5);
  const stage = await page.locator("#stage").boundingBox();
  const [x, y] = [Math.round(stage.width * 0.3), Math.round(stage.height * 0.6)];
  const under = () => page.evaluate(([px, py]) => fray.page.camera.toWorld(px, py), [x, y]);
  const before = { scale: (await shown(page)).camera.scale, at: await under() };
  await page.mouse.move(stage.x + x, stage.y + y);
  await page.mouse.wheel(0, -300);
  await page.waitForFunction((scale) => fray.shown().camera.scale > scale * 1.2, before.scale);
  const at = await under();
  assert.ok(Math.hypot(at[0] - before.at[0], at[1] - before.at[1]) < 0.01);

  const { camera } = await shown(page);
  await drag(page, [stage.x + x, stage.y + y], [stage.x + x + 100, stage.y + y + 50]);
  const moved = (await shown(page)).camera;
  assert.ok(Math.abs(moved.x - (camera.x - 100 / camera.scale)) < 0.01);
  assert.ok(Math.abs(moved.y - (camera.y + 50 / camera.scale)) < 0.01);
  assert.equal((await shown(page)).selected, -1, "a drag selects no agent");
  await page.keyboard.press("a");
  await page.waitForFunction((scale) => fray.shown().camera.scale < scale, camera.scale);
});

test("the inspector shows what a clicked agent does and why it waits, and the camera follows it", async () => {
  const trace = join(folder, "click.jsonl");
  const file = fight("click", "kungfu", "--trace", trace, "--trace-wait-reasons");
  await withPage(file, async (page) => {
    await goTo(page, 15);
    const serials = [...Array(15).keys()];
    const agents = await page.evaluate((all) => all.map((s) => fray.agent(s)), serials);
    const requester = agents.findIndex((agent) => agent.waits === "grid");
    assert.ok(requester > 0, "an agent waits");
    const stage = await page.locator("#stage").boundingBox();
    await page.mouse.click(stage.x + agents[requester].screen[0], stage.y + agents[requester].screen[1]);
    await settled(page);
    assert.equal((await shown(page)).selected, requester);
    const words = await inspector(page);
    assert.match(words, new RegExp(`#${requester} ${agents[requester].archetype}`));
    assert.match(words, /number \d+ in the queue/);

    const refused = readTrace(trace).filter((e) => e.event === "wait" && e.agent === requester && e.frame < 900).pop();
    assert.equal(refused.reason, "grid");
    assert.ok(words.includes(`its grid weight ${refused.required} is more than the ${agents[requester].free} that is free`), words);

    await page.click("#follow");
    for (const time of [20, 25.3]) {
      await goTo(page, time);
      const { screen } = await agentOf(page, requester);
      assert.ok(Math.abs(screen[0] - (await page.locator("#stage").boundingBox()).width / 2) < 1);
    }
    await page.locator("#inspector .link", { hasText: "#0" }).first().click();
    await settled(page);
    assert.equal((await shown(page)).selected, 0);
    const circle = await inspector(page);
    assert.match(circle, /Holders/);
    assert.match(circle, /Requesters/);
    await page.keyboard.press("Escape");
    assert.equal((await shown(page)).selected, -1);
  });
});

fightTest("the inspector's buttons work while the battle plays, and keep the focus", ["pressed", "kungfu"], async (page) => {
  await goTo(page, 15);
  await select(page, 3);
  await page.keyboard.press("k");
  const follow = await page.locator("#follow").boundingBox();
  await page.mouse.move(follow.x + follow.width / 2, follow.y + follow.height / 2);
  await page.mouse.down();
  const { number } = await shown(page);
  await page.waitForFunction((before) => fray.shown().number > before + 3, number);
  await page.mouse.up();
  await page.waitForFunction(() => fray.shown().following);
  await page.locator("#inspector .close").focus();
  await page.waitForFunction((before) => fray.shown().number > before + 9, number);
  assert.equal(await page.evaluate(() => document.activeElement.className), "close");

  const pressed = await page.evaluate(async () => {
    const link = document.querySelector("#inspector .link");
    link.focus();
    link.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    const before = fray.shown().number;
    while (fray.shown().number < before + 4) await new Promise(requestAnimationFrame);
    const stays = link.isConnected;
    link.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
    const wanted = Number(link.dataset.agent);
    while (link.isConnected) await new Promise(requestAnimationFrame); // it is brought up to date after the press
    const focus = document.querySelector("#inspector").contains(document.activeElement);
    document.querySelector(`#inspector [data-agent="${wanted}"]`)?.click();
    return { stays, focus, selected: fray.page.selected, wanted };
  });
  assert.ok(pressed.stays && pressed.focus, JSON.stringify(pressed));
  assert.equal(pressed.selected, pressed.wanted);
  assert.equal((await shown(page)).playing, true);
});

test("after a resume the charts and the totals are of the part that follows", async () => {
  const at = join(folder, "half-way.checkpoint");
  assert.equal(fray("run", "kungfu", "--quiet", "--frames", "600", "--checkpoint", at).status, 0);
  const file = fight("resumed", "kungfu", "--frames", "900", "--resume", at);
  await withPage(file, async (page) => {
    await page.waitForSelector("#report svg");
    const { course, stats } = await page.evaluate(() => fray.page.reportData);
    assert.ok(Math.abs(course.from - 10) < 0.001);
    const attacks = course.attacks.flatMap((rates) => rates.map((rate, i) => rate * (course.until[i] - (i > 0 ? course.until[i - 1] : course.from))));
    assert.ok(Math.abs(attacks.reduce((sum, n) => sum + n, 0) - stats.totals.attacks) < 0.01);
    assert.match(await page.locator("#report .tiles").innerText(), /0:05\.0\s*min, 300 of 900 frames/);
    const svg = page.locator("#report svg").first();
    assert.match(await svg.locator("polyline.series").first().getAttribute("points"), /^58\.0,/);
  });
});

fightTest("an agent that comes and goes between two samples takes the place of no other", ["brief", scenario("brief", duel(2) + `
[[groups]]
name = "brief"
archetype = "soldier"
team = "red"
count = 1
at = [30, 30]
spawn_trigger = "script"
[[script]]
time = 1
command = "spawn"
group = "brief"
[[script]]
time = 1
command = "despawn"
group = "brief"
`)], async (page) => {
  await goTo(page, 1.5);
  assert.equal((await shown(page)).count, 3);
  assert.equal(await page.evaluate(() => fray.page.recording.now.serial[2]), -1);
  assert.equal(await page.evaluate(() => fray.page.recording.indexOf(0)), 0);
});

test("a great seed is shown with all its digits", () =>
  withPage(fight("seeded", "kungfu", "--frames", "9", "--seed", "18446744073709551615"), async (page) => {
    await page.waitForSelector("#report svg");
    for (const id of ["#about", "#report"]) assert.ok((await page.locator(id).innerText()).includes("18446744073709551615"), id);
  }));

test("the inspector shows when the attacks of a clicked agent are ready again", async () => {
  const trace = join(folder, "cooldowns.jsonl");
  const own = scenario("cooldowns", duel(1, "").replace("damage = 1", "damage = 1, cooldown = { agent = 3 }")
    .replace("duration = 2", "duration = 8") + `
[[groups]]
name = "blues"
archetype = "soldier"
team = "blue"
count = 1
at = [1.5, 0]
`);
  const file = fight("cooldowns", own, "--trace", trace);
  const tokens = readTrace(trace).filter((e) => e.event === "token" && e.agent === 0);
  assert.ok(tokens.length >= 2, "it attacks more than once");
  await withPage(file, async (page) => {
    for (const time of [1, 2, 3.5, 5, 6.5]) {
      await goTo(page, time);
      const { frame } = await shown(page);
      const last = tokens.filter((e) => e.frame <= frame).pop();
      const left = last ? Math.max((last.frame - frame - 1) / 60 + 3, 0) : 0;
      const [shownLeft] = await page.evaluate(() => fray.agent(0).cooldowns);
      assert.ok(Math.abs(shownLeft - left) < 0.03, `at ${time} s: ${shownLeft}, and it should be ${left}`);
      await select(page, 0);
      const words = await inspector(page);
      assert.match(words, shownLeft > 0 ? new RegExp(`in ${shownLeft.toFixed(1)} s`) : /now/);
    }
  });
});

fightTest("layers can be switched on and off", ["layers", "kungfu", "--frames", "1000"], async (page) => {
  await goTo(page, 4.35);
  const drawn = async () => {
    await settled(page);
    return (await shown(page)).drawn;
  };
  const all = await drawn();
  assert.equal(all.marks, 15);
  assert.equal(all.circles, 1);
  assert.equal(all.slots, 12);
  assert.equal(all.held, 6);
  assert.ok(all.queue >= 4 && all.queue <= 8 && all.lines > 8, `${all.queue} numbers`);
  await page.locator("#layer-slots").uncheck();
  assert.equal((await drawn()).slots, 0);
  for (const [keys, expected] of [["c", { circles: 0 }], ["pq", { lines: 0, queue: 0 }], ["t", { lines: 14 }]]) {
    await press(page, ...keys);
    const now = await drawn();
    for (const [layer, count] of Object.entries(expected)) assert.equal(now[layer], count, layer);
  }
  await page.keyboard.press("n");
  assert.ok((await drawn()).names >= 10);
  await page.keyboard.press("r");
  assert.equal((await drawn()).alert, 14);
  assert.equal(await page.locator("#layer-alert").isChecked(), true);
  assert.equal(await page.locator("#layer-ground").count(), 0, "there is no ground");
  await page.keyboard.press("o");
  assert.equal((await shown(page)).layers.ground, undefined);
});

const walled = duel(1).replace("[archetypes", `
[ground]
cell_size = 2
rows = [
    "..........",
    ".@@@@@@...",
    "......@...",
    "......@...",
    "..........",
]
[archetypes`);

test("blocked ground and the area beyond the ground are drawn, in light and dark", async () => {
  const file = fight("ground", scenario("ground", walled), "--frames", "9");
  const rows = walled.match(/"[.@]{10}"/g).map((row) => row.slice(1, -1)).reverse();
  for (const colorScheme of ["light", "dark"]) {
    await withPage(file, async (page) => {
      await page.evaluate(() => fray.page.director.show(-11, -6, 11, 6));
      const away = (x, y) => Math.hypot(x, y) > 2; // from the agent
      const look = async () => {
        await settled(page);
        const cells = rows.flatMap((row, line) => [...row].map((what, column) => ({ what, at: [column * 2 - 9, line * 2 - 4] })));
        cells.push({ what: "@", at: [-10.5, 0] }, { what: "@", at: [0, 5.6] });
        const seen = await page.evaluate((points) => {
          fray.page.draw();
          return points.map((at) => fray.ground(...at));
        }, cells.map(({ at }) => at));
        return seen.map((is, i) => ({ ...cells[i], ...is })).filter(({ at }) => away(...at));
      };
      const empty = await page.evaluate(() => fray.page.palette.ground);
      const isEmpty = ({ colour }) => colour.every((part, i) => Math.abs(part - empty[i]) <= 1);
      assert.equal(await page.locator("#layer-ground").isChecked(), true);
      for (const cell of await look()) {
        assert.equal(cell.walkable, cell.what === ".", `${cell.at}`);
        assert.equal(isEmpty(cell), cell.what === ".", `${cell.at}: ${cell.colour}`);
      }
      await page.keyboard.press("o");
      assert.equal((await shown(page)).layers.ground, false);
      assert.ok((await look()).every(isEmpty), "switched off");
      await page.locator("#layer-ground").check();
      assert.ok(!(await look()).every(isEmpty), "and on");
    }, { colorScheme });
  }
});

test("a large map needs few bytes", () => {
  const side = 768;
  const row = (y) => Array.from({ length: side }, (_, x) => ((x >> 3) * 7 + (y >> 3) * 13 + ((x * y) >> 9)) % 5 ? "." : "@").join("");
  const map = `type octile\nheight ${side}\nwidth ${side}\nmap\n${Array.from({ length: side }, (_, y) => row(y)).join("\n")}\n`;
  writeFileSync(join(folder, "large.map"), map);
  const size = (name, text) => statSync(fight(name, scenario(name, text), "--frames", "2")).size;
  const more = size("large", duel(1).replace("[archetypes", '[ground]\nmap = "large.map"\n[archetypes')) - size("small-map", duel(1));
  assert.ok(more > 500 && more < 60e3, `${more} bytes`);
});

test("paths lead to goals, also on ground, and the path of the selected agent is always shown", async () => {
  const trace = join(folder, "paths.jsonl");
  const file = fight("paths", "bridge", "--agents", "400", "--frames", "480", "--trace", trace, "--trace-positions", "240", "--trace-goals");
  const head = headOf(file);
  await withPage(file, async (page) => {
    for (const positions of readTrace(trace).filter(({ event }) => event === "positions")) {
      await goTo(page, (positions.frame + 1) / head.hz);
      assert.equal((await shown(page)).frame, positions.frame);
      const agents = await page.evaluate((count) => [...Array(count).keys()].map((s) => fray.agent(s)), positions.x.length);
      agents.forEach((agent, serial) => {
        if (agent.state !== "dead") compareGoal(agent.goal, positions, serial, head, `frame ${positions.frame}, agent ${serial}`);
      });
      const go = agents.filter(({ goal }) => goal !== null);
      assert.ok(go.length > 200, `${go.length} go`);
      assert.equal((await shown(page)).drawn.paths, 0);
      await page.keyboard.press("a");
      await press(page, "h");
      assert.equal((await shown(page)).drawn.paths, go.length);
      assert.equal(await page.locator("#layer-paths").isChecked(), true);
      await page.locator("#layer-paths").uncheck();
      await settled(page);
      const { drawn } = await shown(page);
      assert.equal(drawn.paths + drawn.goal, 0);
      const serial = agents.indexOf(go[0]);
      await select(page, serial);
      assert.equal((await shown(page)).drawn.goal, 1);
      const way = Math.hypot(go[0].goal[0] - go[0].x, go[0].goal[1] - go[0].y).toFixed(1);
      assert.ok((await inspector(page)).includes(`${way} m away, at (`));
      await page.keyboard.press("Escape");
    }
  });
});

fightTest("paths of very many agents are not recorded, and the page says so", ["no-paths", "clash", "--agents", "20002", "--frames", "3"], async (page) => {
  assert.equal(await page.locator("#layer-paths").count(), 0);
  assert.match(await page.locator("#legend").innerText(), /Paths to goals are not recorded/);
  await page.evaluate(() => fray.page.select(7));
  await settled(page);
  assert.equal((await shown(page)).drawn.goal, 0);
});

fightTest("closed slots are shown", ["closed", scenario("closed", duel(3) + `
[[groups]]
name = "blues"
archetype = "soldier"
team = "blue"
count = 1
at = [6, 0]
[[script]]
time = 0.5
command = "set_closed_slots"
group = "blues"
slots = [1, 2, 5]
`)], async (page) => {
  await goTo(page, 2);
  await select(page, 3);
  assert.equal((await shown(page)).drawn.closed, 3);
  assert.match(await inspector(page), /3 closed/);
});

fightTest("projectiles are drawn in flight", ["projectiles", "volley", "--agents", "600", "--frames", "240"], async (page) => {
  let most = 0;
  for (let time = 5; time < 8 && most <= 20; time += 0.2) {
    await goTo(page, time);
    most = Math.max(most, (await shown(page)).drawn.projectiles);
  }
  assert.ok(most > 20, `${most} projectiles`);
});

test("the report shows the figures of --stats and follows the time of the player", async () => {
  const stats = join(folder, "stats.json");
  const file = fight("report", "arena", "--stats", stats);
  const { totals, fight: figures } = JSON.parse(readFileSync(stats, "utf8"));
  await withPage(file, async (page) => {
    await page.waitForSelector("#report svg");
    const words = await page.locator("#report").innerText();
    assert.ok(words.includes(`${totals.attacks}`), "attacks");
    for (const title of ["Attacks", "Grid capacity", "Attack capacity", "Waits", "States", "Deaths", "Systems of the frame", "Fairness"]) {
      assert.ok(words.includes(title), title);
    }
    const row = page.locator("#report table").first().locator("tbody tr", { hasText: "heavy" });
    const cells = await row.locator("td").allInnerTexts();
    const expected = figures.total.archetypes.heavy.attacks_a_second;
    assert.ok(Math.abs(Number(cells[5]) - expected.jain) < 1e-3, "Jain");

    const chart = page.locator("#report svg").first();
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    const share = (58 + 390 / 2) / 560; // the middle of the plot
    await page.mouse.click(box.x + box.width * share, box.y + box.height / 2);
    await settled(page);
    assert.ok(Math.abs((await shown(page)).time - 60) < 0.5, `${(await shown(page)).time}`);
    const cursor = async () => Number(await chart.locator(".cursor").getAttribute("x1"));
    const before = await cursor();
    await press(page, "ArrowRight");
    assert.ok((await cursor()) > before + 10);
  });
});

fightTest("a key switches between light and dark", ["light", "kungfu", "--frames", "60"], async (page) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.keyboard.press("d");
  assert.notEqual(await ground(), light);
}, { colorScheme: "light" });

test("battles without agents, with one agent and without deaths are shown", async () => {
  const later = `
spawn_trigger = "script"
[[script]]
time = 1
command = "spawn"
group = "reds"
`;
  await withPage(fight("nobody", scenario("nobody", duel(2) + later), "--frames", "50"), async (page) => {
    assert.equal((await shown(page)).count, 0);
    assert.match(await page.locator("#notice").innerText(), /no agents/);
    await page.keyboard.press("End");
    await page.waitForSelector("#report svg");
  });
  await withPage(fight("later", scenario("later", duel(2) + later)), async (page) => {
    assert.equal(await agentOf(page, 0), null);
    await press(page, "End");
    assert.equal((await agentOf(page, 1)).state, "idle");
    assert.equal((await shown(page)).drawn.marks, 2);
  });
  await withPage(fight("one", scenario("one", duel(1))), async (page) => {
    assert.equal((await agentOf(page, 0)).state, "idle");
    await page.keyboard.press("End");
    await page.waitForSelector("#report svg");
  });
});

test("a damaged page reports it", async () => {
  const file = fight("damaged", "kungfu", "--frames", "1200");
  const text = readFileSync(file, "utf8");
  const middle = text.indexOf('id="block-0"') + 3000;
  writeFileSync(file, text.slice(0, middle) + "AAAAAAAA" + text.slice(middle + 8));
  await withPage(file, async (page) => {
    await page.keyboard.press("End");
    assert.match(await page.locator("#notice").innerText(), /^Part 1 of the recording cannot be unpacked/);
  });
});

test("markup in names stays text", async () => {
  const hostile = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=2> \\\" ' & <!-- ${1} {{head}} {{blocks}}";
  const text = duel(2).replace('teams = ["red", "blue"]', `name = "${hostile}"\nteams = ["${hostile}", "blue"]`)
    .replace('team = "red"', `team = "${hostile}"`)
    .replace("[archetypes.soldier]", `[archetypes."${hostile}"]`)
    .replace('archetype = "soldier"', `archetype = "${hostile}"`)
    .replace('name = "cut"', `name = "${hostile}"`);
  const plain = hostile.replace('\\"', '"');
  await withPage(fight("markup", scenario("markup", text)), async (page) => {
    await select(page, 0);
    await page.waitForSelector("#report svg");
    assert.equal(await page.locator("#title").textContent(), plain);
    assert.equal(await page.title(), `${plain} · fray`.replace(/\s+/g, " "));
    assert.equal((await agentOf(page, 0)).archetype, plain);
    assert.ok((await page.locator("#inspector").textContent()).includes(plain));
    assert.ok((await page.locator("#legend").textContent()).includes(plain));
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.locator("img").count(), 0);
  });
});

function sample(agents, most, frames) {
  return fight("sampled", "clash", "--agents", `${agents}`, "--report-agents", `${most}`, "--frames", `${frames}`);
}

async function sampled(agents, most, frames) {
  const file = sample(agents, most, frames);
  await withPage(file, async (page) => {
    const state = await shown(page);
    assert.equal(state.count, most);
    const words = (await page.locator("#about").innerText()).replace(/\u202f/g, "");
    assert.ok(words.includes(`${most} of ${agents} agents are shown`), words);
    assert.match(words, /of the others one in \d+/);
    const quarters = await page.evaluate((all) => {
      const { now } = fray.page.recording;
      const counts = [0, 0, 0, 0];
      for (const serial of now.serial.subarray(0, now.count)) counts[Math.floor((serial * 4) / all)]++;
      return counts;
    }, agents);
    assert.ok(Math.min(...quarters) > most * 0.18, `${quarters}: from all parts`);
    await press(page, "End");
    await page.waitForSelector("#report svg");
    assert.match((await page.locator("#report").innerText()).replace(/\u202f/g, ""), new RegExp(`all ${agents} agents`));
  });
  return file;
}

test("very many agents are sampled, the same agents every time, and the page says so", async () => {
  const first = await sampled(4000, 600, 30);
  const blocks = (file) => readFileSync(file, "utf8").match(/id="block-0"[^>]*>[^<]*</)[0];
  const bytes = blocks(first);
  sample(4000, 600, 30);
  assert.equal(blocks(first), bytes);
});

test("a million agents are sampled", { skip: !process.argv.includes("--long") && "only with --long" }, async () => {
  const file = await sampled(1_000_000, 100_000, 120);
  console.log(`a million agents: ${statSync(file).size} bytes`);
});

test("100 000 agents for a minute take less than 40 MB and open in 2 s", { skip: !process.argv.includes("--long") && "only with --long" }, async () => {
  const file = fight("minute", "clash", "--agents", "100000", "--set", "duration=60", "--frames", "3600");
  const { size } = statSync(file);
  assert.ok(size < 40e6, `${size} bytes`);
  await withPage(file, async (page) => {
    const { firstFrame } = await shown(page);
    console.log(`100 000 agents for a minute: ${size} bytes, first frame after ${Math.round(firstFrame)} ms`);
    assert.ok(firstFrame < 2000, `${firstFrame} ms`);
  }, { viewport: { width: 1280, height: 800 } });
});
