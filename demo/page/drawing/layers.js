// Draws on top of the marks: circles with their slots, queues, projectiles, names, the selection.

/** `key`: of the keyboard. */
const layerList = [
  { name: "ground", key: "o", label: "Ground", on: true },
  { name: "circles", key: "c", label: "Circles", on: true },
  { name: "slots", key: "s", label: "Slots", on: true },
  { name: "tokens", key: "p", label: "Attack tokens", on: true },
  { name: "queues", key: "q", label: "Queues", on: true },
  { name: "hits", key: "b", label: "Weapons and hits", on: true },
  { name: "projectiles", key: "m", label: "Projectiles", on: true },
  { name: "links", key: "u", label: "Links between floors", on: true },
  { name: "targets", key: "t", label: "Targets", on: false },
  { name: "paths", key: "h", label: "Paths to goals", on: false },
  { name: "alert", key: "r", label: "Alert radii", on: false },
  { name: "names", key: "n", label: "Names", on: false },
  { name: "heat-deaths", key: "D", label: "Deaths", on: false },
  { name: "heat-attacks", key: "A", label: "Attacks", on: false },
  { name: "heat-pressure", key: "P", label: "Pressure", on: false },
  { name: "heat-waiting", key: "W", label: "Waiting", on: false },
];

/** The layers for which the recording has data. */
function layersOf({ ground, goals, floors }) {
  const lacking = { ground: !ground, paths: !goals, links: !floors };
  return layerList.filter(({ name }) => !lacking[name]);
}

class Layers extends Pen {
  static mostCircles = 80;
  static seenHeight = 0.4; // so much a height is drawn longer than a length on the ground
  static fewCircles = 6; // up to this number, circles are drawn even if they overlap
  static smallBattle = 300; // agents; in larger battles only the selection has a label and shows its queue
  static narrow = 760; // pixels; in narrower pictures the ruler is at the top
  static mostAlerts = 80;
  static mostNames = 250;
  static leastScaleOfLines = 3; // pixels per metre; lines are not drawn at a smaller scale
  static leastScaleOfNumbers = 14; // pixels per metre
  static leastRing = 26; // pixels; a circle with a smaller approach radius is drawn only if it is selected

  constructor(context, head) {
    super(context);
    this.labels = new Labels(this);
    this.linkDrawing = new LinkDrawing(this);
    this.on = Object.fromEntries(layersOf(head).map(({ name, on }) => [name, on]));
    this.shown = {}; // what the last drawing showed, for the page's tests
  }

  hasCircles({ battle, camera, selected }) {
    return selected >= 0 || battle.greatestApproach * camera.scale >= Layers.leastRing;
  }

  /** In a large battle only the queues that concern the selection are shown. */
  showsQueue(scene, i, target) {
    const { selected, selectedTarget } = scene;
    return scene.sample.count <= Layers.smallBattle || i === selected || target === selected || target === selectedTarget;
  }

  /** The paths of the agents that are `inside`, as lines for Marks. */
  pathLines({ battle, sample, floors }, inside) {
    const lines = [];
    if (!this.on.paths) return lines;
    for (let i = 0; i < sample.count; i++) {
      if (inside[i] && battle.goes(sample, i) && floors.shows(sample, i)) lines.push(i, i, LineKind.path, sample.team[i]);
    }
    return lines;
  }

  /** The lines from agents that are `inside` to other agents, for Marks. */
  lines(scene, time, inside) {
    const { battle, sample, floors } = scene;
    const lines = [];
    if (scene.camera.scale < Layers.leastScaleOfLines) return lines;
    const queues = this.on.queues && scene.camera.scale > 7;
    for (let i = 0; i < sample.count; i++) {
      if (!inside[i] || sample.target[i] === 0 || !battle.lives(sample, i) || !floors.shows(sample, i)) continue;
      const target = battle.recording.indexOf(sample.target[i] - 1);
      if (target < 0) continue;
      const phase = this.on.tokens ? battle.attackPhase(sample, i, time) : "";
      if (phase) lines.push(i, target, phase === "steps in" ? LineKind.stepIn : LineKind.attack, sample.team[i]);
      else if (queues && sample.queue[i] > 0 && this.showsQueue(scene, i, target)) lines.push(i, target, LineKind.queue, sample.team[i]);
      else if (this.on.targets) lines.push(i, target, LineKind.target, sample.team[i]);
    }
    return lines;
  }

  /** Begins a drawing: draws what lies right above marks that are in the raster, with a RasterPen. Null: they are not. */
  begin(pen, scene) {
    this.shown = { circles: 0, slots: 0, held: 0, closed: 0, alert: 0, projectiles: 0, names: 0, queue: 0, goal: 0, arcs: 0, flashes: 0, links: 0 };
    this.labelled = pen && this.drawCircles(pen, scene);
    this.circlesAreDrawn = pen !== null;
  }

  draw(scene) {
    this.drawGrid(scene);
    if (this.on.alert) this.drawAlert(scene);
    const links = this.on.links ? this.linkDrawing.draw(scene) : [];
    this.shown.links = links.length;
    const labelled = this.circlesAreDrawn ? this.labelled : this.drawCircles(this, scene);
    if (this.on.hits) Object.assign(this.shown, CloseUp.draw(this, scene));
    if (this.on.projectiles) this.drawProjectiles(scene);
    if (scene.selected >= 0) this.drawSelection(scene);
    if (scene.hovered >= 0 && scene.hovered !== scene.selected) this.drawHover(scene);
    this.drawRuler(scene);
    this.drawLabels(scene, labelled, links);
  }

  /** First the label of the selection, then the others where there is room. */
  drawLabels(scene, labelled, links) {
    const { labels } = this;
    const { camera, selected, hovered } = scene;
    labels.boxes = [];
    const near = camera.scale >= Layers.leastScaleOfNumbers;
    if (selected < 0 && hovered < 0 && !labelled && !this.on.names && links.length === 0 && !(this.on.queues && near)) return;
    labels.begin(camera.width, camera.height, scene.discs());
    const narrow = camera.width < Layers.narrow;
    labels.occupy(0, camera.height - (narrow ? 62 : 38), camera.width, 62); // the numbers of agents, and the ruler
    if (narrow) labels.occupy(camera.width - 240, 0, 240, 40);
    const inPicture = (i) => scene.battle.exists(scene.sample, i) && scene.sees(i, 0);
    if (selected >= 0 && inPicture(selected)) this.labelAgent(scene, selected, "selected", labelled);
    else if (labelled && inPicture(labelled.target)) this.labelCircle(scene, labelled);
    if (hovered >= 0 && hovered !== selected) this.labelAgent(scene, hovered, "hovered");
    for (const { words, x, y, radius } of links) this.labels.beside(words, x, y, radius, scene.palette.css.link, 13, 600);
    if (this.on.queues && near) this.drawQueueNumbers(scene);
    if (this.on.names) this.drawNames(scene);
    labels.end();
  }

  /** The label of an agent: its name, what it does or why it waits, and the capacities of the circle that is drawn. */
  labelAgent(scene, i, key, circle) {
    const { battle, sample, palette, time } = scene;
    const phase = battle.attackPhase(sample, i, time);
    const why = battle.shortWhy(sample, i);
    const lines = [battle.name(sample, i), phase ? `attack: ${phase}` : why ? `waits: ${why}` : "", ...(circle ? this.capacities(circle.circle) : [])];
    const [x, y] = scene.screen(i);
    this.labels.draw(palette, key, lines.filter(Boolean), x, y, this.markSize(scene, i) + 4, palette.css.selected);
  }

  labelCircle(scene, { target, circle }) {
    const { battle, sample, palette } = scene;
    const [x, y] = scene.screen(target);
    const lines = [`circle of ${battle.name(sample, target)}`, ...this.capacities(circle)];
    this.labels.draw(palette, `circle ${target}`, lines, x, y, this.markSize(scene, target) + 4, palette.css.ringStrong);
  }

  capacities({ gridInUse, gridCapacity, attackInUse, attackCapacity, requesters }) {
    return [
      `grid weight ${gridInUse} of ${gridCapacity}, attack weight ${attackInUse} of ${attackCapacity}`,
      requesters.length === 1 ? "1 requester in the queue" : `${requesters.length} requesters in the queue`,
    ];
  }

  drawRuler({ camera, palette }) {
    const metres = roundLength(110 / camera.scale);
    const pixels = metres * camera.scale;
    const c = this.context;
    const x = camera.width - 20 - pixels;
    const y = camera.width < Layers.narrow ? 30 : camera.height - 16;
    c.beginPath();
    c.roundRect(x - 8, y - 22, pixels + 16, 30, 5);
    this.alpha = 0.82;
    this.fill(palette.css.ground);
    this.alpha = 1;
    c.beginPath();
    c.moveTo(x, y - 5);
    c.lineTo(x, y);
    c.lineTo(x + pixels, y);
    c.lineTo(x + pixels, y - 5);
    this.stroke(palette.css.text, 1.5);
    c.font = "500 13px system-ui, sans-serif";
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillStyle = palette.css.text;
    c.fillText(`${metres} m`, x + pixels / 2, y - 12);
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
    const { targets, targetCount, busy } = battle.circles(sample);
    const found = [];
    for (let n = 0; n < targetCount; n++) {
      const target = targets[n];
      const { approach_radius: approach, roam_radius: radius } = battle.archetype(sample, target).circle;
      const isChosen = scene.selected === target || scene.selectedTarget === target;
      if (approach * camera.scale < Layers.leastRing && !isChosen) continue;
      if (!scene.floors.shows(sample, target) || !scene.sees(target, radius * camera.scale)) continue;
      const [x, y] = scene.position(target);
      found.push({ target, isChosen, x, y, radius, weight: busy[target] + (isChosen ? 1e6 : 0) });
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

  /**
   * Draws circles with a Pen or a RasterPen. Returns the circle that is to have a label: of the selection, or the fullest;
   * null: none.
   */
  drawCircles(pen, scene) {
    const { battle, camera, sample, palette } = scene;
    const drawn = (this.on.circles || this.on.slots) && this.hasCircles(scene) ? this.circlesInView(scene) : [];
    const css = palette.css;
    const someChosen = drawn.some(({ isChosen }) => isChosen);
    const ofTarget = drawn.find(({ target }) => target === scene.selectedTarget);
    const first = ofTarget ?? drawn.find(({ isChosen }) => isChosen) ?? drawn[0];
    let labelled = null;
    const slots = [new Slots(), new Slots()]; // of faint circles, and of others
    const rings = { faint: [], plain: [], strong: [], chosen: [], roam: [] };
    for (const { target, isChosen } of drawn) {
      const circle = battle.circle(sample, target);
      if (!circle) continue;
      const shape = battle.archetype(sample, target).circle;
      const [x, y] = scene.screen(target);
      const approach = shape.approach_radius * camera.scale;
      const faint = (someChosen || drawn.length > Layers.fewCircles) && !isChosen;
      if (this.on.circles) {
        (faint ? rings.faint : rings.plain).push(x, y, shape.attack_radius * camera.scale);
        (faint ? rings.plain : isChosen ? rings.chosen : rings.strong).push(x, y, approach);
        if (!faint) rings.roam.push(x, y, shape.roam_radius * camera.scale);
        this.shown.circles++;
      }
      if (this.on.slots && approach > 16) slots[someChosen && !isChosen ? 0 : 1].add(scene, circle, x, y, approach);
      const hasLabel = isChosen || sample.count <= Layers.smallBattle;
      if (this.on.circles && approach > 60 && target === first.target && hasLabel) labelled = { target, circle };
    }
    pen.rings(rings.faint, css.ringFaint, 1);
    pen.rings(rings.plain, css.ring, 1);
    pen.rings(rings.roam, css.ring, 1, [5, 6]);
    pen.rings(rings.strong, css.ringStrong, 1.3);
    pen.rings(rings.chosen, css.ringStrong, 2);
    slots.forEach((some, chosen) => {
      pen.alpha = chosen ? 1 : 0.35;
      some.draw(pen, css);
      for (const name of ["slots", "held", "closed"]) this.shown[name] += some.numbers[name];
    });
    pen.alpha = 1;
    return labelled;
  }

  /** Projectiles in flight; those that fly in an arc are drawn above their place on the ground. */
  drawProjectiles(scene) {
    const { battle, camera, palette } = scene;
    const { quantum } = battle.head;
    for (const { launch, fraction } of scene.projectiles()) {
      const shooter = battle.recording.indexOf(launch.by);
      if (shooter < 0 || !scene.floors.shows(scene.sample, shooter)) continue;
      const followed = launch.followed < 0 ? -1 : battle.recording.indexOf(launch.followed);
      const [toX, toY] = followed < 0 ? [launch.toX * quantum, launch.toY * quantum] : scene.position(followed);
      const fromX = launch.x * quantum;
      const fromY = launch.y * quantum;
      const ground = (f) => camera.toScreen(fromX + (toX - fromX) * f, fromY + (toY - fromY) * f);
      const at = (f) => {
        const [x, y] = ground(f);
        return [x, y - Layers.seenHeight * 4 * launch.height * quantum * f * (1 - f) * camera.scale];
      };
      const tip = at(fraction);
      this.segments([...at(Math.max(fraction - 0.12, 0)), ...tip], palette.css.projectile, camera.scale > 8 ? 2.5 : 1.2);
      if (camera.scale > 8) this.disc(...tip, 3, palette.css.projectile);
      if (launch.height > 0) this.disc(...ground(fraction), 1.5, palette.css.ring);
      this.shown.projectiles++;
    }
  }

  drawQueueNumbers(scene) {
    const { battle, sample, palette } = scene;
    for (const i of scene.inView(Layers.mostNames)) {
      if (sample.queue[i] === 0 || i === scene.selected) continue;
      if (!this.showsQueue(scene, i, battle.recording.indexOf(sample.target[i] - 1))) continue;
      const [x, y] = scene.screen(i);
      this.shown.queue += this.labels.beside(`${battle.rank(sample, i)}`, x, y, scene.markRadius(i), palette.css.text, 13, 700);
    }
  }

  drawNames(scene) {
    const { battle, camera, sample, palette } = scene;
    for (const i of scene.inView(Layers.mostNames)) {
      if (!battle.lives(sample, i) || i === scene.selected || i === scene.hovered) continue;
      const [x, y] = scene.screen(i);
      const words = camera.scale > 26 ? battle.name(sample, i) : `#${sample.serial[i]}`;
      this.shown.names += this.labels.beside(words, x, y, scene.markRadius(i), palette.css.text, 12, 500);
    }
  }

  markSize(scene, i) {
    return Math.max(scene.battle.archetype(scene.sample, i).radius * scene.camera.scale * 1.6, 9);
  }

  drawSelection(scene) {
    const { battle, sample, palette, selected } = scene;
    if (!battle.exists(sample, selected)) return;
    this.drawGoal(scene);
    const [x, y] = scene.screen(selected);
    const size = this.markSize(scene, selected);
    this.ring(x, y, size + 3, palette.css.ground, 5);
    this.ring(x, y, size + 3, palette.css.selected, 2.5);
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
    const ends = [x, y, goalX, goalY, ...[5, -5].flatMap((way) => [goalX - 5, goalY - way, goalX + 5, goalY + way])];
    this.segments(ends, palette.css.ground, 4.5);
    this.segments(ends, palette.css.selected, 1.8);
    this.shown.goal++;
  }

  drawHover(scene) {
    const [x, y] = scene.screen(scene.hovered);
    this.ring(x, y, this.markSize(scene, scene.hovered) + 2, scene.palette.css.text, 1.5);
  }
}
