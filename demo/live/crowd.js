// Draws the agents, with the marks of the recorded page (demo/page/drawing/marks.js), and the lines between them. It uses a
// plain canvas, which without a graphics processor is several times faster than WebGL.

const leastMark = 3; // pixels; an agent with a smaller radius is a dot

const Style = { dead: 1, outside: 3, approach: 5, slide: 7, stagger: 8, heal: 9, stepIn: 10, windup: 11, strike: 12 };
const LineKind = { queue: 1, stepIn: 2, attack: 3 };

class Crowd {
  constructor(pen) {
    this.pen = pen;
  }

  /** `least`: the least radius of an agent in pixels. */
  draw(scene, least) {
    const c = this.pen.context;
    this.colours(scene.palette);
    if (scene.camera.scale > 4) this.drawLines(scene);
    const { camera, marks } = scene;
    const order = this.sorted(marks);
    const { width, height } = camera;
    let tone = -1;
    for (const i of order) {
      const [x, y] = scene.place(i);
      const r = Math.max(marks.radius[i] * camera.scale, least);
      if (x < -2 * r || y < -2 * r || x > width + 2 * r || y > height + 2 * r) continue;
      const key = marks.style[i] * 8 + (marks.team[i] & 7);
      if (r >= leastMark) {
        this.drawMark(marks, i, x, y, r);
        tone = -1;
        continue;
      }
      if (key !== tone) c.fillStyle = this.dots[key];
      tone = key;
      c.fillRect(x - r, y - r, 2 * r, 2 * r);
    }
  }

  /** The agents by style and team: dead agents are drawn first, attacking agents last. */
  sorted({ count, style, team }) {
    const places = new Uint32Array(129);
    for (let i = 0; i < count; i++) places[style[i] * 8 + (team[i] & 7) + 1]++;
    for (let key = 1; key < places.length; key++) places[key] += places[key - 1];
    if (!this.order || this.order.length < count) this.order = new Uint32Array(count);
    for (let i = 0; i < count; i++) this.order[places[style[i] * 8 + (team[i] & 7)]++] = i;
    return this.order.subarray(0, count);
  }

  colours(palette) {
    if (this.palette === palette) return;
    this.palette = palette;
    const { ground, dim, ink } = palette.css;
    const strength = (style) => (style <= 2 ? 0.55 : style === 3 ? 0.5 : style === 4 || style === 7 ? 0.65 : style === 5 ? 0.8 : 1);
    const all = (tone) => Array.from({ length: 128 }, (_, key) => tone(key >> 3, palette.cssTeams[key & 7]));
    this.dots = all((style, team) =>
      style === Style.dead ? mixed(ground, dim, 0.55) : style >= Style.stepIn ? mixed(team, ink, 0.75) : mixed(ground, team, strength(style)));
    this.fills = all((style, team) => (style === Style.dead ? mixed(dim, team, 0.25) : mixed(ground, team, strength(style))));
    this.edges = all((_, team) => mixed(ground, team, 0.8));
  }

  drawMark(marks, i, x, y, r) {
    const { pen } = this;
    const c = pen.context;
    const style = marks.style[i];
    const team = marks.team[i] & 7;
    const key = style * 8 + team;
    const { css, cssTeams } = this.palette;
    const cos = Math.cos(marks.heading[i]) * r;
    const sin = Math.sin(marks.heading[i]) * r;
    const line = Math.max(0.16 * r, 1.6);
    const at = (along, left) => [x + along * cos - left * sin, y - along * sin - left * cos];
    const stroke = (colour, width, ...points) => pen.segments(points.flatMap(([along, left]) => at(along, left)), colour, width);
    const disc = (radius) => {
      c.beginPath();
      c.arc(x, y, radius * r, 0, 2 * Math.PI);
    };
    if (style === Style.dead) {
      pen.alpha = 0.8;
      stroke(this.fills[key], Math.max(0.22 * r, 1.4), [0.55, 0.55], [-0.55, -0.55], [0.55, -0.55], [-0.55, 0.55]);
      pen.alpha = 1;
      return;
    }
    const attacks = style >= Style.stepIn;
    if (attacks) {
      disc(1.9);
      pen.alpha = style === Style.stepIn ? 0.16 : 0.34;
      pen.fill(cssTeams[team]);
      pen.alpha = 1;
      if (style !== Style.stepIn && r > 6) pen.stroke(cssTeams[team], line);
    }
    c.beginPath();
    const shape = teamShapes[team & 3];
    for (let n = 0; n < shape.length; n += 2) c.lineTo(...at(shape[n], shape[n + 1]));
    c.closePath();
    if (style === Style.outside) {
      pen.fill(css.ground);
      pen.stroke(this.edges[key], 1.2 * line);
      return;
    }
    pen.stroke(attacks ? css.ink : css.ground, 2 * line);
    pen.fill(this.fills[key]);
    if (style === Style.approach) stroke(css.ground, line, [-0.5, 0], [0.45, 0]);
    if (style === Style.strike) stroke(css.ink, 1.4 * line, [-0.4, 0], [1.8, 0]);
    if (style === Style.heal) stroke(css.ink, 0.28 * r, [-0.5, 0], [0.5, 0], [0, -0.5], [0, 0.5]);
    if (style === Style.slide) stroke(cssTeams[team], line, [1.6, -0.7], [1.6, 0.7]);
    if (style === Style.windup) {
      disc(0.3);
      pen.fill(css.ink);
    }
    if (style === Style.stagger) {
      disc(1.45);
      pen.stroke(cssTeams[team], 1.2 * line, [0.75 * r, 0.75 * r]);
    }
  }

  /** The lines from agents to their targets: dashed while they wait, and thick at an agent that attacks. */
  drawLines({ marks, camera, place }) {
    const { pen } = this;
    const c = pen.context;
    const { lines } = marks;
    for (let n = 0; n < lines.length; n += 4) {
      const [x, y] = place(lines[n]);
      const [toX, toY] = place(lines[n + 1]);
      if (Math.max(x, toX) < 0 || Math.max(y, toY) < 0 || Math.min(x, toX) > camera.width || Math.min(y, toY) > camera.height) continue;
      const kind = lines[n + 2];
      const colour = this.palette.cssTeams[lines[n + 3] & 7];
      if (kind === LineKind.attack) {
        const length = Math.max(Math.hypot(toX - x, toY - y), 0.01);
        const [acrossX, acrossY] = [((y - toY) / length) * 3.4, ((toX - x) / length) * 3.4];
        c.beginPath();
        c.moveTo(x + acrossX, y + acrossY);
        c.lineTo(toX, toY);
        c.lineTo(x - acrossX, y - acrossY);
        pen.fill(colour);
        continue;
      }
      const [alpha, width, dash] = kind === LineKind.queue ? [0.55, 1.2, 3.5] : [0.85, 3, 5];
      pen.alpha = alpha;
      pen.segments([x, y, toX, toY], colour, width, [dash, dash]);
      pen.alpha = 1;
    }
  }
}
