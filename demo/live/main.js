// The page: runs the battle in real time and draws it.

const titles = {
  "kungfu-player": "Kung-fu circle: you against fourteen",
  skirmish: "Skirmish: five thousand agents",
  arena: "Arena: a player that keeps moving",
  boss: "Boss: one against one",
  knight: "Knight against ogre",
  bridge: "Bridge: two armies, three crossings",
};

/** The mean over about the last half second. */
class Mean {
  value = 0;

  add(sample) {
    this.value += (sample - this.value) * (this.value === 0 ? 1 : 0.06);
  }
}

class Page {
  static longestFrame = 0.1; // s of the battle's time that a picture may show at most
  static stepBudget = 26; // ms: when steps take longer, the battle goes slower than real time

  constructor(engine) {
    this.engine = engine;
    this.stage = byId("stage");
    this.camera = new Camera();
    this.camera.most = 90;
    this.picture = new Picture(byId("picture"));
    this.stepTime = new Mean();
    this.drawTime = new Mean();
    this.frameTime = new Mean();
    this.pace = new Mean();
    this.frames = this.steps = 0;
    this.paused = false;
    this.input = new Input(this.stage, this);
    this.editor = new Editor((text) => this.start(text));
    const light = matchMedia("(prefers-color-scheme: light)");
    const setPalette = () => (this.palette = light.matches ? palettes.light : palettes.dark);
    light.addEventListener("change", setPalette);
    setPalette();
    this.listScenarios();
    this.listenToControls();
    this.choose(byId("scenario").value);
    requestAnimationFrame((now) => this.tick(now));
  }

  listScenarios() {
    this.scenarios = new Map();
    for (const { dataset, textContent } of document.querySelectorAll("script.scenario")) {
      this.scenarios.set(dataset.name, textContent.trimStart());
    }
    const options = [...this.scenarios.keys()].map((name) => element("option", { value: name }, titles[name] ?? name));
    byId("scenario").replaceChildren(...options);
    const wish = location.hash.slice(1);
    if (this.scenarios.has(wish)) byId("scenario").value = wish;
  }

  listenToControls() {
    byId("scenario").addEventListener("change", ({ target }) => {
      this.choose(target.value);
      target.blur();
    });
    byId("pause").addEventListener("click", () => this.pause());
    byId("reset").addEventListener("click", () => this.reset());
    byId("help").addEventListener("click", () => this.help());
    byId("strike").addEventListener("pointerdown", (event) => this.input.strike(event));
    byId("strike").addEventListener("click", ({ detail }) => (this.input.attack ||= detail === 0)); // by key
    byId("dash").addEventListener("pointerdown", () => (this.input.dash = true));
    byId("dash").addEventListener("click", ({ detail }) => (this.input.dash ||= detail === 0));
    for (const name of ["grid", "attack"]) {
      byId(name).addEventListener("input", () => this.setCapacity());
      byId(name).addEventListener("change", ({ target }) => target.matches(":focus-visible") || target.blur());
    }
  }

  /** Keys that no part of the battle takes. Returns whether the key does something. */
  act(key) {
    const acts = {
      p: () => this.pause(),
      r: () => this.reset(),
      e: () => this.editor.toggle(),
      "?": () => this.help(),
      "+": () => this.zoom(1.25),
      "-": () => this.zoom(0.8),
    };
    acts[key]?.();
    return key in acts;
  }

  /** The battle waits meanwhile. */
  help() {
    const went = !this.paused;
    this.setPaused(true);
    byId("help-box").showModal();
    byId("help-box").addEventListener("close", () => went && this.setPaused(false), { once: true });
  }

  choose(name) {
    this.name = name;
    const text = this.scenarios.get(name);
    this.editor.show(text);
    const { errors, warnings } = this.start(text);
    this.editor.report(errors, warnings);
  }

  reset() {
    this.start(this.text);
  }

  /** Makes the battle of a text; returns its errors and warnings. With errors the battle before goes on. */
  start(text) {
    const made = this.engine.start(text, `${this.name}.toml`);
    this.stale = true; // the marks may have moved, even if there are errors
    if (made.errors.length > 0) return made;
    this.text = text;
    this.battle = made.battle;
    this.ground = this.engine.ground(made.battle.ground);
    this.left = 0; // s of the battle's time that no step has shown yet
    this.failure = "";
    this.fell = this.ended = null;
    this.moved = false;
    this.frames = this.steps = 0;
    this.picture.clear();
    this.setPaused(false);
    this.step({});
    this.takeState();
    this.placeCamera();
    return made;
  }

  step(input) {
    try {
      this.engine.step(input);
      this.steps++;
    } catch (error) {
      this.failure = error.message;
      this.setPaused(true);
    }
    this.stale = true;
  }

  takeState() {
    this.state = this.engine.state();
    this.stale = false;
    this.marks = this.engine.marks();
    this.picture.addHits(this.marks.hits, performance.now() / 1000);
    this.engine.clearHits();
    this.keepEnd();
    this.showState();
  }

  /** Keeps when the player fell and when the battle was decided: the battle goes on afterwards. */
  keepEnd() {
    const { time, over, player } = this.state;
    if (player && !player.lives) this.fell ??= time;
    if (over) this.ended ??= { time, hits: player?.hits_taken };
  }

  pause() {
    this.setPaused(!this.paused);
  }

  setPaused(paused) {
    this.paused = paused;
    byId("pause").setAttribute("aria-pressed", String(paused));
    byId("pause").querySelector("span").textContent = paused ? "Go on" : "Pause";
  }

  plays() {
    return Boolean(this.state.player?.lives);
  }

  setCapacity() {
    const [grid, attack] = ["grid", "attack"].map((name) => Number(byId(name).value));
    this.engine.setCapacity(grid, attack);
    this.wanted = { battle: this.battle, until: this.steps + 2 }; // the library has it after the next step
    for (const name of ["grid", "attack"]) byId(`${name}-value`).textContent = byId(name).value;
  }

  pan(dx, dy) {
    this.moved = true;
    this.camera.pan(dx, dy);
  }

  zoom(factor, x = this.camera.width / 2, y = this.camera.height / 2) {
    this.camera.zoom(factor, x, y);
    this.moved = true;
  }

  resize() {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const { clientWidth: width, clientHeight: height } = this.stage;
    if (width === this.camera.width && height === this.camera.height && ratio === this.ratio) return;
    this.ratio = ratio;
    Object.assign(this.camera, { width, height });
    Object.assign(byId("picture"), { width: width * ratio, height: height * ratio });
    if (!this.moved) this.placeCamera();
  }

  /** Shows the player with its circle, or else all agents. */
  placeCamera() {
    const { player } = this.state;
    const { x, y, count, style } = this.marks;
    if (player) {
      const [, roam] = player.rings;
      const half = Math.max(roam * 1.35, 7.5);
      this.camera.show(x[player.row] - half, y[player.row] - half, x[player.row] + half, y[player.row] + half, 8);
      return;
    }
    const box = boxAround(count, (i) => style[i] !== Style.dead, (i) => [x[i], y[i]]);
    if (box) this.camera.show(box.left, box.bottom, box.right, box.top, 30);
  }

  follow(seconds) {
    const { player } = this.state;
    if (!player) return;
    const { x, y, nextX, nextY } = this.marks;
    const at = (from, to) => from + (to - from) * this.part;
    const share = 1 - Math.exp(-seconds * 7);
    this.camera.x += (at(x[player.row], nextX[player.row]) - this.camera.x) * share;
    this.camera.y += (at(y[player.row], nextY[player.row]) - this.camera.y) * share;
  }

  tick(now) {
    requestAnimationFrame((next) => this.tick(next));
    const seconds = Math.min((now - (this.lastTick ?? now)) / 1000, 0.5);
    this.lastTick = now;
    if (seconds > 0) this.frameTime.add(seconds * 1000);
    if (!this.paused) this.advance(Math.min(seconds, Page.longestFrame));
    const begin = performance.now();
    this.resize();
    if (this.stale) this.takeState();
    this.follow(Math.min(seconds, Page.longestFrame));
    this.draw(now / 1000);
    this.drawTime.add(performance.now() - begin);
    this.frames++;
    if (now - (this.lastTimes ?? 0) > 500) this.showTimes(now);
  }

  advance(seconds) {
    const dt = 1 / this.battle.hz;
    const begin = performance.now();
    this.left += seconds;
    let steps = 0;
    while (this.left >= dt && !this.paused) {
      if (steps > 0 && performance.now() - begin + this.stepTime.value > Page.stepBudget) break;
      const before = performance.now();
      this.step(this.input.take());
      this.stepTime.add(performance.now() - before);
      this.left -= dt;
      steps++;
    }
    if (seconds > 0) this.pace.add(Math.min((steps * dt) / seconds, 2));
    this.left = Math.min(this.left, dt);
  }

  /** The part of the last step that is shown, 0 to 1. */
  get part() {
    return Math.min(this.left * this.battle.hz, 1);
  }

  draw(now) {
    const { camera, palette, ratio, part } = this;
    const { marks, state } = this;
    this.picture.draw({ camera, palette, ratio, part, now, marks, ground: this.ground, player: state.player, stick: this.input.stick });
  }

  showState() {
    const { state, battle, palette } = this;
    const { player } = state;
    const counts = battle.teams.map((name, team) => [name, grouped(state.living[team]), palette.cssTeams[team & 7]]);
    const key = JSON.stringify(counts);
    if (key !== this.counted) {
      const swatch = (colour) => Object.assign(element("i"), { style: `background:${colour}` });
      byId("counts").replaceChildren(...counts.map(([name, living, colour]) => element("span", {}, swatch(colour), `${name} ${living}`)));
      this.counted = key;
    }
    byId("panel").hidden = !player;
    byId("buttons").hidden = !player;
    if (player) this.showPlayer(player);
    this.showNotice();
  }

  showPlayer(player) {
    const { circle, capacity, moved_by_host: movable, strikes, wanted_pressure: wanted } = player;
    const percent = (share) => `${Math.round(share * 100)} %`;
    for (const node of document.querySelectorAll("#strike, .strikes")) node.hidden = !strikes;
    byId("dash").hidden = !movable;
    const settled = this.wanted?.battle !== this.battle || this.steps > this.wanted.until;
    for (const name of ["grid", "attack"]) {
      if (capacity && settled && byId(name).value !== String(capacity[name])) byId(name).value = capacity[name];
      if (settled) byId(`${name}-value`).textContent = byId(name).value;
      const used = circle?.[`${name}_used`] ?? 0;
      const whole = capacity?.[name] ?? 0;
      byId(`${name}-bar`).style.width = `${whole > 0 ? Math.min((used / whole) * 100, 100) : 0}%`;
      byId(`${name}-use`).textContent = `${used} of ${whole} in use`;
    }
    const figures = {
      "in-slots": circle?.slots.filter((holder) => holder >= 0).length ?? 0,
      waiting: circle?.waiting ?? 0,
      attacking: circle?.attacking ?? 0,
      pressure: percent(player.pressure) + (wanted === undefined ? "" : `, wanted ${percent(wanted)}`),
      taken: player.hits_taken,
      given: player.hits_given,
    };
    for (const [id, value] of Object.entries(figures)) {
      if (byId(id).textContent !== String(value)) byId(id).textContent = value;
    }
  }

  showNotice() {
    const { state, battle, failure } = this;
    const { player } = state;
    let words = failure;
    if (!words && player && !player.lives) words = `You have fallen after ${clock(this.fell)}. Reset to try again.`;
    else if (!words && state.over) words = this.ending();
    else if (!words && player && !player.taken) {
      words = matchMedia("(pointer: coarse)").matches
        ? "You are in the middle: drag to move."
        : `You are in the middle: move with W A S D or the arrows${player.strikes ? ", strike with the space bar" : ""}.`;
    }
    if (byId("notice").textContent !== words) byId("notice").textContent = words;
    byId("notice").classList.toggle("bad", Boolean(failure));
    if (state.over && !player && battle.duration > 0 && !this.paused) this.setPaused(true);
  }

  ending() {
    const { state, battle } = this;
    const alive = battle.teams.filter((_, team) => state.living[team] > 0);
    const time = clock(this.ended.time);
    if (state.player && alive.length === 1) return `All enemies are defeated in ${time}, with ${this.ended.hits} hits taken.`;
    if (state.player) return "";
    return alive.length === 1 ? `${alive[0]} has won after ${time}.` : `The battle ends after ${time}.`;
  }

  showTimes(now) {
    this.lastTimes = now;
    const rate = this.frameTime.value > 0 ? Math.round(1000 / this.frameTime.value) : 0;
    const slow = !this.paused && this.pace.value < 0.93 ? ` · ${this.pace.value.toFixed(2)} of real time` : "";
    byId("times").textContent =
      `${rate} frames/s · step ${this.stepTime.value.toFixed(1)} ms · drawing ${this.drawTime.value.toFixed(1)} ms${slow}`;
  }
}

Engine.load().then(
  (engine) => {
    try {
      const page = new Page(engine);
      /** For tests. */
      window.fray = { page, engine };
    } catch (error) {
      byId("notice").textContent = error.message;
    }
  },
  (error) => (byId("notice").textContent = `This browser cannot run the page: ${error.message}`),
);
