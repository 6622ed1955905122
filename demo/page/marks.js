// Draws agents and the lines between them with WebGL2. The agents in view are sent to the graphics card once per
// sample, with their position then and at the next sample; between two samples only the time changes.

const smallest = 3; // pixels; a mark with a smaller radius is drawn as a dot

const placing = `
uniform vec2 centre, scale;
uniform float part;
uniform vec3 colours[8];
uniform vec3 ground, ink, dim;
vec4 placed(vec2 p) { return vec4((p - centre) * scale, 0.0, 1.0); }`;

const tones = `
// How much of its team's colour a mark has, by Style.
float strength(uint style) {
  if (style == 1u) return 0.0;
  if (style <= 2u) return 0.55;
  if (style == 3u) return 0.5;
  if (style == 4u || style == 7u) return 0.65;
  if (style == 5u) return 0.8;
  return 1.0;
}

// From afar.
vec3 dotTone(uint style, vec3 team) {
  if (style == 1u) return mix(ground, dim, 0.55);
  return style >= 10u ? mix(team, ink, 0.75) : mix(ground, team, strength(style));
}`;

const markVertex = `#version 300 es
precision highp float;
${placing}
uniform float pixels, least, most;
layout(location = 0) in vec4 place; // now, next
layout(location = 1) in vec2 turn; // now, next
layout(location = 2) in float radius;
layout(location = 3) in float look; // team + 64 * style
flat out uint team_;
flat out uint style;
flat out vec2 heading;
flat out float side;
flat out float extent;

void main() {
  float angle = mix(turn.x, turn.y, part);
  heading = vec2(cos(angle), sin(angle));
  style = uint(look) >> 6;
  team_ = uint(look) & 63u;
  float size = max(radius * pixels, least);
  extent = size < ${smallest.toFixed(1)} ? 2.0 : style >= 10u || style == 7u || style == 8u ? 4.1 : 2.9; // in radii: with what is round the mark
  side = min(size * extent, most);
  gl_PointSize = side;
  gl_Position = placed(mix(place.xy, place.zw, part));
}`;

// From afar: squares of a single colour.
const dotVertex = `#version 300 es
precision highp float;
${placing}
${tones}
uniform float pixels, least;
layout(location = 0) in vec4 place;
layout(location = 2) in float radius;
layout(location = 3) in float look;
flat out vec3 tone;

void main() {
  tone = dotTone(uint(look) >> 6, colours[uint(look) & 7u]);
  gl_PointSize = max(radius * pixels, least) * 2.0;
  gl_Position = placed(mix(place.xy, place.zw, part));
}`;

const dotFragment = `#version 300 es
precision mediump float;
flat in vec3 tone;
out vec4 colour;
void main() { colour = vec4(tone, 1.0); }`;

const markFragment = `#version 300 es
precision highp float;
uniform vec3 colours[8];
uniform vec3 ground, ink, dim;
flat in uint team_;
flat in uint style;
flat in vec2 heading;
flat in float side;
flat in float extent;
out vec4 colour;

float shape(vec2 p, uint team) {
  vec2 q = vec2(p.x, abs(p.y));
  if (team == 0u) return max(dot(q, vec2(0.394, 0.919)) - 0.512, -q.x - 0.8);
  if (team == 1u) return max(max(q.y - 0.8, -q.x - 0.9), dot(q, vec2(0.753, 0.659)) - 0.903);
  if (team == 2u) return max(dot(q, vec2(0.547, 0.837)) - 0.711, dot(q, vec2(-0.612, 0.791)) - 0.673);
  return max(max(q.y - 0.87, dot(q, vec2(0.823, 0.568)) - 0.906), dot(q, vec2(-0.867, 0.498)) - 0.867);
}

${tones}
void main() {
  vec3 team = colours[team_ & 7u];
  bool attacks = style >= 10u;
  if (extent == 2.0) {
    colour = vec4(dotTone(style, team), 1.0);
    return;
  }
  vec2 p = (gl_PointCoord - 0.5) * vec2(extent, -extent);
  float pixel = extent / side;
  p = vec2(dot(p, heading), dot(p, vec2(-heading.y, heading.x)));
  float line = max(0.16, 1.6 * pixel);
  float d = shape(p, team_ & 3u);
  vec4 c = vec4(0.0);
  #define OVER(rgb, a) c = mix(c, vec4(rgb, 1.0), a)
  #define INSIDE(distance) clamp(0.5 - (distance) / pixel, 0.0, 1.0)
  if (style == 1u) {
    float cross = min(abs(p.x - p.y), abs(p.x + p.y)) * 0.707 - 0.11;
    float cover = INSIDE(max(cross, length(p) - 0.8));
    OVER(mix(dim, team, 0.25), cover * 0.8);
  } else {
    if (attacks) {
      float r = length(p);
      float halo = style == 10u ? 0.16 : 0.34;
      c = vec4(team, halo * INSIDE(r - 1.9));
      if (style != 10u) OVER(team, 0.9 * INSIDE(abs(r - 1.9) - 0.5 * line) * clamp(side / 24.0 - 0.9, 0.0, 1.0));
    }
    if (style == 3u) {
      OVER(ground, 0.85 * INSIDE(d - 0.5 * line));
      OVER(mix(ground, team, 0.8), INSIDE(abs(d) - 0.6 * line));
    } else {
      OVER(attacks ? ink : ground, INSIDE(d - line));
      OVER(mix(ground, team, strength(style)), INSIDE(d));
      if (style == 5u) OVER(ground, 0.8 * INSIDE(max(abs(p.y) - 0.5 * line, max(p.x - 0.45, -p.x - 0.5))));
      if (style == 12u) OVER(ink, INSIDE(max(abs(p.y) - 0.7 * line, max(p.x - 1.8, -p.x - 0.4))));
      if (style == 11u) OVER(ink, INSIDE(length(p) - 0.3));
    }
    if (style == 9u) OVER(ink, INSIDE(max(min(abs(p.x), abs(p.y)) - 0.14, max(abs(p.x), abs(p.y)) - 0.5)));
    if (style == 8u) {
      float dash = step(0.0, sin(atan(p.y, p.x) * 6.0));
      OVER(team, dash * INSIDE(abs(length(p) - 1.45) - 0.6 * line));
    }
    if (style == 7u) OVER(team, INSIDE(max(abs(p.x - 1.6) - 0.5 * line, abs(p.y) - 0.7)));
  }
  colour = vec4(c.rgb * c.a, c.a);
}`;

const lineVertex = `#version 300 es
precision highp float;
${placing}
uniform vec2 screen;
uniform float pixels, strength;
layout(location = 0) in vec4 from; // now, next
layout(location = 1) in vec4 to;
layout(location = 2) in float radius; // of the agent at the line's end
layout(location = 3) in vec2 look; // team + 64 * LineKind, corner
flat out vec4 tone;
flat out float dashes;
out float along;

void main() {
  uint kind = uint(look.x) >> 6;
  vec3 team = colours[uint(look.x) & 7u];
  vec2 a = (mix(from.xy, from.zw, part) - centre) * pixels;
  vec2 b = (mix(to.xy, to.zw, part) - centre) * pixels;
  float reach = max(distance(a, b), 0.01);
  vec2 way = (b - a) / reach;
  reach = max(reach - radius * pixels * 0.8, 0.0);
  float end = look.y >= 2.0 ? 1.0 : 0.0;
  float edge = mod(look.y, 2.0) * 2.0 - 1.0;
  // Thick at the attacker and thin at its target, which shows the direction of the attack.
  float thick = mix(0.9, kind == 2u ? 2.4 : 3.4, strength);
  float half_ = kind == 4u ? mix(1.1, 0.4, end) : kind == 0u ? 0.5 : kind == 1u ? 0.7 : mix(thick, 0.6, end);
  vec2 p = a + way * reach * end + vec2(-way.y, way.x) * edge * half_;
  along = reach * end;
  dashes = kind == 1u ? 7.0 : kind == 2u ? 10.0 : 0.0;
  float alpha = kind == 4u ? 0.7 : kind == 0u ? 0.35 : kind == 1u ? 0.75 : kind == 2u ? 0.8 : 0.95;
  tone = vec4(kind == 1u ? mix(dim, team, 0.45) : team, alpha * mix(kind == 4u ? 0.12 : 0.35, 1.0, strength));
  gl_Position = vec4(p * 2.0 / screen, 0.0, 1.0);
}`;

const lineFragment = `#version 300 es
precision highp float;
flat in vec4 tone;
flat in float dashes;
in float along;
out vec4 colour;

void main() {
  if (dashes > 0.0 && mod(along, dashes) > dashes * 0.5) discard;
  colour = vec4(tone.rgb * tone.a, tone.a);
}`;

const LineKind = { target: 0, queue: 1, stepIn: 2, attack: 3, path: 4 };

class Marks {
  static clearLines = 150; // with up to this many lines in view, all lines are drawn at full strength
  static markFloats = 8;
  static lineFloats = 11;

  constructor(canvas, ground) {
    this.gl = canvas.getContext("webgl2", { alpha: false, antialias: false });
    if (!this.gl) throw new Error("This browser has no WebGL2, which the battle is drawn with.");
    const gl = this.gl;
    this.marks = this.program(markVertex, markFragment);
    this.dots = this.program(dotVertex, dotFragment);
    this.lines = this.program(lineVertex, lineFragment);
    this.ground = ground && new GroundPainter(this, ground);
    this.markBuffer = gl.createBuffer();
    this.lineBuffer = gl.createBuffer();
    this.cornerBuffer = gl.createBuffer();
    this.corners = 0; // number of lines for which the index buffer has room
    this.markData = new Float32Array(0);
    this.lineData = new Float32Array(0);
    this.count = 0;
    this.lineCount = 0;
    this.pathCount = 0; // number of paths, which come before the other lines
    this.greatest = 0; // the greatest radius of any mark, m
    this.mostSize = gl.getParameter(gl.ALIASED_POINT_SIZE_RANGE)[1];
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  program(vertex, fragment) {
    const gl = this.gl;
    const program = gl.createProgram();
    for (const [type, source] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    const places = {};
    for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); i++) {
      const name = gl.getActiveUniform(program, i).name.replace("[0]", "");
      places[name] = gl.getUniformLocation(program, name);
    }
    return { program, places };
  }

  /** Selects the agents inside `box`, sorted by style: dead agents are drawn first, attacking agents last. */
  setMarks(poses, sample, styles, box) {
    const counts = new Uint32Array(16);
    const { count } = sample;
    if (!this.inside || this.inside.length < count) this.inside = new Uint8Array(count);
    for (let i = 0; i < count; i++) {
      const x = poses.x[i];
      const y = poses.y[i];
      const seen = styles[i] > 0 && x > box.left && x < box.right && y > box.bottom && y < box.top;
      this.inside[i] = seen ? 1 : 0;
      if (seen) counts[styles[i]]++;
    }
    let sum = 0;
    const places = counts.map((number) => (sum += number) - number);
    const size = Marks.markFloats;
    if (this.markData.length < sum * size) this.markData = new Float32Array(Math.ceil(sum * 1.3) * size);
    const data = this.markData;
    this.greatest = 0;
    for (let i = 0; i < count; i++) {
      if (!this.inside[i]) continue;
      const at = places[styles[i]]++ * size;
      data[at] = poses.x[i];
      data[at + 1] = poses.y[i];
      data[at + 2] = poses.nextX[i];
      data[at + 3] = poses.nextY[i];
      data[at + 4] = poses.heading[i];
      data[at + 5] = poses.nextHeading[i];
      data[at + 6] = poses.radius[i];
      data[at + 7] = sample.team[i] + 64 * styles[i];
      if (poses.radius[i] > this.greatest) this.greatest = poses.radius[i];
    }
    this.count = sum;
    this.send(this.markBuffer, data, sum * size);
  }

  /** Four numbers per line: from, to, LineKind, team. `paths` end at the goal of `to`, and are drawn from afar, too. */
  setLines(poses, paths, others) {
    const size = Marks.lineFloats;
    const lines = paths.concat(others);
    this.pathCount = paths.length / 4;
    this.lineCount = lines.length / 4;
    this.makeCorners(this.lineCount);
    if (this.lineData.length < this.lineCount * 4 * size) this.lineData = new Float32Array(this.lineCount * 6 * size);
    const data = this.lineData;
    for (let n = 0, at = 0; n < lines.length; n += 4) {
      const from = lines[n];
      const to = lines[n + 1];
      const isPath = lines[n + 2] === LineKind.path;
      const [toX, toY, nextToX, nextToY] = isPath
        ? [poses.goalX, poses.goalY, poses.nextGoalX, poses.nextGoalY]
        : [poses.x, poses.y, poses.nextX, poses.nextY];
      for (let corner = 0; corner < 4; corner++, at += size) {
        data[at] = poses.x[from];
        data[at + 1] = poses.y[from];
        data[at + 2] = poses.nextX[from];
        data[at + 3] = poses.nextY[from];
        data[at + 4] = toX[to];
        data[at + 5] = toY[to];
        data[at + 6] = nextToX[to];
        data[at + 7] = nextToY[to];
        data[at + 8] = isPath ? 0 : poses.radius[to];
        data[at + 9] = lines[n + 3] + 64 * lines[n + 2];
        data[at + 10] = corner;
      }
    }
    this.send(this.lineBuffer, data, this.lineCount * 4 * size);
  }

  /** Two triangles for each line's four corners. (In software, instances would cost a draw call each.) */
  makeCorners(count) {
    if (count <= this.corners) return;
    const gl = this.gl;
    this.corners = Math.ceil(count * 1.5);
    const indices = Uint32Array.from({ length: this.corners * 6 }, (_, i) => Math.floor(i / 6) * 4 + [0, 1, 2, 1, 2, 3][i % 6]);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.cornerBuffer);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
  }

  send(buffer, data, length) {
    const gl = this.gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, data.subarray(0, length), gl.DYNAMIC_DRAW);
  }

  /** `layout`: [location, number of floats, offset in floats]. */
  attributes(buffer, floats, layout) {
    const gl = this.gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    for (const [location, size, offset] of layout) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, gl.FLOAT, false, floats * 4, offset * 4);
    }
  }

  use({ program, places }, view) {
    const gl = this.gl;
    const { camera, palette } = view;
    gl.useProgram(program);
    gl.uniform2f(places.centre, camera.x, camera.y);
    if (places.scale) gl.uniform2f(places.scale, (2 * camera.scale) / camera.width, (2 * camera.scale) / camera.height);
    gl.uniform1f(places.part, view.part);
    gl.uniform3fv(places.colours, palette.teams.flat());
    if (places.ground) gl.uniform3fv(places.ground, palette.ground);
    if (places.ink) gl.uniform3fv(places.ink, palette.ink);
    if (places.dim) gl.uniform3fv(places.dim, palette.dim);
    return places;
  }

  /** `view`: camera, palette, part, ratio (of pixels), least (radius of a mark in pixels of the page),
   * ground: whether it is shown. */
  draw(view) {
    const gl = this.gl;
    const { camera, palette, ratio, least } = view;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(...palette.ground, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const asDots = Math.max(this.greatest * camera.scale, least) * ratio < smallest;
    if (view.ground) this.ground?.draw(view);
    gl.enable(gl.BLEND);
    const lineCount = asDots ? this.pathCount : this.lineCount;
    if (lineCount > 0) {
      const places = this.use(this.lines, view);
      gl.uniform1f(places.pixels, camera.scale);
      // With many lines they are fainter, so that they do not hide the agents.
      gl.uniform1f(places.strength, Math.min(Marks.clearLines / lineCount, 1));
      gl.uniform2f(places.screen, camera.width, camera.height);
      this.attributes(this.lineBuffer, Marks.lineFloats, [[0, 4, 0], [1, 4, 4], [2, 1, 8], [3, 2, 9]]);
      gl.drawElements(gl.TRIANGLES, lineCount * 6, gl.UNSIGNED_INT, 0);
    }
    if (this.count === 0) return;
    const places = this.use(asDots ? this.dots : this.marks, view);
    gl.uniform1f(places.pixels, camera.scale * ratio);
    gl.uniform1f(places.least, least * ratio);
    if (!asDots) gl.uniform1f(places.most, this.mostSize);
    if (asDots) gl.disable(gl.BLEND);
    this.attributes(this.markBuffer, Marks.markFloats, [[0, 4, 0], [1, 2, 4], [2, 1, 6], [3, 1, 7]]);
    gl.drawArrays(gl.POINTS, 0, this.count);
  }
}
