// What the recorded page and the live page draw alike: rings, discs and the grid.
class Pen {
  constructor(context) {
    this.context = context;
  }

  ring(x, y, radius, colour, width, dash = []) {
    const c = this.context;
    c.beginPath();
    c.setLineDash(dash);
    c.arc(x, y, Math.max(radius, 0), 0, 2 * Math.PI);
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.stroke();
    c.setLineDash([]);
  }

  disc(x, y, radius, colour) {
    const c = this.context;
    c.beginPath();
    c.arc(x, y, radius, 0, 2 * Math.PI);
    c.fillStyle = colour;
    c.fill();
  }

  drawGrid({ camera, palette }) {
    const c = this.context;
    const step = roundLength(90 / camera.scale);
    const [left, top] = camera.toWorld(0, 0);
    const [right, bottom] = camera.toWorld(camera.width, camera.height);
    c.beginPath();
    for (let x = Math.ceil(left / step) * step; x <= right; x += step) {
      const [px] = camera.toScreen(x, 0);
      c.moveTo(Math.round(px) + 0.5, 0);
      c.lineTo(Math.round(px) + 0.5, camera.height);
    }
    for (let y = Math.ceil(bottom / step) * step; y <= top; y += step) {
      const [, py] = camera.toScreen(0, y);
      c.moveTo(0, Math.round(py) + 0.5);
      c.lineTo(camera.width, Math.round(py) + 0.5);
    }
    c.strokeStyle = palette.css.grid;
    c.lineWidth = 1;
    c.stroke();
  }
}

/** 1, 2 or 5 times a power of ten, at least `least`. */
function roundLength(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((n) => n * power).find((length) => length >= least * 0.999);
}
