// The page: connects its parts, and draws when something has changed.
class Page {
  static mostPixels = 6e6; // of the canvas

  constructor(head) {
    this.head = head;
    this.stage = byId("stage");
    this.phone = matchMedia("(max-width: 760px), (max-height: 480px)"); // as in page.css
    this.recording = new Recording(head, () => this.changed());
    this.battle = new Battle(head, this.recording);
    this.player = new Player(this.recording);
    this.camera = new Camera();
    this.poses = new Poses(head, this.recording);
    this.ground = head.ground && new Ground(head.ground, () => this.changed());
    this.flights = new Flights(head, this.recording);
    this.blocking = new Blocking(this.battle, this.recording);
    this.heat = new Heat(head, this.recording, () => this.changed());
    this.raster = new Raster(byId("battle"));
    this.rasterPen = new RasterPen(this.raster);
    this.marks = new Marks(this.raster);
    this.layers = new Layers(this.raster.context, head);
    this.floors = new Floors(head.floors);
    this.pace = new Pace();
    this.selected = -1;
    this.hovered = -1;
    this.opening = true; // until the first input: then the play button begins at the start
    this.firstFrame = 0;
    this.palette = palettes.dark;
    this.director = new Director(this);
    byId("title").textContent = head.scenario;
    byId("battle").setAttribute("aria-label", `The battle ${head.scenario}, seen from above`);
    this.legend = new Legend(byId("legend"), this.layers, this.floors, () => this.changed(true), (floor) => this.showFloor(floor));
    this.inspector = new Inspector(
      byId("inspector"), (i) => this.select(i), () => this.toggleFollow(), () => this.select(-1), () => this.changed(),
    );
    this.transport = new Transport(this);
    this.setTheme(matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
    if (this.phone.matches) this.toggleLegend();
    new Controls(this);
    new ResizeObserver(() => this.changed()).observe(this.stage);
    addEventListener("hashchange", () => Link.go(this, location.hash) && (this.opening = false));
    this.changed(true);
    requestAnimationFrame((now) => this.tick(now));
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
      if (!this.waiting) this.pace.add(seconds * 1000);
      if (!this.player.playing) this.prepared = undefined;
    }
    if (this.dirty) {
      this.dirty = false;
      this.draw(now, seconds);
    }
    requestAnimationFrame((next) => this.tick(next));
  }

  draw(now = this.lastTick ?? 0, seconds = 0) {
    this.resize();
    const { player, recording } = this;
    this.waiting = recording.length > 0 && !recording.seek(player.number);
    this.transport.show();
    if (recording.length === 0 || this.waiting) return;
    this.takePoses();
    if (player.playing || !this.battle.exists(recording.now, this.hovered)) this.hovered = -1;
    if (!this.camera.placed) this.director.place();
    const { whenShown } = this;
    this.whenShown = null;
    whenShown?.();
    this.director.update(now, seconds);
    this.prepare();
    this.paint();
    this.inspector.show(this.scene(), this.following, this.inspectorStale);
    this.inspectorStale = false;
    this.transport.showCounts();
    if (!this.firstFrame) this.firstFrame = performance.now();
  }

  paint() {
    const { camera, palette, ratio, raster, marks } = this;
    const view = { camera, palette, ratio, part: this.player.part, least: this.leastRadius() };
    this.paintBackground(view);
    raster.begin();
    marks.draw(view);
    const scene = this.scene();
    this.rasterPen.ratio = ratio;
    this.layers.begin(marks.drawings ? null : this.rasterPen, scene);
    raster.end();
    const c = raster.context;
    c.setTransform(raster.width / camera.width, 0, 0, raster.height / camera.height, 0, 0);
    marks.drawOver(this.layers, view);
    this.layers.draw(scene);
  }

  paintBackground(view) {
    const { camera, palette, raster, layers } = this;
    const heats = this.heats();
    if (heats.length > 0) this.heat.count();
    const ground = layers.on.ground && this.ground?.bits ? this.ground : null;
    const key = [palette.css.ground, raster.width, raster.height, ground && 1, heats, this.heat.ready];
    if (ground || heats.length > 0) key.push(camera.x, camera.y, camera.scale);
    if (this.painted === key.join(" ")) return;
    this.painted = key.join(" ");
    raster.background.fill(pixelOf(palette.ground));
    if (ground) paintGround(ground, raster, view);
    for (const name of heats) this.heat.paint(name, raster, view);
  }

  heats() {
    return Heat.names.filter((name) => this.layers.on[name]);
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.stage;
    const wanted = Math.min(window.devicePixelRatio || 1, 2) * this.pace.factor(this.player.playing);
    const ratio = Math.min(wanted, Math.sqrt(Page.mostPixels / Math.max(width * height, 1)));
    if (width === this.camera.width && height === this.camera.height && ratio === this.ratio) return;
    this.ratio = ratio;
    Object.assign(this.camera, { width, height });
    this.raster.resize(Math.max(Math.round(width * ratio), 1), Math.max(Math.round(height * ratio), 1));
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
    if (!this.styles || this.styles.length < now.count) this.styles = new Uint8Array(now.count);
    battle.takeStyles(now, time, this.styles);
    if (this.floors.shown !== null) {
      for (let i = 0; i < now.count; i++) if (this.styles[i] > 0 && !this.floors.shows(now, i)) this.styles[i] |= Style.faint;
    }
    marks.setMarks(this.poses, this.styles, now.team, now.count, box);
    const scene = this.scene();
    if (this.layers.on.paths) this.poses.setGoals();
    marks.setLines(this.layers.pathLines(scene, marks.inside), this.layers.lines(scene, time, marks.inside));
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
    const selectedTarget =
      selected >= 0 && battle.exists(sample, selected) ? recording.indexOf(sample.target[selected] - 1) : -1;
    const markRadius = (i) => Math.max(battle.archetype(sample, i).radius * camera.scale, this.leastRadius());
    return {
      battle, camera, palette, sample, selected, selectedTarget, hovered, position, markRadius,
      next: recording.next,
      floors: this.floors,
      blocking: this.blocking,
      screen: (i) => camera.toScreen(...this.position(i)),
      heading: (i) => this.poses.heading[i] + (this.poses.nextHeading[i] - this.poses.heading[i]) * this.player.part,
      goal: (i) => this.goal(i),
      time: this.player.time,
      sees: (i, margin) => this.sees(i, margin),
      inView: (most) => this.inView(most),
      projectiles: () => this.flights.at(this.player.time),
      discs: () => this.discs(markRadius),
      distance: (a, b) => {
        const [ax, ay] = position(a);
        const [bx, by] = position(b);
        return Math.hypot(ax - bx, ay - by);
      },
    };
  }

  /** The marks in view, as x, y, radius in pixels of the page. */
  discs(markRadius) {
    const { now } = this.recording;
    const { order, count } = this.marks;
    const discs = [];
    for (let n = 0; n < count; n++) {
      const i = order[n];
      const radius = markRadius(i) * (this.battle.lives(now, i) ? 1.2 : 0.9);
      if (this.sees(i, radius)) discs.push(...this.camera.toScreen(...this.position(i)), radius);
    }
    return discs;
  }

  /** The position in metres, interpolated as the marks are. */
  position(i) {
    const { x, y, nextX, nextY } = this.poses;
    const { part } = this.player;
    return [x[i] + (nextX[i] - x[i]) * part, y[i] + (nextY[i] - y[i]) * part];
  }

  /** Whether the agent is in the picture, or not farther from it than `margin` pixels. */
  sees(i, margin) {
    const { x, y, nextX, nextY } = this.poses;
    const { part } = this.player;
    const { camera } = this;
    const across = Math.abs(x[i] + (nextX[i] - x[i]) * part - camera.x) * camera.scale - margin;
    const up = Math.abs(y[i] + (nextY[i] - y[i]) * part - camera.y) * camera.scale - margin;
    return across < camera.width / 2 && up < camera.height / 2;
  }

  /** The goal in metres, interpolated between two samples. */
  goal(i) {
    const [x, y, nextX, nextY] = this.poses.goalOf(i);
    const { part } = this.player;
    return [x + (nextX - x) * part, y + (nextY - y) * part];
  }

  /** Up to `most` of the agents in view on a floor that is shown, attacking agents first. */
  inView(most) {
    const { order, count } = this.marks;
    const found = [];
    for (let n = count - 1; n >= 0 && found.length < most; n--) {
      if (this.sees(order[n], 20) && this.floors.shows(this.recording.now, order[n])) found.push(order[n]);
    }
    return found;
  }

  pan(dx, dy) {
    this.touched();
    this.director.set("free");
    this.inspectorStale = true;
    this.camera.pan(dx, dy);
  }

  zoom(factor, x = this.camera.width / 2, y = this.camera.height / 2) {
    this.touched();
    this.camera.zoom(factor, x, y);
    this.changed();
  }

  seek(time) {
    this.touched();
    this.player.seek(time);
    this.changed();
  }

  /** There was an input: the page no longer shows its opening. */
  touched() {
    this.opening = false;
  }

  togglePlay() {
    if (this.opening) this.player.seek(0);
    if (this.opening && !(this.head.picture.width > 0)) this.director.set("action");
    this.touched();
    this.player.toggle();
    this.changed(true);
  }

  get following() {
    return this.director.mode === "agent";
  }

  /** The agent at or near a point of the stage; -1: none. */
  agentAt(px, py) {
    const { now } = this.recording;
    let best = -1;
    let least = Infinity;
    for (let i = 0; i < now.count; i++) {
      if (!this.battle.exists(now, i) || !this.floors.shows(now, i)) continue;
      const [x, y] = this.camera.toScreen(...this.position(i));
      const reach = Math.max(this.battle.archetype(now, i).radius * this.camera.scale * 1.4, 11);
      const distance = Math.hypot(x - px, y - py) + (this.battle.lives(now, i) ? 0 : 4);
      if (distance < reach && distance < least) [least, best] = [distance, i];
    }
    return best;
  }

  /** Selects the next living agent in view, by its serial; without a selection, the agent nearest to the middle. */
  selectNext(step) {
    const { now } = this.recording;
    const seen = this.inView(Infinity).filter((i) => this.battle.lives(now, i)).sort((a, b) => now.serial[a] - now.serial[b]);
    if (seen.length === 0) return;
    const at = seen.indexOf(this.selected);
    if (at >= 0) return this.select(seen[(at + step + seen.length) % seen.length]);
    const away = (i) => Math.hypot(this.position(i)[0] - this.camera.x, this.position(i)[1] - this.camera.y);
    this.select(seen.reduce((best, i) => (away(i) < away(best) ? i : best)));
  }

  hover(px, py) {
    const now = performance.now();
    if (this.player.playing || now - (this.lastHover ?? 0) < 50) return;
    this.lastHover = now;
    this.setHovered(this.agentAt(px, py));
  }

  setHovered(i) {
    if (i === this.hovered) return;
    this.hovered = i;
    this.changed();
  }

  select(i) {
    this.touched();
    this.selected = i;
    this.hovered = -1;
    this.inspectorStale = true;
    if (i >= 0 && this.phone.matches && !byId("legend").hidden) this.toggleLegend();
    byId("inspector").hidden = i < 0;
    if (i < 0 && this.following) this.director.set("free");
    this.changed(true);
  }

  toggleFollow() {
    if (this.selected < 0) return;
    this.director.set(this.following ? "free" : "agent");
    this.inspectorStale = true;
  }

  /** Shows one floor, or all: null. */
  showFloor(floor) {
    this.floors.shown = floor;
    this.legend.showFloor();
    this.changed(true);
  }

  toggleLegend() {
    byId("legend").hidden = !byId("legend").hidden;
    byId("toggle-legend").setAttribute("aria-expanded", `${!byId("legend").hidden}`);
  }

  toggleTheme() {
    this.setTheme(this.theme === "dark" ? "light" : "dark");
  }

  setTheme(theme) {
    this.theme = theme;
    this.palette = palettes[theme];
    document.documentElement.classList.toggle("light", theme === "light");
    byId("theme").querySelector("span").textContent = theme === "light" ? "Dark" : "Light";
    this.legend.show(this.head, this.palette);
    if (this.reportData) this.showReport();
    this.changed(true);
  }

  /** Shows words for a while. */
  say(words) {
    this.said = words;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => {
      this.said = "";
      this.changed();
    }, 4000);
    this.changed();
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
    if (Link.go(this, location.hash)) this.touched();
    else if (this.opening) this.open();
    this.transport.showAbout();
    this.changed(true);
  }

  /** Shows the moment of the scenario's picture, or of most attacks. */
  open() {
    const { recording, player, head } = this;
    const wanted = (head.picture.frame + 1) / head.hz;
    player.seek(head.picture.frame >= 0 && wanted <= recording.duration ? wanted : this.fiercest());
    this.camera.placed = false;
  }

  /** The time of most attacks; the start, if there are none. */
  fiercest() {
    const { until, attacks } = this.reportData.course;
    const sums = (until ?? []).map((_, n) => (attacks ?? []).reduce((sum, values) => sum + (values[n] ?? 0), 0));
    const most = Math.max(...sums, 0);
    return most > 0 ? until[sums.indexOf(most)] : this.recording.start;
  }
}

const page = new Page(JSON.parse(byId("head").textContent));
