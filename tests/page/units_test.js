// Parts of the pages that need no browser: their scripts run here on made data.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const source = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
/** The named part of a script of the pages; `given`: what it finds as globals. */
const part = (path, name, given = {}) => new Function(...Object.keys(given), `${source(path)}\nreturn ${name};`)(...Object.values(given));

const Blocking = part("demo/page/blocking.js", "Blocking");

/** Agents at places in m: 0 is the target, 1 waits because of its way. `samples`: null is not unpacked yet. */
function blockingOf(places, { floor, slot = 0, samples = [], wait_slot = 0 } = {}) {
  const column = (value) => new Int32Array(places.length).fill(value);
  const sample = {
    count: places.length, number: samples.length, x: places.map(([x]) => x * 100), y: places.map(([, y]) => y * 100),
    waits: column(0), target: column(0), slot: column(0), wait_slot: column(0), slots: column(4), hasFloors: floor !== undefined, floor,
  };
  [sample.waits[1], sample.target[1], sample.slot[1], sample.wait_slot[1]] = [1, 1, slot, wait_slot];
  const recording = {
    now: sample, loads: 0, indices: places.map((_, i) => i), timeOf: (number) => number + 1, numberAt: () => 0,
    peek: (number) => (samples[number] === null ? null : { ...sample, waits: samples[number] ? sample.waits : column(0) }),
  };
  const archetype = { radius: 0.5, circle: { approach_radius: 2 } };
  const battle = { reasons: ["none", "way"], head: { quantum: 0.01 }, lives: () => true, archetype: () => archetype };
  return { blocking: new Blocking(battle, recording), sample, samples, recording };
}

test("an agent is in the way if it is nearer than 0.9 times the radii, ahead, and on the same floor", () => {
  const blocker = (place, options) => {
    const { blocking, sample } = blockingOf([[10, 0], [0, 0], place], options);
    return blocking.blocker(sample, 1);
  };
  assert.equal(blocker([5, 0.89]), 2);
  assert.equal(blocker([5, 0.91]), -1, "in contact is not in the way");
  assert.equal(blocker([-0.1, 0.5]), -1, "behind");
  assert.equal(blocker([5, 0], { floor: [0, 0, 1] }), -1, "another floor");
  assert.equal(blocker([5, 0], { floor: [1, 0, 0] }), 2);
  assert.equal(blocker([10.8, 0]), 2, "at the end of the way");
  assert.equal(blocker([8.8, 0.8], { slot: 3 }), 2, "a holder goes to its target");
  assert.equal(blocker([10, 2.5], { wait_slot: 2 }), 2, "a requester goes to the slot");
});

test("how long an agent is blocked is a least time while samples are not unpacked, and is found anew afterwards", () => {
  const of = (samples) => blockingOf([[10, 0], [0, 0], [5, 0]], { samples }).blocking.of(1);
  assert.deepEqual(of([1, 1, 1]), { by: 2, seconds: 3, atLeast: false });
  assert.deepEqual(of([1, 0, 1]), { by: 2, seconds: 1, atLeast: false });
  assert.deepEqual(of([1, 0, 0]), { by: 2, seconds: 0, atLeast: false });
  assert.deepEqual(of([1, null, 1]), { by: 2, seconds: 1, atLeast: true });
  assert.deepEqual(of([null, 0, 1]), { by: 2, seconds: 1, atLeast: false });
  const { blocking, samples, recording } = blockingOf([[10, 0], [0, 0], [5, 0]], { samples: [1, null, 1] });
  assert.equal(blocking.of(1).seconds, 1);
  samples[1] = 1;
  recording.loads++;
  assert.deepEqual(blocking.of(1), { by: 2, seconds: 3, atLeast: false });
});

test("an agent that was gone before a sample has no index", () => {
  const Recording = part("demo/page/recording.js", "Recording", { byId: () => null });
  const recording = new Recording({ columns: [["state"], ["serial"]], states: ["idle"] }, () => {});
  recording.indexSerials({ count: 3, serial: [0, 2, -1] });
  assert.deepEqual([...recording.indices.subarray(0, 3)], [0, -1, 1]);
});

test("the grid has few lines wherever the camera is", () => {
  const [Pen, Camera] = [part("demo/page/drawing/pen.js", "Pen"), part("demo/page/camera.js", "Camera")];
  for (const at of [0, 123.4, -16384, 1e18, -1e300]) {
    let lines = 0;
    const pen = new Pen({ beginPath() {}, moveTo() { lines++; }, lineTo() {}, stroke() {}, setLineDash() {} });
    const camera = Object.assign(new Camera(), { x: at, y: at, width: 1000, height: 500 });
    pen.drawGrid({ camera, palette: { css: {} } });
    assert.ok(lines < 40, `${lines} lines at ${at}`);
    if (Math.abs(at) < 1e6) assert.ok(lines > 10, `${lines} lines at ${at}`);
  }
});

test("a link leads to a place within the world", () => {
  const Link = part("demo/page/link.js", "Link");
  const camera = { width: 800, scale: 10, least: 0.01, most: 160, x: 0, y: 0 };
  const page = { camera, director: { set() {} }, floors: { numbers: [] }, resize() {}, changed() {} };
  Link.go(page, "#x=1e18&y=-12.5");
  page.whenShown();
  assert.deepEqual([camera.x, camera.y], [Link.extent, -12.5]);
  assert.equal(Link.extent, Number(source("engine/include/fray/defs.h").match(/float world_extent = ([\d.]+)f/)[1]));
});

test("on the live page a tap on a button ends neither the stick nor another finger's strike", () => {
  const window = new EventTarget();
  const stage = Object.assign(new EventTarget(), { getBoundingClientRect: () => ({ left: 0, top: 0 }), setPointerCapture() {} });
  let dialog = null;
  const document = { activeElement: null, querySelector: () => dialog };
  const Input = part("demo/live/input.js", "Input", { window, document });
  const input = new Input(stage, { plays: () => true, act: () => true });
  const pointer = (to, type, pointerId, x = 0) => {
    const event = Object.assign(new Event(type), { pointerId, clientX: x, clientY: 0 });
    Object.defineProperty(event, "target", { value: { closest: () => null } });
    to.dispatchEvent(event);
  };
  pointer(stage, "pointerdown", 1);
  pointer(stage, "pointermove", 1, 100);
  assert.equal(input.take().x, 1);
  input.strike({ pointerId: 2 });
  for (const to of [stage, window]) pointer(to, "pointerup", 2);
  assert.deepEqual(input.take(), { x: 1, y: 0, attack: true, dash: false }, "a short press counts");
  assert.deepEqual(input.take(), { x: 1, y: 0, attack: false, dash: false });
  input.strike({ pointerId: 3 });
  for (const to of [stage, window]) pointer(to, "pointerup", 1);
  input.take();
  assert.deepEqual(input.take(), { x: 0, y: 0, attack: true, dash: false }, "the other finger holds");
  input.letGo();
  assert.equal(input.take().attack, false);
  const key = (code) => input.keyDown({ code, key: code, target: {}, preventDefault() {} });
  dialog = {};
  key("KeyJ");
  assert.equal(input.take().attack, false, "keys do nothing behind a dialog");
  dialog = null;
  key("KeyJ");
  assert.equal(input.take().attack, true);
});

test("each system has a colour in bars", () => {
  const systems = Number(source("engine/include/fray/events.h").match(/int system_count = (\d+);/)[1]);
  const colours = [...source("demo/plot/page_style.h").matchAll(/rect\.p(\d+) { fill: (#[0-9a-f]{6}); }/g)];
  assert.deepEqual(colours.map(([, n]) => Number(n)), [...Array(systems).keys()]);
  assert.equal(new Set(colours.map(([, , colour]) => colour)).size, systems);
});
