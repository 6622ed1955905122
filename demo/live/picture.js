// The picture: the grid, the player's circle with its slots, the crowd, health, hits, and the stick.
class Picture extends Pen {
  static flashTime = 0.45; // s
  static seenHeight = 0.4; // so much a height is drawn longer than a length on the ground
  static mostFlashes = 120;
  static mostBars = 200;

  constructor(canvas) {
    super(canvas.getContext("2d", { alpha: false }));
    this.crowd = new Crowd(this);
    this.ground = new GroundPicture();
    this.flashes = [];
  }

  clear() {
    this.flashes = [];
  }

  /** Takes hits: four numbers each (x, y, damage, 1: on the player). */
  addHits(hits, now) {
    for (let i = 0; i < hits.length; i += 4) {
      this.flashes.push({ x: hits[i], y: hits[i + 1], damage: hits[i + 2], onPlayer: hits[i + 3] > 0, at: now });
    }
    this.flashes = this.flashes.slice(-Picture.mostFlashes).filter(({ at }) => now - at < Picture.flashTime);
  }

  /** `scene`: camera, palette, ratio (of pixels), ground (may be null), part (of the last step), marks, player (may be undefined), now (s),
   * stick (may be null). */
  draw(scene) {
    const { camera, ratio, palette, player, marks } = scene;
    const c = this.context;
    scene.place = (i) => this.place(scene, i);
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.fillStyle = palette.css.ground;
    c.fillRect(0, 0, camera.width, camera.height);
    if (scene.ground) c.drawImage(this.ground.of(scene), 0, 0, camera.width, camera.height);
    this.drawGrid(scene);
    if (player) this.drawCircle(scene);
    this.crowd.draw(scene, marks.count < 300 ? 6 : marks.count < 3000 ? 2 : 1);
    this.drawProjectiles(scene);
    if (player) this.drawSlots(scene);
    if (camera.scale > 9 && marks.count <= Picture.mostBars) this.drawBars(scene);
    if (camera.scale > 7) this.drawFlashes(scene);
    if (scene.stick) this.drawStick(scene);
  }

  place({ camera, marks, part }, i) {
    const { x, y, nextX, nextY } = marks;
    return camera.toScreen(x[i] + (nextX[i] - x[i]) * part, y[i] + (nextY[i] - y[i]) * part);
  }

  drawCircle(scene) {
    const { camera, palette, player, marks } = scene;
    const { css } = palette;
    const [x, y] = this.place(scene, player.row);
    const [approach, roam] = player.rings.map((radius) => radius * camera.scale);
    const body = Math.max(marks.radius[player.row] * camera.scale, 8);
    this.disc(x, y, approach, css.circle);
    this.ring(x, y, approach, css.ringStrong, 1.5);
    this.ring(x, y, roam, css.ring, 1, [5, 6]);
    this.ring(x, y, body * 1.9, player.lives ? palette.cssTeams[marks.team[player.row] & 7] : css.dim, 2.5);
  }

  drawSlots(scene) {
    const { camera, palette, player } = scene;
    const { css } = palette;
    const [x, y] = this.place(scene, player.row);
    const approach = player.rings[0] * camera.scale;
    const slots = player.circle?.slots ?? [];
    const size = Math.min(Math.max(approach * 0.05, 3), 8);
    slots.forEach((holder, slot) => {
      if (holder === -2) return; // closed
      const angle = (2 * Math.PI * slot) / slots.length;
      const px = x + approach * Math.cos(angle);
      const py = y - approach * Math.sin(angle);
      if (holder < 0) {
        this.disc(px, py, size, css.ground);
        this.ring(px, py, size, css.ringStrong, 1.4);
        return;
      }
      this.segments([...this.place(scene, holder), px, py], css.ringStrong, 1.2);
      this.disc(px, py, size + 1, css.ground);
      this.disc(px, py, size, css.text);
    });
  }

  drawProjectiles(scene) {
    const { camera, palette, marks, part } = scene;
    const { projectiles } = marks;
    const ends = [];
    const tips = [];
    for (let n = 0; n < projectiles.length; n += 7) {
      const [x, y, toX, toY, height, before, now] = projectiles.slice(n, n + 7);
      const flown = before + (now - before) * part;
      if (flown >= 1) continue;
      const at = (share) => {
        const [across, down] = camera.toScreen(x + (toX - x) * share, y + (toY - y) * share);
        return [across, down - Picture.seenHeight * 4 * height * share * (1 - share) * camera.scale];
      };
      ends.push(...at(Math.max(flown - 0.12, 0)), ...at(flown));
      tips.push(...at(flown), 3);
    }
    this.projectiles = ends.length / 4;
    this.segments(ends, palette.css.projectile, camera.scale > 8 ? 2.5 : 1.2);
    if (camera.scale > 8) this.discs(tips, palette.css.projectile);
  }

  /** The health of agents that are hurt. */
  drawBars(scene) {
    const { camera, palette, marks } = scene;
    const c = this.context;
    for (let i = 0; i < marks.count; i++) {
      const share = marks.health[i];
      if (share >= 1 || share <= 0 || marks.style[i] <= 1) continue;
      const [x, y] = this.place(scene, i);
      const half = Math.max(marks.radius[i] * camera.scale, 9);
      const top = y - half * 1.5 - 7;
      c.fillStyle = palette.css.ground;
      c.fillRect(x - half - 1, top - 1, 2 * half + 2, 6);
      c.fillStyle = palette.css.dim;
      c.fillRect(x - half, top, 2 * half, 4);
      c.fillStyle = palette.css.good;
      c.fillRect(x - half, top, 2 * half * share, 4);
    }
  }

  drawFlashes({ camera, palette, now }) {
    const c = this.context;
    c.textAlign = "center";
    c.font = "700 14px system-ui, sans-serif";
    c.lineJoin = "round";
    for (const { x, y, damage, onPlayer, at } of this.flashes) {
      const age = (now - at) / Picture.flashTime;
      if (age >= 1 || !camera.sees(x, y, 40)) continue;
      const [px, py] = camera.toScreen(x, y);
      const colour = onPlayer ? palette.css.bad : palette.css.text;
      c.globalAlpha = 1 - age * age;
      this.ring(px, py, (0.4 + 0.7 * age) * camera.scale, colour, 3 * (1 - age) + 0.5);
      if (camera.scale > 12) {
        const words = `−${Math.round(damage)}`;
        const up = py - 20 - 22 * age;
        c.strokeStyle = palette.css.ground;
        c.lineWidth = 3.5;
        c.strokeText(words, px, up);
        c.fillStyle = colour;
        c.fillText(words, px, up);
      }
    }
    c.globalAlpha = 1;
  }

  drawStick({ stick, palette }) {
    this.ring(stick.fromX, stick.fromY, Stick.reach, palette.css.ringStrong, 2);
    this.disc(stick.fromX + stick.x * Stick.reach, stick.fromY - stick.y * Stick.reach, 22, palette.css.ring);
  }
}
