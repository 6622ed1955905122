// A picture in memory, of 32-bit pixels. Drawing many small marks into it is faster than a canvas or, without a
// graphics card, WebGL.
class Raster {
  constructor(canvas) {
    this.context = canvas.getContext("2d", { alpha: false });
    this.canvas = canvas;
    this.resize(1, 1);
  }

  resize(width, height) {
    this.width = this.canvas.width = width;
    this.height = this.canvas.height = height;
    this.image = this.context.createImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.background = new Uint32Array(width * height);
  }

  begin() {
    this.pixels.set(this.background);
  }

  end() {
    this.context.putImageData(this.image, 0, 0);
  }

  /** Draws a square with its upper left corner at (left, top), which may be outside. */
  square(left, top, side, pixel) {
    const { pixels, width, height } = this;
    const right = Math.min(left + side, width);
    const bottom = Math.min(top + side, height);
    const from = left < 0 ? 0 : left;
    for (let y = top < 0 ? 0 : top; y < bottom; y++) {
      const row = y * width;
      for (let x = from; x < right; x++) pixels[row + x] = pixel;
    }
  }

  /** Draws the n-th sprite of a sheet (Sprites), premultiplied, with its upper left corner at (left, top). */
  sprite(sheet, n, left, top) {
    const { side } = sheet;
    if (left < 0 || top < 0 || left + side > this.width || top + side > this.height) return this.clipped(sheet, n, left, top);
    const { pixels } = this;
    const { places, colours, ends } = sheet;
    const corner = top * this.width + left;
    const blended = ends[n * 3 + 1];
    const end = ends[n * 3 + 2];
    let at = ends[n * 3];
    for (; at < blended; at++) pixels[corner + places[at]] = colours[at];
    for (; at < end; at++) {
      const to = corner + places[at];
      pixels[to] = blend(colours[at], pixels[to]);
    }
  }

  clipped({ pixels: source, side }, n, left, top) {
    const { pixels, width, height } = this;
    for (let y = Math.max(-top, 0); y < Math.min(side, height - top); y++) {
      for (let x = Math.max(-left, 0); x < Math.min(side, width - left); x++) {
        const to = (top + y) * width + left + x;
        pixels[to] = blend(source[(n * side + y) * side + x], pixels[to]);
      }
    }
  }

  /** Lays a colour over a pixel. `red`, `green`, `blue`: 0 to 255; `alpha`: 0 to 256. */
  tint(x, y, red, green, blue, alpha) {
    const { pixels } = this;
    const at = y * this.width + x;
    const under = pixels[at];
    const left = 256 - alpha;
    pixels[at] = 0xff000000 | (((blue * alpha + ((under >>> 16) & 255) * left) >> 8) << 16) |
      (((green * alpha + ((under >>> 8) & 255) * left) >> 8) << 8) | ((red * alpha + (under & 255) * left) >> 8);
  }

  /** Draws a line of a pixel's width. `red`, `green`, `blue`: 0 to 255; `alpha`: 0 to 256; `dash`: pixels, 0: none. */
  line(x1, y1, x2, y2, [red, green, blue], alpha, dash = 0) {
    const { pixels, width, height } = this;
    const tone = scaled(red, green, blue, alpha);
    const left = 256 - alpha;
    const steps = Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1), 1));
    const dx = (x2 - x1) / steps;
    const dy = (y2 - y1) / steps;
    const [first, last] = inside(x1, y1, dx, dy, steps, width, height);
    for (let n = first; n <= last; n++) {
      if (dash > 0 && n % dash > dash / 2) continue;
      const at = Math.floor(y1 + dy * n) * width + Math.floor(x1 + dx * n);
      pixels[at] = (tone + faded(pixels[at], left)) | 0xff000000;
    }
  }
}

/** A premultiplied pixel over an opaque pixel. */
function blend(pixel, under) {
  const share = 256 - (pixel >>> 24);
  if (share === 1) return pixel;
  return pixel + ((Math.imul(under & 0xff00ff, share) >>> 8) & 0xff00ff) + (Math.imul((under >>> 8) & 0xff00ff, share) & 0xff00ff00);
}

/** The pixel with its parts multiplied by `share` / 256. */
function faded(pixel, share) {
  const parts = Math.imul(pixel & 0xff00ff, share) >>> 8;
  const others = Math.imul((pixel >>> 8) & 0xff00ff, share);
  return (parts & 0xff00ff) + (others & 0xff00ff00);
}

function scaled(red, green, blue, alpha) {
  const part = (value) => (value * alpha) >> 8;
  return (part(blue) << 16) | (part(green) << 8) | part(red);
}

/** The first and the last step of a line that lie in the picture; the last is less if none does. */
function inside(x, y, dx, dy, steps, width, height) {
  let first = 0;
  let last = steps;
  for (const [at, by, end] of [[x, dx, width], [y, dy, height]]) {
    if (Math.abs(by) < 1e-9) {
      if (at < 0 || at >= end) return [0, -1];
      continue;
    }
    const one = -at / by;
    const other = (end - 1e-3 - at) / by;
    first = Math.max(first, Math.ceil(Math.min(one, other)));
    last = Math.min(last, Math.floor(Math.max(one, other)));
  }
  return [first, last];
}
