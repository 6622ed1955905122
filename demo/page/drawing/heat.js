// Heat maps of the whole battle: where agents died, began attacks, were under attack, and waited. They are counted in
// the background, from all samples, when the first of them is switched on.
class Heat {
  static names = ["heat-deaths", "heat-attacks", "heat-pressure", "heat-waiting"];
  static slice = 8; // ms of counting at a time
  static tell = 300; // ms between two notices of how far it is

  constructor(head, recording, onChange) {
    this.head = head;
    this.recording = recording;
    this.onChange = onChange;
    this.cell = head.shown < 300 ? 0.5 : head.shown < 3000 ? 1 : 2; // m
    this.sample = new Sample(head);
    this.cells = new Map(); // by place: index of the cell
    this.values = Object.fromEntries(Heat.names.map((name) => [name, []]));
    this.places = [];
    this.done = 0; // samples
    this.ready = false;
    this.dead = head.states.indexOf("dead") + 1;
    this.attack = head.states.indexOf("attack") + 1;
  }

  async count() {
    if (this.counting || !this.recording.complete) return;
    this.counting = true;
    let known = { state: new Int32Array(0), begun: new Int32Array(0), count: 0 };
    let until = performance.now() + Heat.slice;
    let told = performance.now();
    for (let number = 0; number < this.recording.length; number++) {
      await this.recording.unpacked(number);
      if (this.recording.failure || !this.recording.decode(this.sample, number)) return;
      known = this.add(known, number);
      this.done = number + 1;
      if (performance.now() < until) continue;
      if (performance.now() - told > Heat.tell) {
        told = performance.now();
        this.onChange();
      }
      await new Promise((resolve) => setTimeout(resolve));
      until = performance.now() + Heat.slice;
    }
    this.smooth();
    this.ready = true;
    this.onChange();
  }

  at(x, y) {
    const { quantum } = this.head;
    return this.indexOf(Math.floor((x * quantum) / this.cell), Math.floor((y * quantum) / this.cell));
  }

  indexOf(column, row) {
    const key = (column + 32768) * 65536 + (row + 32768);
    let index = this.cells.get(key);
    if (index === undefined) {
      this.cells.set(key, (index = this.places.length));
      this.places.push([column, row]);
      for (const name of Heat.names) this.values[name].push(0);
    }
    return index;
  }

  /** Counts a sample. `known`: what the sample before was. */
  add(known, number) {
    const { sample, values, head } = this;
    const { state, begun, x, y, waits, target, attack, count, serial } = sample;
    const seconds = number > 0 ? this.recording.timeOf(number) - this.recording.timeOf(number - 1) : 0;
    this.bySerial ??= new Map();
    for (let i = known.count; i < count; i++) this.bySerial.set(serial[i], i);
    const pressed = new Set();
    for (let i = 0; i < count; i++) {
      if (state[i] === 0) continue;
      const before = i < known.count ? known.state[i] : 0;
      if (state[i] === this.dead) {
        if (before !== this.dead && before > 0) values["heat-deaths"][this.at(x[i], y[i])]++;
        continue;
      }
      if (begun[i] > 0 && (i >= known.count || begun[i] !== known.begun[i])) values["heat-attacks"][this.at(x[i], y[i])]++;
      if (waits[i] > 0) values["heat-waiting"][this.at(x[i], y[i])] += seconds;
      if (state[i] === this.attack && begun[i] > 0 && attack[i] > 0 && target[i] > 0) pressed.add(target[i] - 1);
    }
    for (const of of pressed) {
      const i = this.bySerial.get(of);
      if (i !== undefined && state[i] > 0) values["heat-pressure"][this.at(x[i], y[i])] += seconds;
    }
    return { state: state.slice(0, count), begun: begun.slice(0, count), count };
  }

  /** Spreads each cell over its neighbours, and finds the value that is drawn at full strength. */
  smooth() {
    const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy]));
    this.places.slice().forEach(([column, row]) => around.forEach(([dx, dy]) => this.indexOf(column + dx, row + dy)));
    this.most = {};
    for (const name of Heat.names) {
      const spread = new Float32Array(this.places.length);
      this.values[name].forEach((value, index) => {
        if (value === 0) return;
        const [column, row] = this.places[index];
        for (const [dx, dy] of around) {
          spread[this.indexOf(column + dx, row + dy)] += (value * (2 - Math.abs(dx)) * (2 - Math.abs(dy))) / 16;
        }
      });
      const sorted = spread.filter((value) => value > 0).sort();
      this.most[name] = sorted[Math.floor((sorted.length - 1) * 0.98)] ?? 0;
      this.values[name] = spread;
    }
  }

  paint(name, raster, { camera, palette, ratio }) {
    if (!this.ready || !(this.most[name] > 0)) return;
    const { width, height, background } = raster;
    const scale = camera.scale * ratio;
    const [left, top] = [width / 2 - camera.x * scale, height / 2 + camera.y * scale];
    const [red, green, blue] = numbersOf(palette.heat[name]);
    this.places.forEach(([column, row], index) => {
      const value = this.values[name][index];
      if (value <= 0) return;
      const fromX = Math.max(Math.round(left + column * this.cell * scale), 0);
      const toX = Math.min(Math.round(left + (column + 1) * this.cell * scale), width);
      const fromY = Math.max(Math.round(top - (row + 1) * this.cell * scale), 0);
      const toY = Math.min(Math.round(top - row * this.cell * scale), height);
      if (fromX >= toX || fromY >= toY) return;
      const alpha = Math.round(200 * Math.sqrt(Math.min(value / this.most[name], 1)));
      const over = scaled(red, green, blue, alpha);
      for (let y = fromY; y < toY; y++) {
        for (let at = y * width + fromX; at < y * width + toX; at++) {
          background[at] = (over + faded(background[at], 256 - alpha)) | 0xff000000;
        }
      }
    });
  }
}
