// Draws agents and the lines between them. From afar an agent is a square of a few pixels, nearer a sprite, and close up
// a drawing of its own. Agents in view are chosen once per sample; between two samples only the time changes.

const LineKind = { target: 0, queue: 1, stepIn: 2, attack: 3, path: 4 };

class Marks {
  static dots = 2.6; // pixels; smaller marks are squares
  static drawings = 13; // pixels; larger marks are drawings
  static mostDrawings = 500;
  static clearLines = 150; // with up to this many lines in view, all lines are drawn at full strength
  static mostDrawnLines = 400; // more lines are a pixel wide

  constructor(raster) {
    this.raster = raster;
    this.sprites = new Sprites();
    this.inside = new Uint8Array(0);
    this.order = new Int32Array(0); // the agents in view: dead agents first, attacking agents last
    this.looks = new Uint8Array(0); // style of each agent
    this.count = 0;
    this.greatest = 0; // the greatest radius of any mark in view, m
    this.paths = [];
    this.links = [];
  }

  get lineCount() {
    return (this.paths.length + this.links.length) / 4;
  }

  get pathCount() {
    return this.paths.length / 4;
  }

  /** Takes the agents inside `box`. */
  setMarks(poses, styles, teams, count, box) {
    if (this.inside.length < count) {
      this.inside = new Uint8Array(count);
      this.order = new Int32Array(count);
    }
    const counts = new Uint32Array(32); // by style, but the faint before the others
    for (let i = 0; i < count; i++) {
      const x = poses.x[i];
      const y = poses.y[i];
      const seen = styles[i] > 0 && x > box.left && x < box.right && y > box.bottom && y < box.top;
      this.inside[i] = seen ? 1 : 0;
      if (seen) counts[styles[i] ^ Style.faint]++;
    }
    let sum = 0;
    const places = counts.map((number) => (sum += number) - number);
    this.greatest = 0;
    for (let i = 0; i < count; i++) {
      if (!this.inside[i]) continue;
      this.order[places[styles[i] ^ Style.faint]++] = i;
      if (poses.radius[i] > this.greatest) this.greatest = poses.radius[i];
    }
    this.count = sum;
    this.poses = poses;
    this.styles = styles;
    this.teams = teams;
  }

  /** Four numbers per line: from, to, LineKind, team. `paths` end at the goal of `to`, and are drawn from afar, too. */
  setLines(paths, links) {
    this.paths = paths;
    this.links = links;
  }

  /** Draws into the raster. `view`: camera, palette, part, ratio (of pixels), least (radius of a mark in pixels of the page). */
  draw(view) {
    const { camera, palette, ratio, least } = view;
    if (this.palette !== palette) this.setPalette(palette);
    if (this.sprites.width !== this.raster.width) this.sprites.clear(this.raster.width);
    this.scale = camera.scale * ratio;
    this.least = least * ratio;
    this.left = this.raster.width / 2 - camera.x * this.scale;
    this.top = this.raster.height / 2 + camera.y * this.scale;
    const largest = Math.max(this.greatest * this.scale, this.least);
    const asDots = largest < Marks.dots;
    this.drawings = largest >= Marks.drawings && this.countDrawings(view.part) <= Marks.mostDrawings;
    this.linesAreDrawings = this.drawings && this.lineCount <= Marks.mostDrawnLines;
    if (!this.linesAreDrawings) this.drawThinLines(asDots ? this.paths : this.paths.concat(this.links), view.part);
    if (asDots) this.drawDots(view.part);
    else if (!this.drawings) this.drawSprites(view.part);
  }

  /** Draws what is drawn onto the canvas instead of into the raster. `pen` has pixels of the page. */
  drawOver(pen, view) {
    if (this.linesAreDrawings) this.drawLines(pen, view);
    if (!this.drawings) return;
    const c = pen.context;
    const { camera, palette, part, least } = view;
    for (let n = 0; n < this.count; n++) {
      const i = this.order[n];
      const { x, y, nextX, nextY, heading, nextHeading, radius } = this.poses;
      const [px, py] = camera.toScreen(x[i] + (nextX[i] - x[i]) * part, y[i] + (nextY[i] - y[i]) * part);
      const size = Math.max(radius[i] * camera.scale, least);
      if (px < -3 * size || py < -3 * size || px > camera.width + 3 * size || py > camera.height + 3 * size) continue;
      c.save();
      c.translate(px, py);
      c.rotate(-(heading[i] + (nextHeading[i] - heading[i]) * part));
      if (this.styles[i] & Style.faint) c.globalAlpha = faintOpacity;
      drawMark(pen, palette, this.teams[i], this.styles[i] & ~Style.faint, size);
      c.restore();
    }
  }

  setPalette(palette) {
    this.palette = palette;
    this.sprites.clear(this.raster.width);
    const { css, cssTeams } = palette;
    this.tones = [];
    for (let team = 0; team < 8; team++) {
      for (let kind = 0; kind < 32; kind++) {
        const style = kind & ~Style.faint;
        // From afar an attacking agent is brighter in the dark and darker in the light, but keeps the colour of its team.
        const tone = style === Style.dead ? mixed(css.ground, css.dim, 0.55)
          : style >= Style.stepIn ? mixed(cssTeams[team], css.ink, 0.4)
          : mixed(cssTeams[team], css.ground, style === Style.combat || style === Style.approach ? 0 : 0.12);
        this.tones.push(pixelOf(numbersOf(kind & Style.faint ? mixed(css.ground, tone, faintOpacity) : tone)));
      }
    }
    this.lineTones = cssTeams.map(numbersOf);
    this.dim = numbersOf(css.dim);
  }

  countDrawings(part) {
    let seen = 0;
    const { x, y, nextX, nextY } = this.poses;
    for (let n = 0; n < this.count; n++) {
      const i = this.order[n];
      const px = this.left + (x[i] + (nextX[i] - x[i]) * part) * this.scale;
      const py = this.top - (y[i] + (nextY[i] - y[i]) * part) * this.scale;
      if (px > 0 && py > 0 && px < this.raster.width && py < this.raster.height) seen++;
    }
    return seen;
  }

  drawDots(part) {
    const { raster, order, styles, teams, tones, left, top, scale, least } = this;
    const { x, y, nextX, nextY, radius } = this.poses;
    const { width, height } = raster;
    for (let n = 0; n < this.count; n++) {
      const i = order[n];
      const size = radius[i] * scale;
      const side = Math.max(Math.round(2 * (size > least ? size : least)), 1);
      const px = Math.round(left + (x[i] + (nextX[i] - x[i]) * part) * scale - side / 2);
      const py = Math.round(top - (y[i] + (nextY[i] - y[i]) * part) * scale - side / 2);
      if (px > width || py > height || px + side < 0 || py + side < 0) continue;
      raster.square(px, py, side, tones[((teams[i] & 7) << 5) | styles[i]]);
    }
  }

  drawSprites(part) {
    const { raster, sprites, palette, order, styles, teams, left, top, scale, least } = this;
    const { x, y, nextX, nextY, heading, nextHeading, radius } = this.poses;
    const { width, height } = raster;
    const turn = Sprites.headings / (2 * Math.PI);
    let lastRadius = -1;
    let sheets = null;
    for (let n = 0; n < this.count; n++) {
      const i = order[n];
      const px = left + (x[i] + (nextX[i] - x[i]) * part) * scale;
      const py = top - (y[i] + (nextY[i] - y[i]) * part) * scale;
      const size = Math.max(radius[i] * scale, least);
      if (px < -3 * size || py < -3 * size || px > width + 3 * size || py > height + 3 * size) continue;
      const rounded = size < 8 ? Math.round(size * 2) / 2 : Math.round(size);
      if (rounded !== lastRadius) sheets = sprites.ofRadius((lastRadius = rounded));
      const sheet = sprites.sheet(palette, sheets, teams[i] & 7, styles[i], rounded);
      const angle = Math.round((heading[i] + (nextHeading[i] - heading[i]) * part) * turn);
      const at = ((angle % Sprites.headings) + Sprites.headings) % Sprites.headings;
      raster.sprite(sheet, at, Math.round(px) - sheet.half, Math.round(py) - sheet.half);
    }
  }

  /** The ends of a line at a time, in metres: x1, y1, x2, y2. */
  ends(lines, n, part) {
    const { poses } = this;
    const from = lines[n];
    const to = lines[n + 1];
    const between = (now, next, i) => now[i] + (next[i] - now[i]) * part;
    const isPath = lines[n + 2] === LineKind.path;
    const [toX, toY, nextX, nextY] = isPath
      ? [poses.goalX, poses.goalY, poses.nextGoalX, poses.nextGoalY]
      : [poses.x, poses.y, poses.nextX, poses.nextY];
    return [
      between(poses.x, poses.nextX, from), between(poses.y, poses.nextY, from),
      between(toX, nextX, to), between(toY, nextY, to),
    ];
  }

  drawThinLines(lines, part) {
    const strength = Math.min(Marks.clearLines / Math.max(this.lineCount, 1), 1);
    const dashes = { [LineKind.queue]: 7, [LineKind.stepIn]: 10 };
    for (let n = 0; n < lines.length; n += 4) {
      const kind = lines[n + 2];
      const [x1, y1, x2, y2] = this.ends(lines, n, part);
      const tone = kind === LineKind.queue ? this.dim : this.lineTones[lines[n + 3] & 7];
      const full = kind === LineKind.target ? 90 : kind === LineKind.path ? 180 : 220;
      const alpha = Math.round(full * (kind === LineKind.path ? 0.15 + 0.85 * strength : 0.4 + 0.6 * strength));
      this.raster.line(
        this.left + x1 * this.scale, this.top - y1 * this.scale, this.left + x2 * this.scale, this.top - y2 * this.scale,
        tone, alpha, dashes[kind] ?? 0,
      );
    }
  }

  /** Lines that are thick at the attacker and thin at its target, which shows the direction of the attack. */
  drawLines(pen, { camera, palette, part }) {
    const c = pen.context;
    const lines = this.paths.concat(this.links);
    const widths = { [LineKind.target]: [0.5, 0.5], [LineKind.queue]: [0.7, 0.7], [LineKind.stepIn]: [2.4, 0.6], [LineKind.attack]: [3.4, 0.6], [LineKind.path]: [1.1, 0.4] };
    const alphas = { [LineKind.target]: 0.35, [LineKind.queue]: 0.75, [LineKind.stepIn]: 0.75, [LineKind.attack]: 0.95, [LineKind.path]: 0.7 };
    const dashes = { [LineKind.queue]: [3.5, 3.5], [LineKind.stepIn]: [6, 4] };
    for (let n = 0; n < lines.length; n += 4) {
      const kind = lines[n + 2];
      const [x1, y1, x2, y2] = this.ends(lines, n, part);
      const [fromX, fromY] = camera.toScreen(x1, y1);
      const [toX, toY] = camera.toScreen(x2, y2);
      const reach = Math.hypot(toX - fromX, toY - fromY);
      const before = kind === LineKind.path ? 0 : this.poses.radius[lines[n + 1]] * camera.scale * 0.8;
      if (reach <= before) continue;
      const [wayX, wayY] = [(toX - fromX) / reach, (toY - fromY) / reach];
      const [endX, endY] = [fromX + wayX * (reach - before), fromY + wayY * (reach - before)];
      pen.alpha = alphas[kind];
      const colour = palette.cssTeams[lines[n + 3] & 7];
      if (kind === LineKind.queue || kind === LineKind.stepIn || kind === LineKind.target) {
        const tone = kind === LineKind.queue ? mixed(palette.css.dim, colour, 0.45) : colour;
        pen.segments([fromX, fromY, endX, endY], tone, widths[kind][0] * 2, dashes[kind]);
      } else {
        const [begin, end] = widths[kind];
        c.beginPath();
        c.moveTo(fromX - wayY * begin, fromY + wayX * begin);
        c.lineTo(fromX + wayY * begin, fromY - wayX * begin);
        c.lineTo(endX + wayY * end, endY - wayX * end);
        c.lineTo(endX - wayY * end, endY + wayX * end);
        pen.fill(colour);
      }
    }
    pen.alpha = 1;
  }
}
