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
      play: () => page.togglePlay(),
      start: () => page.togglePlay(),
      back: () => this.step(-1),
      forward: () => this.step(1),
      slower: () => page.player.faster(-1),
      faster: () => page.player.faster(1),
      all: () => this.look("showAll"),
      home: () => this.look("showFocus"),
      action: () => this.look("toggleAction"),
      link: () => Link.copy(page),
      full: () => this.fullscreen(),
      theme: () => page.toggleTheme(),
      help: () => this.help(true),
      "close-help": () => this.help(false),
      "toggle-legend": () => page.toggleLegend(),
    };
    for (const [id, action] of Object.entries(actions)) {
      byId(id).addEventListener("click", (event) => {
        action();
        page.changed();
        if (event.detail > 0) byId(id).blur(); // so that the next key goes to the player and not to the clicked button
      });
    }
    byId("help-box").addEventListener("click", (event) => event.target === byId("help-box") && this.help(false));
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

  step(samples) {
    this.page.touched();
    this.page.player.step(samples);
  }

  /** Moves the camera: `how` is the name of a method of Director. */
  look(how) {
    this.page.touched();
    this.page.director[how]();
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
      if (event.target.closest("button")) return;
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
      if (event.type === "pointerup" && wasAlone && this.moved < 5) page.select(page.agentAt(...at(event)));
    };
    stage.addEventListener("pointerup", up);
    stage.addEventListener("pointercancel", up);
    stage.addEventListener("pointerleave", () => page.setHovered(-1));
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
    const action = byId("help-box").open ? { "?": () => this.help(false) }[event.key] : this.actionOf(event);
    if (!action) return;
    event.preventDefault();
    action();
    page.changed();
  }

  /** What a key does; undefined: nothing. */
  actionOf(event) {
    const { page } = this;
    const { player, recording } = page;
    const onControl = event.target instanceof HTMLInputElement || event.target.closest?.("button, a");
    if (onControl && (event.key === " " || event.key === "Enter")) return undefined;
    if (event.target instanceof HTMLSelectElement && !["?", "Escape", "e"].includes(event.key)) return undefined;
    if (/^[0-9]$/.test(event.key)) return () => page.seek((recording.duration * Number(event.key)) / 10);
    const layer = layersOf(page.head).find(({ key }) => key === event.key);
    if (layer) return () => page.legend.set(layer.name, !page.layers.on[layer.name]);
    const seconds = (by) => () => page.seek(player.time + by);
    const pan = (x, y) => () => page.pan(x * 60, y * 60);
    const panning = { ArrowLeft: pan(1, 0), ArrowRight: pan(-1, 0), ArrowUp: pan(0, 1), ArrowDown: pan(0, -1) };
    if (event.shiftKey && panning[event.key]) return panning[event.key];
    const onSlider = { ArrowUp: seconds(1), ArrowDown: seconds(-1), PageUp: seconds(10), PageDown: seconds(-10) };
    if (event.target === byId("scrub") && onSlider[event.key]) return onSlider[event.key];
    return {
      " ": () => page.togglePlay(),
      k: () => page.togglePlay(),
      j: seconds(-10),
      l: seconds(10),
      ArrowLeft: seconds(-5),
      ArrowRight: seconds(5),
      ArrowUp: () => page.zoom(1.25),
      ArrowDown: () => page.zoom(0.8),
      "+": () => page.zoom(1.25),
      "-": () => page.zoom(0.8),
      ",": () => this.step(-1),
      ".": () => this.step(1),
      "<": () => player.faster(-1),
      ">": () => player.faster(1),
      Home: () => page.seek(0),
      End: () => page.seek(recording.duration),
      Enter: event.target === page.stage ? () => page.selectNext(1) : undefined,
      "[": () => page.selectNext(-1),
      "]": () => page.selectNext(1),
      f: () => this.fullscreen(),
      g: () => page.toggleFollow(),
      v: () => this.look("toggleAction"),
      a: () => this.look("showAll"),
      z: () => this.look("showFocus"),
      y: () => Link.copy(page),
      d: () => page.toggleTheme(),
      i: () => page.toggleLegend(),
      e: page.floors.numbers.length > 1 ? () => page.showFloor(page.floors.following) : undefined,
      "?": () => this.help(true),
      Escape: () => page.select(-1),
    }[event.key];
  }

  help(shown) {
    const box = byId("help-box");
    if (shown && !box.open) box.showModal();
    else if (!shown) box.close();
  }

  fullscreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => {});
  }
}
