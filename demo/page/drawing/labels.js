// Places labels so that they cross neither marks nor each other, and stay inside the picture.
class Labels {
  static cell = 6; // pixels; resolution of what is occupied
  static margin = 6; // pixels, to the edges of the picture
  static distances = [14, 34, 64, 110, 170, 250, 340];
  static directions = 16;
  static step = 18; // pixels
  static line = 18; // pixels, the height of a line

  constructor(pen) {
    this.pen = pen;
    this.occupied = new Uint8Array(0);
    this.last = new Map(); // the offset at which each label was, by key
    this.boxes = []; // of all labels of this drawing, for the page's tests
  }

  /** Begins a drawing. `blocked`: discs that labels must not cross, as x, y, radius. */
  begin(width, height, blocked) {
    this.width = width;
    this.height = height;
    this.columns = Math.ceil(width / Labels.cell);
    this.rows = Math.ceil(height / Labels.cell);
    if (this.occupied.length !== this.columns * this.rows) this.occupied = new Uint8Array(this.columns * this.rows);
    else this.occupied.fill(0);
    for (let n = 0; n < blocked.length; n += 3) {
      const [x, y, radius] = [blocked[n], blocked[n + 1], blocked[n + 2]];
      this.occupy(x - radius, y - radius, 2 * radius, 2 * radius);
    }
    this.boxes = [];
    this.seen = new Set();
  }

  /** Ends a drawing: forgets the labels that were not in it. */
  end() {
    for (const key of this.last.keys()) if (!this.seen.has(key)) this.last.delete(key);
  }

  /** Calls `visit` with the place of each cell of a box. */
  visitCells(x, y, width, height, visit) {
    const { columns, rows } = this;
    const left = Math.max(Math.floor(x / Labels.cell), 0);
    const right = Math.min(Math.floor((x + width) / Labels.cell), columns - 1);
    const bottom = Math.min(Math.floor((y + height) / Labels.cell), rows - 1);
    for (let row = Math.max(Math.floor(y / Labels.cell), 0); row <= bottom; row++) {
      for (let column = left; column <= right; column++) visit(row * columns + column);
    }
  }

  occupy(x, y, width, height) {
    this.visitCells(x, y, width, height, (cell) => (this.occupied[cell] = 1));
  }

  /** How many occupied cells a box covers. */
  covers(x, y, width, height) {
    let sum = 0;
    this.visitCells(x, y, width, height, (cell) => (sum += this.occupied[cell]));
    return sum;
  }

  /** How many occupied points the line from a disc around (x, y) to a box crosses. */
  crossed(x, y, away, left, top, width, height) {
    const dx = Math.min(Math.max(x, left), left + width) - x;
    const dy = Math.min(Math.max(y, top), top + height) - y;
    const reach = Math.hypot(dx, dy);
    let sum = 0;
    for (let at = away + Labels.cell; at < reach; at += Labels.cell) {
      const column = Math.floor((x + (dx * at) / reach) / Labels.cell);
      const row = Math.floor((y + (dy * at) / reach) / Labels.cell);
      if (column >= 0 && row >= 0 && column < this.columns && row < this.rows) sum += this.occupied[row * this.columns + column];
    }
    return sum;
  }

  /** Whether a box lies inside the picture and is free; then it is taken. */
  take(x, y, width, height) {
    const { margin } = Labels;
    if (x < margin || y < margin || x + width > this.width - margin || y + height > this.height - margin) return false;
    if (this.covers(x, y, width, height) > 0) return false;
    this.occupy(x, y, width, height);
    this.boxes.push({ x, y, width, height });
    return true;
  }

  /**
   * The box of a label near a point from which it keeps `away` pixels: where it crosses least, then nearest, and where it
   * was if that is as good. It is always inside the picture.
   */
  find(key, x, y, away, width, height) {
    const { margin, distances, directions } = Labels;
    let best = null;
    const consider = (left, top, bonus) => {
      const inX = Math.min(Math.max(left, margin), Math.max(this.width - margin - width, margin));
      const inY = Math.min(Math.max(top, margin), Math.max(this.height - margin - height, margin));
      const across = Math.max(inX - x, x - inX - width, 0);
      const up = Math.max(inY - y, y - inY - height, 0);
      const distance = Math.hypot(across, up);
      const onMark = distance < away ? 1000 : 0;
      const crossed = distance > away ? this.crossed(x, y, away, inX, inY, width, height) : 0;
      const covered = this.covers(inX, inY, width, height);
      const cost = covered * 200 + crossed * 30 + onMark + distance - bonus;
      if (!best || cost < best.cost) best = { cost, covered, x: inX, y: inY, width, height };
    };
    const before = this.last.get(key);
    if (before) consider(x + before.x, y + before.y, 30);
    for (const distance of distances) {
      for (let n = 0; n < directions; n++) {
        const angle = -Math.PI / 2 + (n % 2 ? 1 : -1) * Math.ceil(n / 2) * ((2 * Math.PI) / directions);
        const reach = away + distance;
        const [atX, atY] = [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
        consider(atX - width / 2 + (Math.cos(angle) * width) / 2, atY - height / 2 + (Math.sin(angle) * height) / 2, 0);
      }
    }
    if (best.covered > 0) { // then anywhere
      const { step } = Labels;
      for (let top = margin; top < this.height - height; top += step)
        for (let left = margin; left < this.width - width; left += step) consider(left, top, 0);
    }
    return best;
  }

  /** Finds the place of a label, and takes it. A label for which there is no room is left with its first two lines. */
  place(key, lines, x, y, away) {
    const c = this.pen.context;
    let width = 0;
    lines.forEach((words, n) => {
      c.font = Labels.font(n);
      width = Math.max(width, c.measureText(words).width);
    });
    const box = this.find(key, x, y, away, Math.ceil(width) + 18, lines.length * Labels.line + 8);
    if (box.covered > 0 && lines.length > 2) return this.place(key, lines.slice(0, 2), x, y, away);
    this.last.set(key, { x: box.x - x, y: box.y - y });
    this.seen.add(key);
    this.occupy(box.x, box.y, box.width, box.height);
    this.boxes.push({ x: box.x, y: box.y, width: box.width, height: box.height });
    return { ...box, lines };
  }

  static font(line) {
    return `${line === 0 ? 600 : 400} 13px system-ui, sans-serif`;
  }

  /** Draws a label of some lines on a panel of its own, with a line that leads to (x, y). The first line is bold. */
  draw(palette, key, lines, x, y, away, colour) {
    const { pen } = this;
    const c = pen.context;
    const box = this.place(key, lines, x, y, away);
    const nearX = Math.min(Math.max(x, box.x), box.x + box.width);
    const nearY = Math.min(Math.max(y, box.y), box.y + box.height);
    const reach = Math.hypot(nearX - x, nearY - y);
    if (reach > away) {
      const ends = [x + ((nearX - x) / reach) * away, y + ((nearY - y) / reach) * away, nearX, nearY];
      pen.segments(ends, palette.css.ground, 4);
      pen.segments(ends, colour, 1.5);
    }
    c.beginPath();
    c.roundRect(box.x, box.y, box.width, box.height, 5);
    pen.fill(palette.css.panel);
    pen.stroke(colour, 1.5);
    c.fillStyle = palette.css.text;
    c.textAlign = "left";
    c.textBaseline = "middle";
    box.lines.forEach((words, n) => {
      c.font = Labels.font(n);
      c.fillText(words, box.x + 9, box.y + 4 + Labels.line * (n + 0.5));
    });
    return box;
  }

  /** Writes a short text at the first free place around a disc; nothing, if there is none. Returns whether it did. */
  beside(words, x, y, radius, colour, size, weight) {
    const c = this.pen.context;
    c.font = `${weight} ${size}px system-ui, sans-serif`;
    const width = Math.ceil(c.measureText(words).width) + 2;
    const height = size;
    const out = radius + Labels.cell + 1;
    const places = [
      [x - width / 2, y + out], [x - width / 2, y - out - height], [x + out, y - height / 2], [x - out - width, y - height / 2],
      [x + out * 0.7, y + out * 0.7], [x - out * 0.7 - width, y + out * 0.7], [x + out * 0.7, y - out * 0.7 - height],
      [x - out * 0.7 - width, y - out * 0.7 - height],
    ];
    const free = places.find(([left, top]) => this.take(left, top, width, height));
    if (!free) return false;
    c.fillStyle = colour;
    c.textAlign = "left";
    c.textBaseline = "middle";
    c.fillText(words, free[0] + 1, free[1] + height / 2 + 1);
    return true;
  }
}
