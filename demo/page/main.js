// The page: connects its parts, and draws when something has changed.

const palettes = {
  dark: {
    css: {
      ground: "#0e1319", ink: "#ffffff", dim: "#7d8998", text: "#e6ebf1", grid: "rgba(130,150,175,.10)",
      circle: "rgba(116,134,154,.07)", ring: "rgba(140,160,182,.45)", ringFaint: "rgba(140,160,182,.2)",
      ringStrong: "rgba(170,188,208,.9)", projectile: "#ffe9b8", selected: "#ffffff",
      wall: "#1d2937", edge: "#41556e",
    },
    cssTeams: ["#ffb13d", "#3d8bff", "#7ee0a1", "#e05fae", "#f2ef8a", "#9d6bff", "#ff6b4a", "#35c9d6"],
    series: ["#9fb0c3", "#ffb13d", "#3d8bff", "#7ee0a1", "#e05fae", "#f2ef8a", "#9d6bff", "#ff6b4a"],
  },
  light: {
    css: {
      ground: "#f7f5f1", ink: "#101418", dim: "#9a9a98", text: "#171b21", grid: "rgba(60,60,50,.09)",
      circle: "rgba(70,80,95,.06)", ring: "rgba(70,84,102,.5)", ringFaint: "rgba(70,84,102,.22)",
      ringStrong: "rgba(50,62,78,.9)", projectile: "#5a3200", selected: "#000000",
      wall: "#e2ded5", edge: "#aaa396",
    },
    cssTeams: ["#b45f00", "#1c5bd0", "#147a42", "#a81f72", "#857400", "#6a35c9", "#c2330f", "#0a7884"],
    series: ["#5b6675", "#b45f00", "#1c5bd0", "#147a42", "#a81f72", "#857400", "#6a35c9", "#c2330f"],
  },
};

function numbersOf(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
}

for (const palette of Object.values(palettes)) {
  palette.teams = palette.cssTeams.map(numbersOf);
  for (const name of ["ground", "ink", "dim", "wall", "edge"]) palette[name] = numbersOf(palette.css[name]);
}

class Page {
  constructor(head) {
    this.head = head;
    this.stage = byId("stage");
    this.recording = new Recording(head, () => this.changed());
    this.battle = new Battle(head, this.recording);
    this.player = new Player(this.recording);
    this.camera = new Camera();
    this.poses = new Poses(head, this.recording);
    this.ground = head.ground && new Ground(head.ground, () => this.changed());
    this.layers = new Layers(byId("over"), head);
    this.selected = -1;
    this.hovered = -1;
    this.following = false;
    this.flights = { number: -1, list: [] };
    this.hasProjectiles = head.archetypes.some(({ attacks }) => attacks.some(({ projectile }) => projectile));
    this.firstFrame = 0;
    this.framesASecond = 0;
    this.palette = palettes.dark;
    byId("title").textContent = head.scenario;
    this.marks = this.makeMarks();
    this.legend = new Legend(byId("legend"), this.layers, () => this.changed(true));
    this.inspector = new Inspector(
      byId("inspector"), (i) => this.select(i), () => this.toggleFollow(), () => this.select(-1),
    );
    this.setTheme(matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
    if (matchMedia("(max-width: 760px)").matches) this.toggleLegend();
    new Controls(this);
    new ResizeObserver(() => this.changed()).observe(this.stage);
    this.changed(true);
    requestAnimationFrame((now) => this.tick(now));
  }

  makeMarks() {
    const canvas = byId("marks");
    try {
      const marks = new Marks(canvas, this.ground);
      canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
      canvas.addEventListener("webglcontextrestored", () => {
        this.marks = new Marks(canvas, this.ground);
        this.changed(true);
      });
      return marks;
    } catch (error) {
      this.notice = error.message;
      return null;
    }
  }

  /** Requests a redraw; `all` also rebuilds what depends only on the sample. */
  changed(all = false) {
    this.dirty = true;
    if (all) this.prepared = undefined;
  }

  tick(now) {
    const seconds = Math.min((now - (this.lastTick ?? now)) / 1000, 0.25);
    this.lastTick = now;
    if (this.player.playing) {
      if (!this.waiting) this.player.advance(seconds);
      this.dirty = true;
      this.framesASecond += (1 / Math.max(seconds, 1e-3) - this.framesASecond) * 0.05;
    }
    if (this.dirty) {
      this.dirty = false;
      this.draw();
    }
    requestAnimationFrame((next) => this.tick(next));
  }

  draw() {
    this.resize();
    const { player, recording } = this;
    this.waiting = recording.length > 0 && !recording.seek(player.number);
    this.showNotice();
    this.showTransport();
    if (recording.length === 0 || this.waiting) return;
    if (!this.camera.placed) this.placeCamera();
    this.takePoses();
    if (this.following) this.centreOn(this.selected);
    this.prepare();
    const scene = this.scene();
    const { camera, palette, ratio } = this;
    this.marks?.draw({ camera, palette, ratio, part: player.part, least: this.leastRadius(), ground: this.layers.on.ground });
    this.layers.draw(scene);
    this.inspector.show(scene, this.following, this.inspectorStale);
    this.inspectorStale = false;
    this.showCounts();
    if (!this.firstFrame) this.firstFrame = performance.now();
  }

  resize() {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const { clientWidth: width, clientHeight: height } = this.stage;
    if (width === this.camera.width && height === this.camera.height && ratio === this.ratio) return;
    this.ratio = ratio;
    Object.assign(this.camera, { width, height });
    for (const id of ["marks", "over"]) Object.assign(byId(id), { width: width * ratio, height: height * ratio });
  }

  takePoses() {
    const { now, next } = this.recording;
    const key = `${now.number} ${next.number}`;
    if (this.posesOf === key) return;
    this.posesOf = key;
    this.poses.set(now, next, this.jump());
    this.prepared = undefined;
  }

  /** Prepares what changes only with the sample or, in small battles, with the time. */
  prepare() {
    const { battle, marks, camera, recording } = this;
    const { now } = recording;
    const time = now.count <= 3000 ? this.player.time : recording.timeOf(now.number);
    if (this.prepared?.time === time && this.prepared.box.holds(camera)) return;
    const box = camera.box(0.3, this.jump());
    this.prepared = { time, box };
    if (!marks) return;
    const styles = new Uint8Array(now.count);
    for (let i = 0; i < now.count; i++) styles[i] = battle.style(now, i, time);
    marks.setMarks(this.poses, now, styles, box);
    const scene = this.scene();
    marks.setLines(this.poses, this.layers.pathLines(scene, marks.inside), this.layers.lines(scene, time, marks.inside));
  }

  /** A movement in metres between two samples that is too far for running, so that it must be a teleport. */
  jump() {
    const { now, next } = this.recording;
    return ((next.frame - now.frame) / this.head.hz) * 30 + 1;
  }

  /** In small crowds agents are drawn larger than their bodies, so that they stay visible. */
  leastRadius() {
    const { count } = this.recording.now;
    return count < 300 ? 6 : count < 3000 ? 3.5 : 1;
  }

  scene() {
    const { recording, battle, camera, palette, selected, hovered } = this;
    const sample = recording.now;
    const position = (i) => this.position(i);
    const screen = (i) => camera.toScreen(...this.position(i));
    const selectedTarget =
      selected >= 0 && battle.exists(sample, selected) ? recording.indexOf(sample.target[selected] - 1) : -1;
    return {
      battle, camera, palette, sample, selected, selectedTarget, hovered, position, screen,
      ratio: this.ratio,
      goal: (i) => this.goal(i),
      time: this.player.time,
      inView: (most) => this.inView(most),
      projectiles: () => this.projectiles(),
      distance: (a, b) => {
        const [ax, ay] = position(a);
        const [bx, by] = position(b);
        return Math.hypot(ax - bx, ay - by);
      },
    };
  }

  /** The position in metres, interpolated as the marks are. */
  position(i) {
    const { x, y, nextX, nextY } = this.poses;
    const { part } = this.player;
    return [x[i] + (nextX[i] - x[i]) * part, y[i] + (nextY[i] - y[i]) * part];
  }

  /** The goal in metres, interpolated between two samples. */
  goal(i) {
    const { goalX, goalY, nextGoalX, nextGoalY } = this.poses;
    const { part } = this.player;
    return [goalX[i] + (nextGoalX[i] - goalX[i]) * part, goalY[i] + (nextGoalY[i] - goalY[i]) * part];
  }

  inView(most) {
    const { now } = this.recording;
    const found = [];
    for (let i = 0; i < now.count && found.length < most; i++) {
      if (this.battle.exists(now, i) && this.camera.sees(...this.position(i), 20)) found.push(i);
    }
    return found;
  }

  projectiles() {
    if (!this.hasProjectiles) return [];
    const { now, next } = this.recording;
    const frame = 1 / this.head.hz;
    if (this.flights.number !== now.number) {
      const before = this.flights.number === now.number - 1 ? this.flights.list : this.earlierLaunches(now.number);
      const time = this.recording.timeOf(now.number);
      const list = [...before, ...now.launches].filter(({ at, flight }) => (at + flight) / 1000 + frame >= time);
      this.flights = { number: now.number, list };
    }
    return [...this.flights.list, ...(next.number > now.number ? next.launches : [])]
      .map((launch) => ({ launch, fraction: (this.player.time - frame - launch.at / 1000) / (launch.flight / 1000) }))
      .filter(({ fraction }) => fraction >= 0 && fraction < 1);
  }

  /** Launches of the last two seconds, from samples that are unpacked. */
  earlierLaunches(number) {
    const found = [];
    const from = this.recording.numberAt(this.recording.timeOf(number) - 2);
    for (let n = from; n < number; n++) found.push(...(this.recording.peek(n)?.launches ?? []));
    return found;
  }

  placeCamera() {
    this.camera.placed = true;
    const radii = this.head.archetypes.map(({ radius }) => radius);
    if (this.marks) this.camera.most = Math.min(160, this.marks.mostSize / (Math.max(...radii) * 4.2 * this.ratio));
    if (this.head.picture.width > 0) this.showFocus();
    else this.showAll();
  }

  show(left, bottom, right, top) {
    this.camera.show(left, bottom, right, top, 36);
    this.following = false;
    this.changed();
  }

  showAll() {
    const { now } = this.recording;
    const { quantum } = this.head;
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < now.count; i++) {
      if (!this.battle.exists(now, i)) continue;
      const x = now.x[i] * quantum;
      const y = now.y[i] * quantum;
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
    }
    if (box[0] > box[2]) return this.show(-10, -10, 10, 10);
    const margin = box[2] - box[0] < 12 ? 6 : 1;
    this.show(box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin);
  }

  showFocus() {
    const { width, focus } = this.head.picture;
    if (!(width > 0)) return this.showAll();
    const half = width / 2;
    this.show(focus[0] - half, focus[1] - half * 0.5, focus[0] + half, focus[1] + half * 0.5);
  }

  centreOn(i) {
    if (!this.battle.exists(this.recording.now, i)) return;
    const [x, y] = this.position(i);
    Object.assign(this.camera, { x, y });
  }

  pan(dx, dy) {
    this.following = false;
    this.inspectorStale = true;
    this.camera.pan(dx, dy);
    this.changed();
  }

  zoom(factor, x = this.camera.width / 2, y = this.camera.height / 2) {
    this.camera.zoom(factor, x, y);
    this.changed();
  }

  seek(time) {
    this.player.seek(time);
    this.changed();
  }

  /** The agent at or near a point of the stage; -1: none. */
  agentAt(px, py) {
    const { now } = this.recording;
    let best = -1;
    let least = Infinity;
    for (let i = 0; i < now.count; i++) {
      if (!this.battle.exists(now, i)) continue;
      const [x, y] = this.camera.toScreen(...this.position(i));
      const reach = Math.max(now.count ? this.battle.archetype(now, i).radius * this.camera.scale * 1.4 : 0, 11);
      const distance = Math.hypot(x - px, y - py) + (this.battle.lives(now, i) ? 0 : 4);
      if (distance < reach && distance < least) [least, best] = [distance, i];
    }
    return best;
  }

  pick(px, py) {
    this.select(this.agentAt(px, py));
  }

  hover(px, py) {
    const now = performance.now();
    if (this.player.playing || now - (this.lastHover ?? 0) < 50) return;
    this.lastHover = now;
    const hovered = this.agentAt(px, py);
    if (hovered === this.hovered) return;
    this.hovered = hovered;
    this.changed();
  }

  select(i) {
    this.selected = i;
    this.hovered = -1;
    this.inspectorStale = true;
    if (i < 0) this.following = false;
    this.changed(true);
  }

  toggleFollow() {
    if (this.selected < 0) return;
    this.following = !this.following;
    this.inspectorStale = true;
    this.changed();
  }

  toggleLegend() {
    byId("legend").hidden = !byId("legend").hidden;
  }

  toggleTheme() {
    this.setTheme(this.theme === "dark" ? "light" : "dark");
  }

  setTheme(theme) {
    this.theme = theme;
    this.palette = palettes[theme];
    document.documentElement.classList.toggle("light", theme === "light");
    byId("theme").textContent = theme === "light" ? "Dark" : "Light";
    this.legend.show(this.head, this.palette);
    if (this.reportData) this.showReport();
    this.changed(true);
  }

  /** The numbers of all agents and of shown agents. Agents that are spawned later are included when the report has
   * been loaded. */
  extent() {
    const { shown, present } = this.head;
    return { shown: this.reportData?.shown ?? shown, total: this.reportData?.spawned ?? present };
  }

  showNotice() {
    const { recording, head } = this;
    let words = this.notice ?? recording.failure ?? this.ground?.failure ?? "";
    if (!words && recording.complete && recording.length === 0) words = "This battle has no frames.";
    if (!words && recording.complete && recording.now.count === 0 && recording.now.number >= 0) {
      words = "There are no agents in this battle.";
    }
    if (!words && this.waiting) words = "Unpacking …";
    byId("notice").textContent = words;
    const { shown, total } = this.extent();
    const rest = Math.round((head.present - head.shown / 2) / (head.shown / 2));
    const [x, y] = head.shown_focus.map(Math.round);
    const which =
      head.shown_radius > 0
        ? `all within ${Math.round(head.shown_radius)} m of (${x}, ${y}), of the others one in ${rest}`
        : "the first to come";
    const agents = shown < total
      ? `${grouped(shown)} of ${grouped(total)} agents are shown: ${which}`
      : `${grouped(total)} agents`;
    const seconds = recording.duration - recording.start;
    const rate = Number((seconds > 0 ? (recording.length - 1) / seconds : head.hz / head.every).toPrecision(2));
    const about = [
      agents,
      `seed ${head.seed}`,
      `recorded ${rate} times a second to ${Math.round(head.quantum * 100)} cm, interpolated between`,
    ];
    byId("about").textContent = about.join(" · ");
  }

  showTransport() {
    const { player, recording } = this;
    const { duration } = recording;
    const share = duration > 0 ? (player.time / duration) * 100 : 0;
    document.body.classList.toggle("playing", player.playing);
    byId("play").setAttribute("aria-label", player.playing ? "Pause" : "Play");
    byId("played").style.width = byId("knob").style.left = `${share}%`;
    byId("start").hidden = player.playing || player.time > recording.start || recording.length < 2 || this.selected >= 0;
    const frame = recording.length ? Math.round(player.time * this.head.hz) - 1 : 0;
    byId("clock").textContent = `${clock(player.time, 2)} / ${clock(duration)}   frame ${grouped(Math.max(frame, 0))}`;
    byId("speed").textContent = `${player.speed}×`;
    const scrub = byId("scrub");
    scrub.setAttribute("aria-valuemin", "0");
    scrub.setAttribute("aria-valuemax", duration.toFixed(1));
    scrub.setAttribute("aria-valuenow", player.time.toFixed(1));
    this.report?.setTime(player.time);
  }

  showCounts() {
    const { now } = this.recording;
    if (this.counted === now.number) return;
    this.counted = now.number;
    const { shown, total } = this.extent();
    const teams = this.head.teams.map(() => [0, 0]);
    for (let i = 0; i < now.count; i++) {
      if (!this.battle.lives(now, i)) continue;
      const team = teams[now.team[i]];
      team[0]++;
      if (this.battle.attacks(now, i)) team[1]++;
    }
    byId("counts").textContent = teams
      .map(([living, attacking], i) => `${this.head.teams[i]}: ${grouped(living)} living, ${grouped(attacking)} attacking`)
      .join("   ·   ") + (shown < total ? "   (of those shown)" : "");
  }

  showReport() {
    this.report = new Report(byId("report"), this.reportData, this.head, this.palette, (time) => this.seek(time));
    this.changed();
  }

  finished() {
    this.recording.complete = true;
    this.reportData = JSON.parse(byId("report-data").textContent);
    // After the next frame is drawn, because the battle comes first.
    setTimeout(() => this.showReport(), 30);
    const wish = new URLSearchParams(location.hash.slice(1));
    if (wish.has("t")) this.seek(Number(wish.get("t")));
    else if (wish.has("play")) this.player.playing = true;
    this.changed(true);
  }
}

const page = new Page(JSON.parse(byId("head").textContent));

/** Called by the blocks of the recording as they arrive, and by tests. */
window.fray = {
  arrived(number) {
    page.recording.arrived(number);
    if (number === 0) page.player.seek(0);
    page.changed();
  },
  finished() {
    page.finished();
  },
  page,
  /** The state of what is shown now. */
  shown() {
    const { recording, player, camera, layers, selected, following, framesASecond, firstFrame } = page;
    return {
      ready: !page.dirty && recording.complete && (page.ground?.ready ?? true) && (!page.waiting || recording.failure !== null),
      time: player.time,
      part: player.part,
      frame: recording.now.frame,
      number: recording.now.number,
      playing: player.playing,
      speed: player.speed,
      count: recording.now.count,
      selected: selected < 0 ? -1 : recording.now.serial[selected],
      following,
      framesASecond,
      firstFrame,
      camera: { x: camera.x, y: camera.y, scale: camera.scale },
      layers: { ...layers.on },
      drawn: { ...layers.shown, paths: page.marks?.pathCount ?? 0, marks: page.marks?.count ?? 0, lines: page.marks?.lineCount ?? 0 },
    };
  },
  /** Whether a point of the world is walkable, and the colour drawn there now, 0 to 255. */
  ground(x, y) {
    const { ground, camera, marks, ratio } = page;
    const column = Math.floor((x - ground.low[0]) / ground.cell);
    const line = Math.floor((y - ground.low[1]) / ground.cell);
    const [px, py] = camera.toScreen(x, y);
    const colour = new Uint8Array(4);
    page.draw(); // the browser does not keep the drawn picture
    const { gl } = marks;
    gl.readPixels(px * ratio, gl.drawingBufferHeight - py * ratio, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, colour);
    return { walkable: ground.isWalkable(column, line), colour: Array.from(colour.subarray(0, 3)) };
  },
  /** An agent as it is shown now, by its serial; null: it does not exist. */
  agent(serial) {
    const { recording, battle, player } = page;
    const i = recording.indexOf(serial);
    const sample = recording.now;
    if (!battle.exists(sample, i)) return null;
    const [x, y] = page.position(i);
    return {
      x, y, screen: page.camera.toScreen(x, y),
      archetype: battle.archetype(sample, i).name,
      team: page.head.teams[sample.team[i]],
      state: battle.stateName(sample, i),
      target: sample.target[i] - 1,
      slot: sample.slot[i] - 1,
      queue: battle.rank(sample, i),
      health: sample.health[i] / 10,
      waits: page.head.wait_reasons[sample.waits[i]],
      free: sample.free[i],
      why: battle.why(sample, i),
      phase: battle.attackPhase(sample, i, player.time),
      role: battle.role(sample, i),
      goal: battle.goes(sample, i) ? page.goal(i) : null,
      cooldowns: battle.archetype(sample, i).attacks.map((_, attack) => battle.cooldownSeconds(sample, i, attack)),
    };
  },
};
