// The ground: the walkable cells, and the drawing of blocked cells under everything else. Outside the grid nothing is
// walkable.

class Ground {
  /** `made`: the ground in the page's head. `onReady` is called when unpacking has ended or has failed. */
  constructor({ columns, lines, cell, low, walkable }, onReady) {
    Object.assign(this, { columns, lines, cell, low });
    this.bits = null;
    this.failure = null;
    unpack(bytesOfBase64(walkable))
      .then((bits) => (this.bits = bits))
      .catch((error) => (this.failure = `The ground cannot be unpacked: ${error.message}`))
      .finally(onReady);
  }

  get ready() {
    return this.bits !== null || this.failure !== null;
  }

  isWalkable(column, line) {
    if (column < 0 || line < 0 || column >= this.columns || line >= this.lines) return false;
    const at = line * this.columns + column;
    return ((this.bits[at >> 3] >> (at & 7)) & 1) === 1;
  }

  /** The cells as drawn: 255 where blocked. If a side has more than `most` cells, several cells are merged. */
  blocked(most) {
    const step = Math.ceil(Math.max(this.columns, this.lines) / most);
    const width = Math.ceil(this.columns / step);
    const height = Math.ceil(this.lines / step);
    const cells = new Uint8Array(width * height);
    for (let line = 0; line < this.lines; line++) {
      for (let column = 0; column < this.columns; column++) {
        if (this.isWalkable(column, line)) continue;
        cells[Math.floor(line / step) * width + Math.floor(column / step)] = 255;
      }
    }
    return { width, height, step, cells };
  }
}

const groundVertex = `#version 300 es
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }`;

const groundFragment = `#version 300 es
precision highp float;
precision highp sampler2D;
uniform sampler2D cells;
uniform vec2 corner; // of the picture, lower left, in texels
uniform vec2 extent; // of the grid
uniform float pixel; // in texels
uniform vec3 ground, wall, edge;
out vec4 colour;

bool outside(vec2 at) { return any(lessThan(at, vec2(0.0))) || any(greaterThanEqual(at, extent)); }
bool blocked(vec2 at) { return outside(at) || texelFetch(cells, ivec2(at), 0).r > 0.5; }

// Of a blocked point: it is at the edge.
bool edged(vec2 at) {
  float wide = 1.5 * pixel;
  return !blocked(at + vec2(wide, 0.0)) || !blocked(at - vec2(wide, 0.0)) || !blocked(at + vec2(0.0, wide)) ||
    !blocked(at - vec2(0.0, wide));
}

void main() {
  vec2 at = corner + gl_FragCoord.xy * pixel;
  bool afar = pixel > 0.8;
  if (!afar && !blocked(at)) discard;
  float hatch = 1.0 - smoothstep(0.8, 1.6, abs(mod((at.x + at.y) / pixel, 9.0) - 4.5));
  vec3 tone = mix(wall, edge, 0.22 * hatch);
  if (afar) { // from afar, where edges would be all that is seen
    float here = texture(cells, at / vec2(textureSize(cells, 0))).r;
    colour = vec4(mix(ground, tone, outside(at) ? 1.0 : here), 1.0);
    return;
  }
  colour = vec4(edged(at) ? mix(tone, edge, clamp(1.6 - 2.0 * pixel, 0.0, 1.0)) : tone, 1.0);
}`;

/** Paints the ground only when the view has changed: with software rendering it costs more than everything else. */
class GroundPainter {
  /** `marks` owns the canvas. */
  constructor(marks, ground) {
    this.gl = marks.gl;
    this.ground = ground;
    this.made = marks.program(groundVertex, groundFragment);
    this.texture = null;
    this.frame = this.gl.createFramebuffer();
    this.picture = this.gl.createRenderbuffer();
    this.painted = ""; // key of the painted picture
  }

  makeTexture() {
    const gl = this.gl;
    const { width, height, step, cells } = this.ground.blocked(gl.getParameter(gl.MAX_TEXTURE_SIZE));
    this.step = step;
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, width, height, 0, gl.RED, gl.UNSIGNED_BYTE, cells);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    for (const way of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, way, gl.CLAMP_TO_EDGE);
  }

  draw(view) {
    const { gl } = this;
    if (!this.ground.bits) return;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    const { camera, palette } = view;
    const wanted = [camera.x, camera.y, camera.scale, width, height, palette.css.ground].join(" ");
    if (this.painted !== wanted) this.paint(view, width, height);
    this.painted = wanted;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.frame);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
  }

  paint({ camera, palette, ratio }, width, height) {
    const { gl, ground } = this;
    if (!this.texture) this.makeTexture();
    gl.bindRenderbuffer(gl.RENDERBUFFER, this.picture);
    gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, width, height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, this.picture);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const { program, places } = this.made;
    const texel = ground.cell * this.step;
    const pixel = 1 / (camera.scale * ratio * texel);
    gl.disable(gl.BLEND);
    gl.useProgram(program);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.uniform2f(
      places.corner,
      (camera.x - ground.low[0]) / texel - (width / 2) * pixel,
      (camera.y - ground.low[1]) / texel - (height / 2) * pixel,
    );
    gl.uniform2f(places.extent, ground.columns / this.step, ground.lines / this.step);
    gl.uniform1f(places.pixel, pixel);
    for (const name of ["ground", "wall", "edge"]) gl.uniform3fv(places[name], palette[name]);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }
}
