// Which part of the world is shown. Metres, y upwards; pixels of the page, y downwards.
class Camera {
  constructor() {
    this.x = 0;
    this.y = 0;
    this.scale = 10; // pixels a metre
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

  sees(x, y, margin) {
    const [px, py] = this.toScreen(x, y);
    return px > -margin && py > -margin && px < this.width + margin && py < this.height + margin;
  }

  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
  }

  /** What is under (px, py) stays there. */
  zoom(factor, px, py) {
    const [x, y] = this.toWorld(px, py);
    this.scale = Math.min(Math.max(this.scale * factor, this.least), this.most);
    const [nowX, nowY] = this.toWorld(px, py);
    this.x += x - nowX;
    this.y += y - nowY;
  }

  /** Shows a rectangle, and `margin` pixels around it. */
  show(left, bottom, right, top, margin) {
    this.x = (left + right) / 2;
    this.y = (bottom + top) / 2;
    const across = (this.width - 2 * margin) / Math.max(right - left, 1);
    const up = (this.height - 2 * margin) / Math.max(top - bottom, 1);
    this.scale = Math.min(Math.max(Math.min(across, up), this.least), this.most);
  }
}
