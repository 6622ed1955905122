// Keeps the drawing fluent on slow machines: while it plays slowly, the canvas has fewer pixels. A paused picture is sharp.
class Pace {
  static factors = [1, 0.75, 0.5];
  static slow = 45; // ms a frame, above which there are to be fewer pixels
  static fast = 24; // ms a frame, below which there may be more
  static frames = 12; // over which it decides

  constructor() {
    this.at = 0;
    this.times = [];
    this.quick = 0; // decisions in a row that found it fast
  }

  factor(playing) {
    return playing ? Pace.factors[this.at] : 1;
  }

  /** Takes the time between two frames while it plays, in ms. */
  add(ms) {
    this.times.push(ms);
    if (this.times.length < Pace.frames) return;
    const mean = this.times.reduce((sum, time) => sum + time, 0) / this.times.length;
    this.times = [];
    this.quick = mean < Pace.fast ? this.quick + 1 : 0;
    if (mean > Pace.slow) this.at = Math.min(this.at + 1, Pace.factors.length - 1);
    else if (this.quick > 20) [this.at, this.quick] = [Math.max(this.at - 1, 0), 0];
  }
}
