// Small marks, drawn once for each team, style and heading, and copied from then on.
class Sprites {
  static headings = 32;
  static mostSizes = 16; // of which sprites are kept

  constructor() {
    this.sizes = new Map(); // by radius: sheets by team and style
    this.width = 0; // of the raster
    this.canvas = document.createElement("canvas");
    this.pen = new Pen(this.canvas.getContext("2d", { willReadFrequently: true }));
  }

  /** Forgets all sprites. From now on they are for a raster of this width. */
  clear(width) {
    this.sizes.clear();
    this.width = width;
  }

  /** The sheets of marks with a radius, in pixels. Each has all headings, one after another. */
  ofRadius(radius) {
    let sheets = this.sizes.get(radius);
    if (!sheets) {
      if (this.sizes.size >= Sprites.mostSizes) this.sizes.delete(this.sizes.keys().next().value);
      this.sizes.set(radius, (sheets = []));
    }
    return sheets;
  }

  sheet(palette, sheets, team, style, radius) {
    const at = team * 32 + style;
    return (sheets[at] ??= this.draw(palette, team, style, radius));
  }

  draw(palette, team, style, radius) {
    const { pen, canvas } = this;
    const c = pen.context;
    const side = 2 * Math.ceil(radius * reachOfMark(style & ~Style.faint)) + 1;
    canvas.width = side;
    canvas.height = side * Sprites.headings;
    for (let n = 0; n < Sprites.headings; n++) {
      c.save();
      c.beginPath();
      c.rect(0, n * side, side, side);
      c.clip();
      c.translate(side / 2, (n + 0.5) * side);
      c.rotate((-n * 2 * Math.PI) / Sprites.headings);
      if (style & Style.faint) c.globalAlpha = faintOpacity;
      drawMark(pen, palette, team, style & ~Style.faint, radius);
      c.restore();
    }
    const { data } = c.getImageData(0, 0, side, side * Sprites.headings);
    const pixels = new Uint32Array(side * side * Sprites.headings);
    for (let i = 0; i < pixels.length; i++) {
      const alpha = data[i * 4 + 3];
      if (alpha === 0) continue;
      const share = alpha === 255 ? 256 : alpha;
      pixels[i] = ((alpha << 24) | scaled(data[i * 4], data[i * 4 + 1], data[i * 4 + 2], share)) >>> 0;
    }
    return { side, half: (side - 1) / 2, pixels, ...this.points(pixels, side) };
  }

  /**
   * Of each sprite: its opaque pixels, then those that are partly transparent, as places in a raster of `width` and as
   * colours. `ends` has three numbers for each sprite: where it begins, where the transparent begin, and its end.
   */
  points(pixels, side) {
    const places = new Int32Array(pixels.length);
    const colours = new Uint32Array(pixels.length);
    const ends = new Int32Array(Sprites.headings * 3);
    let count = 0;
    for (let n = 0; n < Sprites.headings; n++) {
      ends[n * 3] = count;
      for (const opaque of [true, false]) {
        for (let at = 0; at < side * side; at++) {
          const colour = pixels[n * side * side + at];
          const alpha = colour >>> 24;
          if (alpha === 0 || (alpha === 255) !== opaque) continue;
          places[count] = Math.floor(at / side) * this.width + (at % side);
          colours[count++] = colour;
        }
        ends[n * 3 + (opaque ? 1 : 2)] = count;
      }
    }
    return { places: places.slice(0, count), colours: colours.slice(0, count), ends };
  }
}
