// The part of the world that is shown. Metres with y up; pixels of the page with y down.
class Camera {
  constructor() {
    this.x = 0;
    this.y = 0;
    this.scale = 10; // pixels per metre
    this.width = 1;
    this.height = 1;
    this.least = 0.01;
    this.most = 160;
  }

  toScreen(x, y) {
    return [this.width / 2 + (x - this.x) * this.scale, this.height / 2 - (y - this.y) * this.scale];
  }

  toWorld(px, py) {
    return [this.x + (px - this.width / 2) / this.scale, this.y - (py - this.height / 2) / this.scale];
  }

  /** The visible part of the world as a box, enlarged on each side by `share` of its size and by `metres`. */
  box(share, metres) {
    const across = (this.width / this.scale) * (0.5 + share) + metres;
    const up = (this.height / this.scale) * (0.5 + share) + metres;
    const box = { left: this.x - across, right: this.x + across, bottom: this.y - up, top: this.y + up };
    const made = this.scale;
    /** Whether the box still contains what the camera sees, and is not far too large. */
    box.holds = ({ x, y, width, height, scale }) =>
      x - width / scale / 2 > box.left && x + width / scale / 2 < box.right &&
      y - height / scale / 2 > box.bottom && y + height / scale / 2 < box.top &&
      scale < made * 2 && scale > made * 0.7;
    return box;
  }

  sees(x, y, margin) {
    const [px, py] = this.toScreen(x, y);
    return px > -margin && py > -margin && px < this.width + margin && py < this.height + margin;
  }

  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
  }

  /** Zooms; the world point at (px, py) stays in place. */
  zoom(factor, px, py) {
    const [x, y] = this.toWorld(px, py);
    this.scale = Math.min(Math.max(this.scale * factor, this.least), this.most);
    const [nowX, nowY] = this.toWorld(px, py);
    this.x += x - nowX;
    this.y += y - nowY;
  }

  /** Shows a rectangle with a margin of `margin` pixels around it. */
  show(left, bottom, right, top, margin) {
    this.x = (left + right) / 2;
    this.y = (bottom + top) / 2;
    const across = (this.width - 2 * margin) / Math.max(right - left, 1);
    const up = (this.height - 2 * margin) / Math.max(top - bottom, 1);
    this.scale = Math.min(Math.max(Math.min(across, up), this.least), this.most);
  }
}

/** The box around the places `at(i)` of the agents below `count` that are `wanted(i)`; null: there are none. */
function boxAround(count, wanted, at) {
  const box = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };
  for (let i = 0; i < count; i++) {
    if (!wanted(i)) continue;
    const [x, y] = at(i);
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.bottom = Math.min(box.bottom, y);
    box.top = Math.max(box.top, y);
  }
  return box.left <= box.right ? box : null;
}
