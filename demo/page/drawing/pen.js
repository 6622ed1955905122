// What the recorded page and the live page draw alike: rings, discs and the grid.
class Pen {
  constructor(context) {
    this.context = context;
  }

  set alpha(share) {
    this.context.globalAlpha = share;
  }

  ring(x, y, radius, colour, width, dash = []) {
    this.rings([x, y, radius], colour, width, dash);
  }

  /** Many rings, as x, y, radius. One path for all is drawn several times faster than a path for each. */
  rings(places, colour, width, dash = []) {
    this.trace(places);
    this.stroke(colour, width, dash);
  }

  /** Draws the present path as a line; `fill` fills it. */
  stroke(colour, width, dash = []) {
    const c = this.context;
    c.setLineDash(dash);
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.stroke();
    c.setLineDash([]);
  }

  fill(colour) {
    this.context.fillStyle = colour;
    this.context.fill();
  }

  disc(x, y, radius, colour) {
    this.discs([x, y, radius], colour);
  }

  discs(places, colour) {
    this.trace(places);
    this.fill(colour);
  }

  trace(places) {
    const c = this.context;
    c.beginPath();
    for (let n = 0; n < places.length; n += 3) {
      const radius = Math.max(places[n + 2], 0);
      c.moveTo(places[n] + radius, places[n + 1]);
      c.arc(places[n], places[n + 1], radius, 0, 2 * Math.PI);
    }
  }

  /** Many lines, as x1, y1, x2, y2. */
  segments(ends, colour, width, dash = []) {
    const c = this.context;
    c.beginPath();
    for (let n = 0; n < ends.length; n += 4) {
      c.moveTo(ends[n], ends[n + 1]);
      c.lineTo(ends[n + 2], ends[n + 3]);
    }
    this.stroke(colour, width, dash);
  }

  drawGrid({ camera, palette }) {
    const step = roundLength(90 / camera.scale);
    const [left, top] = camera.toWorld(0, 0);
    const [right, bottom] = camera.toWorld(camera.width, camera.height);
    const ends = [];
    const first = [Math.ceil(left / step), Math.ceil(bottom / step)];
    for (let n = 0; n <= (right - left) / step && (first[0] + n) * step <= right; n++) {
      const x = Math.round(camera.toScreen((first[0] + n) * step, 0)[0]) + 0.5;
      ends.push(x, 0, x, camera.height);
    }
    for (let n = 0; n <= (top - bottom) / step && (first[1] + n) * step <= top; n++) {
      const y = Math.round(camera.toScreen(0, (first[1] + n) * step)[1]) + 0.5;
      ends.push(0, y, camera.width, y);
    }
    this.segments(ends, palette.css.grid, 1);
  }
}

/** 1, 2 or 5 times a power of ten, at least `least`. */
function roundLength(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((n) => n * power).find((length) => length >= least * 0.999);
}
