// Small marks, drawn once for each team, style and heading, and copied from then on.
class Sprites {
  static headings = 32;
  static mostSizes = 16; // of which sprites are kept

  constructor() {
    this.sizes = new Map(); // by radius: sheets by team and style
    this.canvas = document.createElement("canvas");
    this.context = this.canvas.getContext("2d", { willReadFrequently: true });
  }

  clear() {
    this.sizes.clear();
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
    const at = team * 16 + style;
    return (sheets[at] ??= this.draw(palette, team, style, radius));
  }

  draw(palette, team, style, radius) {
    const { context: c, canvas } = this;
    const side = 2 * Math.ceil(radius * reachOfMark(style)) + 1;
    canvas.width = side;
    canvas.height = side * Sprites.headings;
    for (let n = 0; n < Sprites.headings; n++) {
      c.save();
      c.beginPath();
      c.rect(0, n * side, side, side);
      c.clip();
      c.translate(side / 2, (n + 0.5) * side);
      c.rotate((-n * 2 * Math.PI) / Sprites.headings);
      drawMark(c, palette, team, style, radius);
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
    return { side, half: (side - 1) / 2, pixels, spans: this.spans(pixels, side) };
  }

  /** Of each row: its first pixel that is not transparent, and the end of the last. */
  spans(pixels, side) {
    const rows = pixels.length / side;
    const spans = new Int16Array(rows * 2);
    for (let row = 0; row < rows; row++) {
      let first = 0;
      let last = side;
      while (first < side && pixels[row * side + first] === 0) first++;
      while (last > first && pixels[row * side + last - 1] === 0) last--;
      spans.set([first, last], row * 2);
    }
    return spans;
  }
}
