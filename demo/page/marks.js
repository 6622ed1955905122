// The agents, and the lines between them, drawn with WebGL2. Positions of two samples lie in textures, and are
// interpolated where they are drawn: nothing is sent to the graphics card between two samples.

const markVertex = `#version 300 es
precision highp float;
uniform highp sampler2D poseNow, poseNext;
uniform highp usampler2D looks;
uniform vec2 centre, scale;
uniform float part, pixels, least, most, jump;
layout(location = 0) in uint agent;
flat out uvec2 look;
flat out vec2 heading;
flat out float side;

void main() {
  ivec2 at = ivec2(agent & 511u, agent >> 9);
  vec4 now = texelFetch(poseNow, at, 0), next = texelFetch(poseNext, at, 0);
  look = texelFetch(looks, at, 0).rg;
  float t = distance(now.xy, next.xy) > jump ? step(0.5, part) : part;
  vec2 p = mix(now.xy, next.xy, t);
  float turn = mod(next.z - now.z + 9.42477796, 6.28318531) - 3.14159265;
  float angle = now.z + turn * t;
  heading = vec2(cos(angle), sin(angle));
  float radius = max(now.w * pixels, least);
  side = clamp(radius * 4.2, least * 2.0, most);
  if (radius < 3.0) side = max(radius * 2.0, least * 2.0);
  gl_PointSize = side;
  gl_Position = vec4((p - centre) * scale, 0.0, 1.0);
}`;

const markFragment = `#version 300 es
precision highp float;
uniform vec3 colours[8];
uniform vec3 ground, ink, dim;
flat in uvec2 look;
flat in vec2 heading;
flat in float side;
out vec4 colour;

float shape(vec2 p, uint team) {
  vec2 q = vec2(p.x, abs(p.y));
  if (team == 0u) return max(dot(q, vec2(0.394, 0.919)) - 0.512, -q.x - 0.8);
  if (team == 1u) return max(max(q.y - 0.8, -q.x - 0.9), dot(q, vec2(0.753, 0.659)) - 0.903);
  if (team == 2u) return max(dot(q, vec2(0.547, 0.837)) - 0.711, dot(q, vec2(-0.612, 0.791)) - 0.673);
  return max(max(q.y - 0.87, dot(q, vec2(0.823, 0.568)) - 0.906), dot(q, vec2(-0.867, 0.498)) - 0.867);
}

// How much of its team's colour a mark has, by Style.
float strength(uint style) {
  if (style == 1u) return 0.0;
  if (style <= 2u) return 0.55;
  if (style == 3u) return 0.5;
  if (style == 4u || style == 7u) return 0.65;
  if (style == 5u) return 0.8;
  return 1.0;
}

void main() {
  uint style = look.g;
  vec3 team = colours[look.r & 7u];
  bool attacks = style >= 10u;
  if (side < 12.6) { // too small for a shape
    vec3 plain = style == 1u ? mix(ground, dim, 0.55) : mix(ground, team, strength(style));
    if (attacks) plain = mix(team, ink, 0.75);
    colour = vec4(plain, 1.0);
    return;
  }
  vec2 p = (gl_PointCoord - 0.5) * vec2(4.2, -4.2);
  float pixel = 4.2 / side;
  p = vec2(dot(p, heading), dot(p, vec2(-heading.y, heading.x)));
  float line = max(0.16, 1.6 * pixel);
  float d = shape(p, look.r & 3u);
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
      if (style != 10u) OVER(team, 0.9 * INSIDE(abs(r - 1.9) - 0.5 * line));
    }
    if (style == 3u) {
      OVER(ground, 0.85 * INSIDE(d - 0.5 * line));
      OVER(mix(ground, team, 0.8), INSIDE(abs(d) - 0.6 * line));
    } else {
      OVER(attacks ? ink : ground, INSIDE(d - line));
      OVER(mix(ground, team, strength(style)), INSIDE(d));
      if (style == 5u) OVER(ground, 0.8 * INSIDE(max(abs(p.y) - 0.5 * line, max(p.x - 0.45, -p.x - 0.5))));
      if (style == 12u) OVER(ink, INSIDE(max(abs(p.y) - line, p.x - 1.1)));
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
uniform highp sampler2D poseNow, poseNext;
uniform vec2 centre, scale, screen;
uniform float part, pixels, jump;
uniform vec3 colours[8];
uniform vec3 dim;
layout(location = 0) in uvec4 ends; // from, to, kind, team
flat out vec4 tone;
flat out float dashes;
out float along;
out float across;

vec2 place(uint agent) {
  ivec2 at = ivec2(agent & 511u, agent >> 9);
  vec2 now = texelFetch(poseNow, at, 0).xy, next = texelFetch(poseNext, at, 0).xy;
  return mix(now, next, distance(now, next) > jump ? step(0.5, part) : part);
}

void main() {
  vec2 from = (place(ends.x) - centre) * pixels, to = (place(ends.y) - centre) * pixels;
  float radius = texelFetch(poseNow, ivec2(ends.y & 511u, ends.y >> 9), 0).w * pixels;
  vec2 way = to - from;
  float length_ = max(length(way), 0.01);
  way /= length_;
  length_ = max(length_ - radius * 0.8, 0.0);
  // Thick where it comes from, thin where it goes to: one sees who attacks whom.
  float width = ends.z == 0u ? 0.7 : ends.z == 1u ? 1.2 : ends.z == 2u ? 2.4 : 3.4;
  uint corner = uint(gl_VertexID) % 6u;
  float end = (corner == 1u || corner == 2u || corner == 4u) ? 1.0 : 0.0;
  float edge = (corner == 0u || corner == 1u || corner == 3u) ? -1.0 : 1.0;
  if (corner == 3u) { end = 0.0; edge = 1.0; }
  if (corner == 4u) { end = 1.0; edge = -1.0; }
  if (corner == 5u) { end = 1.0; edge = 1.0; }
  if (corner == 0u) { end = 0.0; edge = -1.0; }
  if (corner == 1u) { end = 1.0; edge = -1.0; }
  if (corner == 2u) { end = 0.0; edge = 1.0; }
  float half_ = ends.z >= 2u ? mix(width, 0.6, end) : width * 0.6;
  vec2 p = from + way * length_ * end + vec2(-way.y, way.x) * edge * half_;
  along = length_ * end;
  across = edge;
  dashes = ends.z == 1u ? 7.0 : ends.z == 2u ? 10.0 : 0.0;
  float alpha = ends.z == 0u ? 0.35 : ends.z == 1u ? 0.75 : ends.z == 2u ? 0.8 : 0.95;
  tone = vec4(ends.z == 1u ? mix(dim, colours[ends.w & 7u], 0.45) : colours[ends.w & 7u], alpha);
  gl_Position = vec4(p * 2.0 / screen, 0.0, 1.0);
}`;

const lineFragment = `#version 300 es
precision highp float;
flat in vec4 tone;
flat in float dashes;
in float along;
in float across;
out vec4 colour;

void main() {
  float a = tone.a;
  if (dashes > 0.0 && mod(along, dashes) > dashes * 0.5) discard;
  colour = vec4(tone.rgb * a, a);
}`;

const LineKind = { target: 0, queue: 1, stepIn: 2, attack: 3 };

class Marks {
  constructor(canvas) {
    this.gl = canvas.getContext("webgl2", { alpha: false, antialias: false, preserveDrawingBuffer: false });
    if (!this.gl) throw new Error("This browser has no WebGL2, which the battle is drawn with.");
    const gl = this.gl;
    this.marks = this.program(markVertex, markFragment);
    this.lines = this.program(lineVertex, lineFragment);
    this.poses = [this.texture(), this.texture()];
    this.looks = this.texture();
    this.rows = 0;
    this.orderBuffer = gl.createBuffer();
    this.lineBuffer = gl.createBuffer();
    this.count = 0;
    this.lineCount = 0;
    this.mostSize = gl.getParameter(gl.ALIASED_POINT_SIZE_RANGE)[1];
    this.held = [-1, -1]; // numbers of the samples whose poses the textures hold
    gl.enable(gl.BLEND);
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
    const places = new Map();
    return { program, place: (name) => places.get(name) ?? this.remember(places, program, name) };
  }

  remember(places, program, name) {
    places.set(name, this.gl.getUniformLocation(program, name));
    return places.get(name);
  }

  texture() {
    const gl = this.gl;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
    }
    return texture;
  }

  makeRoom(count) {
    const rows = Math.max(Math.ceil(count / 512), 1);
    if (rows <= this.rows) return;
    const gl = this.gl;
    this.rows = rows;
    this.poseData = new Float32Array(rows * 512 * 4);
    this.lookData = new Uint8Array(rows * 512 * 4);
    for (const texture of this.poses) {
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, 512, rows, 0, gl.RGBA, gl.FLOAT, null);
    }
    gl.bindTexture(gl.TEXTURE_2D, this.looks);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8UI, 512, rows, 0, gl.RGBA_INTEGER, gl.UNSIGNED_BYTE, null);
    this.held = [-1, -1];
  }

  /** Agents who come with `next` stand there in `now`, too. */
  setSamples(now, next, battle) {
    this.makeRoom(next.count);
    if (this.held[1] === now.number && now.count === next.count) {
      this.poses.reverse();
      this.held.reverse();
    }
    if (this.held[0] !== now.number || now.count !== next.count) this.upload(this.poses[0], now, next, battle);
    if (this.held[1] !== next.number) this.upload(this.poses[1], next, next, battle);
    this.held = [now.number, next.number];
  }

  upload(texture, sample, next, battle) {
    const gl = this.gl;
    const data = this.poseData;
    const { quantum, heading_steps: steps, archetypes } = battle.head;
    const turn = (2 * Math.PI) / steps;
    const radii = Float32Array.from(archetypes, (archetype) => archetype.radius);
    for (let i = 0, at = 0; i < next.count; i++, at += 4) {
      const from = i < sample.count && sample.state[i] > 0 ? sample : next;
      data[at] = from.x[i] * quantum;
      data[at + 1] = from.y[i] * quantum;
      data[at + 2] = from.heading[i] * turn;
      data[at + 3] = radii[from.archetype[i]];
    }
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 512, Math.ceil(next.count / 512), gl.RGBA, gl.FLOAT, data);
  }

  /** Styles by index; the dead are drawn first, those who strike last. */
  setStyles(sample, styles) {
    const gl = this.gl;
    const counts = new Uint32Array(16);
    for (let i = 0, at = 0; i < sample.count; i++, at += 4) {
      this.lookData[at] = sample.team[i];
      this.lookData[at + 1] = styles[i];
      counts[styles[i]]++;
    }
    gl.bindTexture(gl.TEXTURE_2D, this.looks);
    const rows = Math.ceil(sample.count / 512);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 512, rows, gl.RGBA_INTEGER, gl.UNSIGNED_BYTE, this.lookData);
    this.count = sample.count - counts[Style.absent];
    counts[Style.absent] = 0;
    const places = counts.map((_, style) => counts.subarray(0, style).reduce((sum, n) => sum + n, 0));
    const order = new Uint32Array(this.count);
    for (let i = 0; i < sample.count; i++) if (styles[i] !== Style.absent) order[places[styles[i]]++] = i;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.orderBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, order, gl.DYNAMIC_DRAW);
  }

  /** Four numbers a line: from, to, LineKind, team. */
  setLines(lines) {
    const gl = this.gl;
    this.lineCount = lines.length / 4;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.lineBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, Uint32Array.from(lines), gl.DYNAMIC_DRAW);
  }

  use(program, camera, part, jump, palette) {
    const gl = this.gl;
    const { place } = program;
    gl.useProgram(program.program);
    [this.poses[0], this.poses[1], this.looks].forEach((texture, unit) => {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, texture);
    });
    gl.uniform1i(place("poseNow"), 0);
    gl.uniform1i(place("poseNext"), 1);
    gl.uniform1i(place("looks"), 2);
    gl.uniform2f(place("centre"), camera.x, camera.y);
    gl.uniform2f(place("scale"), (2 * camera.scale) / camera.width, (2 * camera.scale) / camera.height);
    gl.uniform1f(place("part"), part);
    gl.uniform1f(place("jump"), jump);
    gl.uniform3fv(place("colours"), palette.teams.flat());
    gl.uniform3fv(place("ground"), palette.ground);
    gl.uniform3fv(place("ink"), palette.ink);
    gl.uniform3fv(place("dim"), palette.dim);
  }

  draw(camera, part, jump, palette, ratio, least) {
    const gl = this.gl;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(...palette.ground, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (this.lineCount > 0) {
      this.use(this.lines, camera, part, jump, palette);
      gl.uniform1f(this.lines.place("pixels"), camera.scale);
      gl.uniform2f(this.lines.place("screen"), camera.width, camera.height);
      gl.bindBuffer(gl.ARRAY_BUFFER, this.lineBuffer);
      gl.enableVertexAttribArray(0);
      gl.vertexAttribIPointer(0, 4, gl.UNSIGNED_INT, 0, 0);
      gl.vertexAttribDivisor(0, 1);
      gl.drawArraysInstanced(gl.TRIANGLES, 0, 6, this.lineCount);
      gl.vertexAttribDivisor(0, 0);
    }
    if (this.count > 0) {
      this.use(this.marks, camera, part, jump, palette);
      gl.uniform1f(this.marks.place("pixels"), camera.scale * ratio);
      gl.uniform1f(this.marks.place("least"), least * ratio);
      gl.uniform1f(this.marks.place("most"), this.mostSize);
      gl.bindBuffer(gl.ARRAY_BUFFER, this.orderBuffer);
      gl.enableVertexAttribArray(0);
      gl.vertexAttribIPointer(0, 1, gl.UNSIGNED_INT, 0, 0);
      gl.drawArrays(gl.POINTS, 0, this.count);
    }
  }
}
