// Draws on top of the marks: circles with their slots, queues, projectiles, names, the selection. It uses a plain
// canvas, because there are never many of these at a time.

const layerList = [
  { name: "ground", label: "Ground", on: true },
  { name: "circles", label: "Circles", on: true },
  { name: "slots", label: "Slots", on: true },
  { name: "tokens", label: "Tokens", on: true },
  { name: "queues", label: "Queues", on: true },
  { name: "targets", label: "Targets", on: false },
  { name: "paths", label: "Paths to goals", on: false },
  { name: "alert", label: "Alert radii", on: false },
  { name: "projectiles", label: "Projectiles", on: true },
  { name: "names", label: "Names", on: false },
];

/** The layers for which the recording has data. */
function layersOf({ ground, goals }) {
  const lacking = { ground: !ground, paths: !goals };
  return layerList.filter(({ name }) => !lacking[name]);
}

class Layers {
  static mostCircles = 80;
  static fewCircles = 6; // up to this number, circles are drawn even if they overlap
  static mostAlerts = 80;
  static mostNames = 250;
  static leastScaleOfLines = 3; // pixels per metre; lines are not drawn at a smaller scale
  static leastRing = 26; // pixels; a circle with a smaller approach radius is drawn only if it is selected

  constructor(canvas, head) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.on = Object.fromEntries(layersOf(head).map(({ name, on }) => [name, on]));
    this.shown = {}; // what the last drawing showed, for the page's tests
  }

  /** In a large battle with a selection, only the queues that concern the selection are shown. */
  showsQueue(scene, i, target) {
    const { selected, selectedTarget } = scene;
    const few = scene.sample.count <= 60 || selected < 0;
    return few || i === selected || target === selected || target === selectedTarget;
  }

  /** The paths of the agents that are `inside`, as lines for Marks. */
  pathLines({ battle, sample }, inside) {
    const lines = [];
    if (!this.on.paths) return lines;
    for (let i = 0; i < sample.count; i++) {
      if (inside[i] && battle.goes(sample, i)) lines.push(i, i, LineKind.path, sample.team[i]);
    }
    return lines;
  }

  /** The lines from agents that are `inside` to other agents, for Marks. */
  lines(scene, time, inside) {
    const { battle, sample } = scene;
    const lines = [];
    if (scene.camera.scale < Layers.leastScaleOfLines) return lines;
    const queues = this.on.queues && scene.camera.scale > 7;
    for (let i = 0; i < sample.count; i++) {
      if (!inside[i] || sample.target[i] === 0 || !battle.lives(sample, i)) continue;
      const target = battle.recording.indexOf(sample.target[i] - 1);
      if (target < 0) continue;
      const phase = this.on.tokens ? battle.attackPhase(sample, i, time) : "";
      if (phase) lines.push(i, target, phase === "steps in" ? LineKind.stepIn : LineKind.attack, sample.team[i]);
      else if (queues && sample.queue[i] > 0 && this.showsQueue(scene, i, target)) lines.push(i, target, LineKind.queue, sample.team[i]);
      else if (this.on.targets) lines.push(i, target, LineKind.target, sample.team[i]);
    }
    return lines;
  }

  draw(scene) {
    const { camera } = scene;
    this.context.setTransform(scene.ratio, 0, 0, scene.ratio, 0, 0);
    this.context.clearRect(0, 0, camera.width, camera.height);
    this.shown = { circles: 0, slots: 0, held: 0, closed: 0, alert: 0, projectiles: 0, names: 0, queue: 0, goal: 0 };
    if (!scene.sample) return;
    this.drawGrid(scene);
    if (this.on.alert) this.drawAlert(scene);
    if (this.on.circles || this.on.slots) this.drawCircles(scene);
    if (this.on.projectiles) this.drawProjectiles(scene);
    if (this.on.queues) this.drawQueueNumbers(scene);
    if (this.on.names) this.drawNames(scene);
    if (scene.selected >= 0) this.drawSelection(scene);
    if (scene.hovered >= 0 && scene.hovered !== scene.selected) this.drawHover(scene);
    this.drawRuler(scene);
  }

  ring(x, y, radius, colour, width, dash = []) {
    const c = this.context;
    c.beginPath();
    c.setLineDash(dash);
    c.arc(x, y, Math.max(radius, 0), 0, 2 * Math.PI);
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.stroke();
    c.setLineDash([]);
  }

  disc(x, y, radius, colour) {
    const c = this.context;
    c.beginPath();
    c.arc(x, y, radius, 0, 2 * Math.PI);
    c.fillStyle = colour;
    c.fill();
  }

  text(words, x, y, { size = 13, colour, align = "center", halo, weight = 500 }) {
    const c = this.context;
    c.font = `${weight} ${size}px system-ui, sans-serif`;
    c.textAlign = align;
    c.textBaseline = "middle";
    c.lineJoin = "round";
    c.lineWidth = 3.5;
    c.strokeStyle = halo;
    c.strokeText(words, x, y);
    c.fillStyle = colour;
    c.fillText(words, x, y);
  }

  drawGrid({ camera, palette }) {
    const c = this.context;
    const step = roundLength(90 / camera.scale);
    const [left, top] = camera.toWorld(0, 0);
    const [right, bottom] = camera.toWorld(camera.width, camera.height);
    c.beginPath();
    for (let x = Math.ceil(left / step) * step; x <= right; x += step) {
      const [px] = camera.toScreen(x, 0);
      c.moveTo(Math.round(px) + 0.5, 0);
      c.lineTo(Math.round(px) + 0.5, camera.height);
    }
    for (let y = Math.ceil(bottom / step) * step; y <= top; y += step) {
      const [, py] = camera.toScreen(0, y);
      c.moveTo(0, Math.round(py) + 0.5);
      c.lineTo(camera.width, Math.round(py) + 0.5);
    }
    c.strokeStyle = palette.css.grid;
    c.lineWidth = 1;
    c.stroke();
  }

  drawRuler({ camera, palette }) {
    const metres = roundLength(110 / camera.scale);
    const pixels = metres * camera.scale;
    const c = this.context;
    const x = camera.width - 20 - pixels;
    const y = camera.height - 16;
    c.strokeStyle = palette.css.text;
    c.lineWidth = 1.5;
    c.beginPath();
    c.moveTo(x, y - 5);
    c.lineTo(x, y);
    c.lineTo(x + pixels, y);
    c.lineTo(x + pixels, y - 5);
    c.stroke();
    this.text(`${metres} m`, x + pixels / 2, y - 12, { colour: palette.css.text, halo: palette.css.ground });
  }

  drawAlert(scene) {
    const { battle, camera, sample, palette } = scene;
    const chosen = scene.selected >= 0 ? [scene.selected] : scene.inView(Layers.mostAlerts);
    for (const i of chosen) {
      const archetype = battle.archetype(sample, i);
      if (!archetype.brain || !battle.lives(sample, i)) continue;
      const [x, y] = scene.screen(i);
      this.ring(x, y, archetype.alert * camera.scale, palette.cssTeams[sample.team[i] & 7] + "80", 1.2, [2, 6]);
      this.shown.alert++;
    }
  }

  /** The circles in view, the fullest first. In a mêlée only these are drawn. */
  circlesInView(scene) {
    const { battle, camera, sample } = scene;
    const found = [];
    for (const circle of battle.circles(sample).values()) {
      const target = circle.target;
      if (sample.grid_capacity[target] === 0) continue;
      const { approach_radius: approach, roam_radius: radius } = battle.archetype(sample, target).circle;
      const isChosen = scene.selected === target || scene.selectedTarget === target;
      if (approach * camera.scale < Layers.leastRing && !isChosen) continue;
      const [x, y] = scene.position(target);
      if (!camera.sees(x, y, radius * camera.scale)) continue;
      found.push({ target, isChosen, x, y, radius, weight: circle.holders.length + circle.requesters.length + (isChosen ? 1e6 : 0) });
    }
    found.sort((a, b) => b.weight - a.weight || a.target - b.target);
    if (found.length <= Layers.fewCircles) return found;
    // In a mêlée nearly every agent has a circle, most circles have one or two holders, and they overlap. So only the
    // circles of the selection are shown, or without any, the fullest circles that do not overlap.
    if (found[0].isChosen) return found.filter(({ isChosen }) => isChosen);
    const clear = [];
    for (const circle of found) {
      if (circle.weight < 3 || clear.length >= Layers.mostCircles) break;
      if (clear.every(({ x, y, radius }) => Math.hypot(circle.x - x, circle.y - y) > (circle.radius + radius) * 0.6)) {
        clear.push(circle);
      }
    }
    return clear;
  }

  drawCircles(scene) {
    const { battle, camera, sample, palette } = scene;
    const css = palette.css;
    const drawn = this.circlesInView(scene);
    const someChosen = drawn.some(({ isChosen }) => isChosen);
    const ofTarget = drawn.find(({ target }) => target === scene.selectedTarget);
    const labelled = ofTarget ?? drawn.find(({ isChosen }) => isChosen) ?? drawn[0];
    for (const { target, isChosen } of drawn) {
      const circle = battle.circle(sample, target);
      if (!circle) continue;
      const shape = battle.archetype(sample, target).circle;
      const [x, y] = scene.screen(target);
      const approach = shape.approach_radius * camera.scale;
      const faint = (someChosen || drawn.length > Layers.fewCircles) && !isChosen;
      if (this.on.circles) {
        this.disc(x, y, approach, css.circle);
        this.ring(x, y, shape.attack_radius * camera.scale, faint ? css.ringFaint : css.ring, 1);
        this.ring(x, y, approach, faint ? css.ring : css.ringStrong, isChosen ? 2 : 1.3);
        if (!faint) this.ring(x, y, shape.roam_radius * camera.scale, css.ring, 1, [5, 6]);
        this.shown.circles++;
      }
      if (this.on.slots && approach > 16) {
        this.context.globalAlpha = someChosen && !isChosen ? 0.35 : 1;
        this.drawSlots(scene, circle, x, y, approach);
        this.context.globalAlpha = 1;
      }
      if (this.on.circles && approach > 60 && target === labelled.target) this.drawCapacity(scene, circle, x, y, shape);
    }
  }

  drawSlots(scene, circle, x, y, approach) {
    const { battle, sample, palette } = scene;
    const css = palette.css;
    const size = Math.min(Math.max(approach * 0.055, 2.2), 8);
    const holders = new Map(circle.holders.map((i) => [sample.slot[i] - 1, i]));
    for (let slot = 0; slot < circle.slots; slot++) {
      const angle = (2 * Math.PI * slot) / circle.slots;
      const px = x + approach * Math.cos(angle);
      const py = y - approach * Math.sin(angle);
      const holder = holders.get(slot);
      this.shown.slots++;
      if (circle.closed.has(slot)) {
        this.shown.closed++;
        const c = this.context;
        c.beginPath();
        c.moveTo(px - size, py - size);
        c.lineTo(px + size, py + size);
        c.moveTo(px + size, py - size);
        c.lineTo(px - size, py + size);
        c.strokeStyle = css.ringStrong;
        c.lineWidth = 2;
        c.stroke();
      } else if (holder !== undefined) {
        this.shown.held++;
        const [hx, hy] = scene.screen(holder);
        const arrived = battle.stateName(sample, holder) !== "approach";
        const c = this.context;
        c.beginPath();
        c.moveTo(hx, hy);
        c.lineTo(px, py);
        c.strokeStyle = css.ringStrong;
        c.setLineDash(arrived ? [] : [3, 4]);
        c.lineWidth = 1.2;
        c.stroke();
        c.setLineDash([]);
        this.disc(px, py, size + 1, css.ground);
        this.disc(px, py, size, css.text);
      } else {
        this.disc(px, py, size, css.ground);
        this.ring(px, py, size, css.ringStrong, 1.4);
      }
    }
  }

  drawCapacity(scene, circle, x, y, shape) {
    const { camera, palette } = scene;
    const below = y + shape.roam_radius * camera.scale + 14;
    const words =
      `slots: weight ${circle.gridInUse} of ${circle.gridCapacity}` +
      `   ·   attacks: weight ${circle.attackInUse} of ${circle.attackCapacity}` +
      `   ·   ${circle.requesters.length} waiting`;
    this.text(words, x, below, { size: 14, colour: palette.css.text, halo: palette.css.ground, weight: 600 });
  }

  drawProjectiles(scene) {
    const { battle, camera, palette, time } = scene;
    const c = this.context;
    const { quantum } = battle.head;
    for (const { launch, fraction } of scene.projectiles()) {
      const target = battle.recording.indexOf(launch.target);
      if (target < 0) continue;
      const [toX, toY] = scene.position(target);
      const fromX = launch.x * quantum;
      const fromY = launch.y * quantum;
      const at = (f) => camera.toScreen(fromX + (toX - fromX) * f, fromY + (toY - fromY) * f);
      const tail = at(Math.max(fraction - 0.12, 0));
      const tip = at(fraction);
      c.beginPath();
      c.moveTo(...tail);
      c.lineTo(...tip);
      c.strokeStyle = palette.css.projectile;
      c.lineWidth = camera.scale > 8 ? 2.5 : 1.2;
      c.stroke();
      if (camera.scale > 8) this.disc(...tip, 3, palette.css.projectile);
      this.shown.projectiles++;
    }
  }

  drawQueueNumbers(scene) {
    const { battle, camera, sample, palette } = scene;
    if (camera.scale < 14) return;
    for (const i of scene.inView(Layers.mostNames)) {
      if (sample.queue[i] === 0 || i === scene.selected) continue;
      if (!this.showsQueue(scene, i, battle.recording.indexOf(sample.target[i] - 1))) continue;
      const [x, y] = scene.screen(i);
      const radius = battle.archetype(sample, i).radius * camera.scale;
      const size = Math.min(Math.max(radius * 1.1, 12), 18);
      this.text(`${battle.rank(sample, i)}`, x, y, { size, colour: palette.css.text, halo: palette.css.ground, weight: 700 });
      this.shown.queue++;
    }
  }

  drawNames(scene) {
    const { battle, camera, sample, palette } = scene;
    for (const i of scene.inView(Layers.mostNames)) {
      if (!battle.lives(sample, i)) continue;
      const [x, y] = scene.screen(i);
      const below = y + Math.max(battle.archetype(sample, i).radius * camera.scale * 1.5, 8) + 9;
      const words = camera.scale > 26 ? battle.name(sample, i) : `#${sample.serial[i]}`;
      this.text(words, x, below, { size: 12, colour: palette.css.text, halo: palette.css.ground });
      this.shown.names++;
    }
  }

  markSize(scene, i) {
    return Math.max(scene.battle.archetype(scene.sample, i).radius * scene.camera.scale * 1.6, 9);
  }

  drawSelection(scene) {
    const { battle, sample, palette, selected, time } = scene;
    if (!battle.exists(sample, selected)) return;
    this.drawGoal(scene);
    const [x, y] = scene.screen(selected);
    const size = this.markSize(scene, selected);
    this.ring(x, y, size + 3, palette.css.ground, 5);
    this.ring(x, y, size + 3, palette.css.selected, 2.5);
    const why = battle.shortWhy(sample, selected);
    const phase = battle.attackPhase(sample, selected, time);
    const words = battle.name(sample, selected) + (phase ? ` · ${phase}` : why ? ` · ${why}` : "");
    this.text(words, x, y - size - 14, { size: 14, colour: palette.css.text, halo: palette.css.ground, weight: 600 });
    const target = scene.selectedTarget;
    if (target < 0) return;
    const [tx, ty] = scene.screen(target);
    this.ring(tx, ty, this.markSize(scene, target) + 3, palette.css.selected, 1.5, [4, 4]);
  }

  /** Draws a straight line from the selected agent to a cross at its goal. */
  drawGoal(scene) {
    const { battle, camera, sample, palette, selected } = scene;
    if (!battle.goes(sample, selected)) return;
    const [x, y] = scene.screen(selected);
    const [goalX, goalY] = camera.toScreen(...scene.goal(selected));
    const c = this.context;
    c.beginPath();
    c.moveTo(x, y);
    c.lineTo(goalX, goalY);
    for (const way of [1, -1]) {
      c.moveTo(goalX - 5, goalY - 5 * way);
      c.lineTo(goalX + 5, goalY + 5 * way);
    }
    for (const [colour, width] of [[palette.css.ground, 4.5], [palette.css.selected, 1.8]]) {
      c.strokeStyle = colour;
      c.lineWidth = width;
      c.stroke();
    }
    this.shown.goal++;
  }

  drawHover(scene) {
    const { battle, sample, palette, hovered } = scene;
    const [x, y] = scene.screen(hovered);
    const size = this.markSize(scene, hovered);
    this.ring(x, y, size + 2, palette.css.text, 1.5);
    this.text(battle.name(sample, hovered), x, y - size - 12, { colour: palette.css.text, halo: palette.css.ground });
  }
}

/** 1, 2 or 5 times a power of ten, at least `least`. */
function roundLength(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((n) => n * power).find((length) => length >= least * 0.999);
}
