// Where the camera looks: where the person has moved it, at an agent, or at the action.
class Director {
  static closest = 7; // pixels, the radius of a mark when the action is shown
  static greatestScale = 30; // pixels per metre
  static look = 0.4; // s between two searches for the action
  static ease = 0.7; // s
  static margin = 36; // pixels

  constructor(page) {
    this.page = page;
    this.action = new Action(page.battle);
    this.mode = "free"; // "agent": follows the selected agent; "action": follows the action
    this.aim = null;
    this.looked = -Infinity;
  }

  get camera() {
    return this.page.camera;
  }

  place() {
    this.camera.placed = true;
    this.showFocus();
  }

  /** Moves the camera with what it follows. `now`: ms; `seconds`: since the last drawing. */
  update(now, seconds) {
    if (this.mode === "agent") this.centreOn(this.page.selected);
    if (this.mode === "action") this.followAction(now, seconds);
  }

  set(mode) {
    this.mode = mode;
    this.looked = -Infinity;
    this.aim = null;
    this.page.changed();
  }

  toggleAction() {
    if (this.mode === "action") return this.set("free");
    this.set("action");
    this.showAction();
  }

  followAction(now, seconds) {
    const { camera, page } = this;
    const { now: sample } = page.recording;
    const [width, height] = [camera.width / camera.scale, camera.height / camera.scale];
    if (!page.player.playing || now - this.looked > Director.look * 1000 || now < this.looked) {
      this.looked = now;
      const here = this.action.inWindow(sample, page.poses, this.aim ?? camera, width, height);
      const best = this.action.densest(sample, page.poses, width, height);
      const stay = here && best && here.weight * 1.35 >= best.weight;
      this.aim = (stay ? here : best) ?? this.aim;
    }
    if (!this.aim) return;
    const share = page.player.playing ? 1 - Math.exp(-seconds / Director.ease) : 1;
    camera.x += (this.aim.x - camera.x) * share;
    camera.y += (this.aim.y - camera.y) * share;
  }

  show(left, bottom, right, top) {
    this.camera.show(left, bottom, right, top, Math.min(Director.margin, this.camera.width / 12));
    this.set("free");
  }

  /** Shows all agents, alive or dead. */
  showAll() {
    const { page } = this;
    const { now } = page.recording;
    const { quantum } = page.head;
    const box = boxAround(now.count, (i) => page.battle.exists(now, i), (i) => [now.x[i] * quantum, now.y[i] * quantum]);
    if (!box) return this.show(-10, -10, 10, 10);
    const margin = box.right - box.left < 12 ? 6 : 1;
    this.show(box.left - margin, box.bottom - margin, box.right + margin, box.top + margin);
  }

  /** Shows what the scenario wants to be seen; the action, if it wants nothing or there is no living agent in it. */
  showFocus() {
    const { page } = this;
    const { width, focus } = page.head.picture;
    if (!(width > 0)) return this.showAction();
    const half = width / 2;
    this.show(focus[0] - half, focus[1] - half * 0.5, focus[0] + half, focus[1] + half * 0.5);
    const { now } = page.recording;
    for (let i = 0; i < now.count; i++) {
      if (page.battle.lives(now, i) && this.camera.sees(now.x[i] * page.head.quantum, now.y[i] * page.head.quantum, 0)) return;
    }
    this.showAction();
  }

  /** Shows the densest fight: so near that marks can be told apart, or all of a small battle. Keeps the mode. */
  showAction() {
    const { camera, page } = this;
    const { mode } = this;
    const { now } = page.recording;
    const box = page.poses.x.length >= now.count ? this.action.extent(now, page.poses) : null;
    if (!box) return this.showAll();
    this.showAll();
    camera.show(box.left - 2, box.bottom - 2, box.right + 2, box.top + 2, Math.min(Director.margin, camera.width / 12));
    const near = Math.min(Director.closest / this.middleRadius(now), Director.greatestScale);
    if (camera.scale < near) {
      camera.scale = near;
      const best = this.action.densest(now, page.poses, camera.width / near, camera.height / near);
      if (best) Object.assign(camera, { x: best.x, y: best.y });
    } else {
      camera.scale = Math.min(camera.scale, Director.greatestScale);
    }
    this.set(mode);
  }

  middleRadius(sample) {
    const radii = [];
    for (let i = 0; i < sample.count; i += Math.ceil(sample.count / 400)) radii.push(this.page.poses.radius[i]);
    radii.sort((a, b) => a - b);
    return Math.max(radii[radii.length >> 1] ?? 0.35, 0.05);
  }

  centreOn(i) {
    const { page } = this;
    if (!page.battle.exists(page.recording.now, i)) return;
    const [x, y] = page.position(i);
    Object.assign(this.camera, { x, y });
  }
}
