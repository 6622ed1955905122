// Small charts over time. Lines differ in dashes and labels as well as in colour. A cursor shows the player's time, and
// a click moves the player to that time.
class Chart {
  static width = 560;
  static height = 230;
  static margin = { left: 58, right: 112, top: 12, bottom: 26 };
  static dashes = ["", "7 4", "2 3", "10 3 2 3", "5 5", "1 4", "12 4", "8 3 2 3 2 3"];

  /**
   * `lines`: [{ name, values, colour, area }], a value for each of `times`, which are the ends of the intervals. The
   * first interval begins at `from`.
   */
  constructor({ title, note, unit, from, times, lines, onSeek }) {
    this.from = from;
    this.times = times;
    this.lines = lines;
    this.unit = unit;
    this.onSeek = onSeek;
    const { width, height } = Chart;
    this.end = times.length ? times[times.length - 1] : from + 1;
    this.length = Math.max(this.end - from, 1e-6);
    const greatest = Math.max(...lines.flatMap(({ values }) => values), 0);
    this.top = niceTop(greatest);
    this.svg = element("svg:svg", {
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": `${title}: ${lines.map(({ name }) => name).join(", ")}`,
    });
    this.drawAxes();
    this.drawLines();
    this.cursor = element("svg:line", { class: "cursor", y1: Chart.margin.top, y2: height - Chart.margin.bottom });
    this.svg.append(this.cursor);
    this.readout = element("p", { class: "readout" });
    this.svg.addEventListener("pointerdown", (event) => this.seek(event));
    this.svg.addEventListener("pointermove", (event) => event.buttons & 1 && this.seek(event));
    this.figure = element(
      "figure",
      {},
      element("figcaption", {}, element("b", {}, title), note ? element("span", {}, note) : ""),
      this.svg,
      this.readout,
    );
  }

  x(time) {
    const { left, right } = Chart.margin;
    return left + ((time - this.from) / this.length) * (Chart.width - left - right);
  }

  y(value) {
    const { top, bottom } = Chart.margin;
    return Chart.height - bottom - (value / this.top) * (Chart.height - top - bottom);
  }

  drawAxes() {
    const { width, height, margin } = Chart;
    for (const value of [0, this.top / 2, this.top]) {
      const y = this.y(value);
      this.svg.append(
        element("svg:line", { class: value ? "rule" : "axis", x1: margin.left, x2: width - margin.right, y1: y, y2: y }),
        element("svg:text", { x: margin.left - 8, y: y + 4, "text-anchor": "end" }, shortNumber(value)),
      );
    }
    const step = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600].find((s) => this.length / s <= 6) ?? 7200;
    for (let time = Math.ceil(this.from / step) * step; time <= this.end + 1e-9; time += step) {
      this.svg.append(
        element("svg:text", { x: this.x(time), y: height - 7, "text-anchor": "middle" }, clock(time, this.length < 6 ? 1 : 0)),
        element("svg:line", { class: "axis", x1: this.x(time), x2: this.x(time), y1: this.y(0), y2: this.y(0) + 4 }),
      );
    }
  }

  /** The line is constant within an interval, because the value is a mean or a rate over the interval. */
  path(values) {
    const points = values.map((value, i) => {
      const from = i > 0 ? this.times[i - 1] : this.from;
      const x = values.length > 160 ? [(from + this.times[i]) / 2] : [from, this.times[i]];
      return x.map((time) => `${this.x(time).toFixed(1)},${this.y(value).toFixed(1)}`).join(" ");
    });
    return points.join(" ");
  }

  drawLines() {
    this.lines.forEach(({ values, colour, area }, i) => {
      const path = this.path(values);
      if (area) {
        const ends = `${this.x(this.end)},${this.y(0)} ${this.x(this.from)},${this.y(0)}`;
        this.svg.append(element("svg:polygon", { points: `${path} ${ends}`, fill: colour, class: "area" }));
      }
      const dash = Chart.dashes[i % Chart.dashes.length];
      this.svg.append(
        element("svg:polyline", { points: path, stroke: colour, "stroke-dasharray": dash, class: "series" }),
      );
    });
    this.drawLabels();
  }

  /** Draws the labels at the ends of the lines, moved apart from each other. */
  drawLabels() {
    const { width, height, margin } = Chart;
    const labels = this.lines.map(({ name, values, colour }, i) => ({
      name,
      colour,
      dash: Chart.dashes[i % Chart.dashes.length],
      y: this.y(values.length ? values[values.length - 1] : 0),
    }));
    labels.sort((a, b) => a.y - b.y);
    const gap = Math.min(17, (height - margin.top) / Math.max(labels.length, 1));
    labels.forEach((label, i) => (label.at = Math.max(label.y, i > 0 ? labels[i - 1].at + gap : margin.top + 4)));
    const over = labels.length ? labels[labels.length - 1].at - (height - margin.bottom + 4) : 0;
    for (let i = labels.length - 1, limit = height - margin.bottom + 4; over > 0 && i >= 0; i--, limit -= gap) {
      labels[i].at = Math.min(labels[i].at, limit);
    }
    const x = width - margin.right;
    for (const { name, colour, dash, y, at } of labels) {
      this.svg.append(
        element("svg:polyline", { points: `${x},${y} ${x + 6},${at} ${x + 24},${at}`, stroke: colour, "stroke-dasharray": dash, class: "lead" }),
        element("svg:text", { x: x + 28, y: at + 4, class: "label" }, name.length > 13 ? `${name.slice(0, 12)}…` : name),
      );
    }
  }

  seek(event) {
    const box = this.svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * Chart.width;
    const { left, right } = Chart.margin;
    const share = (x - left) / (Chart.width - left - right);
    if (share >= -0.02 && share <= 1.02) this.onSeek(this.from + Math.min(Math.max(share, 0), 1) * this.length);
  }

  setTime(time) {
    if (time === this.time) return;
    this.time = time;
    const x = this.x(Math.min(Math.max(time, this.from), this.end));
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
    let at = this.times.findIndex((end) => time <= end + 1e-9);
    if (at < 0) at = this.times.length - 1;
    if (at === this.at) return;
    this.at = at;
    const values = this.lines.map(({ name, values }) => `${name} ${shortNumber(values[at] ?? 0)}`);
    this.readout.textContent = `${values.join("   ·   ")}${this.unit ? `   (${this.unit})` : ""}`;
  }
}

function niceTop(greatest) {
  if (!(greatest > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(greatest));
  return [1, 2, 3, 4, 5, 6, 8, 10].map((n) => n * power).find((top) => top >= greatest * 0.9999);
}

function shortNumber(value) {
  const size = Math.abs(value);
  if (size >= 1e6) return `${trimmed(value / 1e6)} M`;
  if (size >= 1e4) return `${trimmed(value / 1e3)} k`;
  return size >= 100 || value === 0 ? String(Math.round(value)) : trimmed(value);
}

function trimmed(value) {
  return String(Number(value.toPrecision(3)));
}
