// Draws rings, discs and lines into a raster, with smooth edges: as Pen does on a canvas, and much faster if there are many
// and they are small. Places and lengths are in pixels of the page.
class RasterPen {
  constructor(raster) {
    this.raster = raster;
    this.ratio = 1; // pixels of the raster in a pixel of the page
    this.alpha = 1;
    this.tones = new Map(); // by colour: red, green, blue, 0 to 255, and alpha, 0 to 1
  }

  toneOf(colour) {
    let tone = this.tones.get(colour);
    if (!tone) {
      tone = colour.startsWith("#") ? [...numbersOf(colour), 1] : colour.match(/[\d.]+/g).map(Number);
      this.tones.set(colour, tone);
    }
    return tone;
  }

  rings(places, colour, width, dash = []) {
    for (let n = 0; n < places.length; n += 3) this.band(places[n], places[n + 1], places[n + 2], width, colour, dash);
  }

  discs(places, colour) {
    for (let n = 0; n < places.length; n += 3) this.band(places[n], places[n + 1], places[n + 2] / 2, places[n + 2], colour, []);
  }

  /** A ring of a width around a circle; a disc, if the width is twice the radius. */
  band(pageX, pageY, pageRadius, pageWidth, colour, dash) {
    const { raster, ratio } = this;
    const [red, green, blue, strength] = this.toneOf(colour);
    const full = 256 * strength * this.alpha;
    const [x, y, radius, half] = [pageX * ratio - 0.5, pageY * ratio - 0.5, pageRadius * ratio, (pageWidth * ratio) / 2];
    const outer = radius + half + 0.5;
    const inner = Math.max(radius - half - 0.5, 0);
    const whole = radius - half <= 0; // no hole
    const period = ((dash[0] ?? 0) + (dash[1] ?? 0)) * ratio;
    const bottom = Math.min(Math.floor(y + outer), raster.height - 1);
    for (let row = Math.max(Math.ceil(y - outer), 0); row <= bottom; row++) {
      const up = row - y;
      const across = Math.sqrt(Math.max(outer * outer - up * up, 0));
      const hole = whole || Math.abs(up) >= inner ? 0 : Math.sqrt(inner * inner - up * up);
      const right = Math.min(Math.floor(x + across), raster.width - 1);
      for (let column = Math.max(Math.ceil(x - across), 0); column <= right; column++) {
        const side = column - x;
        if (side > -hole && side < hole) {
          column = Math.max(Math.ceil(x + hole) - 1, column);
          continue;
        }
        const away = Math.sqrt(side * side + up * up);
        if (period > 0 && ((Math.atan2(up, side) + 2 * Math.PI) * radius) % period > dash[0] * ratio) continue;
        const cover = whole ? radius + half + 0.5 - away : half + 0.5 - Math.abs(away - radius);
        if (cover > 0) raster.tint(column, row, red, green, blue, cover < 1 ? full * cover : full);
      }
    }
  }

  segments(ends, colour, width, dash = []) {
    for (let n = 0; n < ends.length; n += 4) this.segment(ends[n], ends[n + 1], ends[n + 2], ends[n + 3], colour, width, dash);
  }

  segment(x1, y1, x2, y2, colour, width, dash) {
    const { raster, ratio } = this;
    const [red, green, blue, strength] = this.toneOf(colour);
    const full = 256 * strength * this.alpha;
    const steep = Math.abs(y2 - y1) > Math.abs(x2 - x1);
    // Along the line goes `u`, across it `v`.
    let [u1, v1, u2, v2] = (steep ? [y1, x1, y2, x2] : [x1, y1, x2, y2]).map((value) => value * ratio - 0.5);
    const length = Math.hypot(u2 - u1, v2 - v1);
    if (length < 1e-3) return;
    const slant = Math.abs(u2 - u1) / length;
    const half = (width * ratio) / 2;
    const period = ((dash[0] ?? 0) + (dash[1] ?? 0)) * ratio;
    const rise = (v2 - v1) / (u2 - u1);
    const [low, high] = [Math.max(Math.round(Math.min(u1, u2)), 0), Math.min(Math.round(Math.max(u1, u2)), (steep ? raster.height : raster.width) - 1)];
    const most = steep ? raster.width : raster.height;
    for (let u = low; u <= high; u++) {
      if (period > 0 && (Math.abs(u - u1) / slant) % period > dash[0] * ratio) continue;
      const v = v1 + (u - u1) * rise;
      const reach = (half + 0.5) / slant;
      for (let at = Math.max(Math.ceil(v - reach), 0); at <= v + reach && at < most; at++) {
        const cover = half + 0.5 - Math.abs(at - v) * slant;
        if (cover <= 0) continue;
        if (steep) raster.tint(at, u, red, green, blue, cover < 1 ? full * cover : full);
        else raster.tint(u, at, red, green, blue, cover < 1 ? full * cover : full);
      }
    }
  }
}
