// Buttons, keys and pointers.
class Controls {
  constructor(page) {
    this.page = page;
    this.pointers = new Map();
    this.moved = 0;
    this.buttons();
    this.scrubber();
    this.stage(page.stage);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  buttons() {
    const { page } = this;
    const actions = {
      play: () => page.player.toggle(),
      start: () => page.player.toggle(),
      back: () => page.player.step(-1),
      forward: () => page.player.step(1),
      slower: () => page.player.faster(-1),
      faster: () => page.player.faster(1),
      all: () => page.showAll(),
      home: () => page.showFocus(),
      full: () => this.fullscreen(),
      theme: () => page.toggleTheme(),
      help: () => this.help(),
      "toggle-legend": () => page.toggleLegend(),
    };
    for (const [id, action] of Object.entries(actions)) {
      byId(id).addEventListener("click", (event) => {
        action();
        page.changed();
        if (event.detail > 0) byId(id).blur(); // so that the next key goes to the player and not to the clicked button
      });
    }
    byId("help-box").addEventListener("click", () => this.help(false));
  }

  scrubber() {
    const { page } = this;
    const scrub = byId("scrub");
    const seek = (event) => {
      const box = scrub.getBoundingClientRect();
      page.seek(Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1) * page.recording.duration);
    };
    scrub.addEventListener("pointerdown", (event) => {
      scrub.setPointerCapture(event.pointerId);
      seek(event);
    });
    scrub.addEventListener("pointermove", (event) => event.buttons & 1 && seek(event));
  }

  stage(stage) {
    const { page } = this;
    const at = (event) => {
      const box = stage.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    stage.addEventListener("wheel", (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      page.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0015)), ...at(event));
    }, { passive: false });
    stage.addEventListener("pointerdown", (event) => {
      stage.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, at(event));
      if (this.pointers.size === 1) this.moved = 0;
    });
    stage.addEventListener("pointermove", (event) => {
      if (!this.pointers.has(event.pointerId)) return page.hover(...at(event));
      this.drag(event.pointerId, at(event));
    });
    const up = (event) => {
      const wasAlone = this.pointers.size === 1 && this.pointers.delete(event.pointerId);
      this.pointers.delete(event.pointerId);
      if (event.type === "pointerup" && wasAlone && this.moved < 5) page.pick(...at(event));
    };
    stage.addEventListener("pointerup", up);
    stage.addEventListener("pointercancel", up);
    stage.addEventListener("pointerleave", () => page.hover(-1e6, -1e6));
    stage.addEventListener("dblclick", (event) => page.zoom(2, ...at(event)));
  }

  /** One pointer pans; two pan and zoom. */
  drag(id, to) {
    const { page } = this;
    const before = this.pointers.get(id);
    this.pointers.set(id, to);
    this.moved += Math.hypot(to[0] - before[0], to[1] - before[1]);
    const others = [...this.pointers].filter(([other]) => other !== id);
    if (others.length === 0) {
      if (this.moved >= 5) page.pan(to[0] - before[0], to[1] - before[1]);
      return;
    }
    const fixed = others[0][1];
    const apart = (p) => Math.max(Math.hypot(p[0] - fixed[0], p[1] - fixed[1]), 1);
    page.pan((to[0] - before[0]) / 2, (to[1] - before[1]) / 2);
    page.zoom(apart(to) / apart(before), (to[0] + fixed[0]) / 2, (to[1] + fixed[1]) / 2);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { page } = this;
    const { player, recording } = page;
    const onControl = event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement;
    if (onControl && (event.key === " " || event.key === "Enter")) return;
    const seconds = (by) => () => page.seek(player.time + by);
    const layer = (name) => () => page.legend.set(name, !page.layers.on[name]);
    const actions = {
      " ": () => player.toggle(),
      k: () => player.toggle(),
      j: seconds(-10),
      l: seconds(10),
      ArrowLeft: seconds(-5),
      ArrowRight: seconds(5),
      ArrowUp: () => page.zoom(1.25),
      ArrowDown: () => page.zoom(0.8),
      "+": () => page.zoom(1.25),
      "-": () => page.zoom(0.8),
      ",": () => player.step(-1),
      ".": () => player.step(1),
      "<": () => player.faster(-1),
      ">": () => player.faster(1),
      Home: () => page.seek(0),
      End: () => page.seek(recording.duration),
      f: () => this.fullscreen(),
      g: () => page.toggleFollow(),
      a: () => page.showAll(),
      z: () => page.showFocus(),
      d: () => page.toggleTheme(),
      i: () => page.toggleLegend(),
      "?": () => this.help(),
      Escape: () => (byId("help-box").hidden ? page.select(-1) : this.help(false)),
      c: layer("circles"),
      s: layer("slots"),
      p: layer("tokens"),
      q: layer("queues"),
      o: layer("ground"),
      h: layer("paths"),
      t: layer("targets"),
      r: layer("alert"),
      m: layer("projectiles"),
      n: layer("names"),
    };
    const digit = /^[0-9]$/.test(event.key);
    const action = digit ? () => page.seek((recording.duration * Number(event.key)) / 10) : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
    page.changed();
  }

  help(shown = byId("help-box").hidden) {
    byId("help-box").hidden = !shown;
  }

  fullscreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => {});
  }
}
