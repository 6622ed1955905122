// The player: the present time, and the speed.
class Player {
  static speeds = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16];

  constructor(recording) {
    this.recording = recording;
    this.time = 0;
    this.playing = false;
    this.speed = 1;
  }

  get number() {
    return this.recording.numberAt(this.time);
  }

  /** The fraction of the time between the shown sample and the next, 0 to 1. */
  get part() {
    const { recording, number } = this;
    if (number + 1 >= recording.length) return 0;
    const from = recording.timeOf(number);
    return Math.min(Math.max((this.time - from) / (recording.timeOf(number + 1) - from), 0), 1);
  }

  seek(time) {
    this.time = Math.min(Math.max(time, this.recording.start), this.recording.duration);
  }

  /** Steps by whole samples, which are exact. */
  step(samples) {
    this.playing = false;
    const { recording, number } = this;
    const from = samples < 0 && this.part > 1e-6 ? number + 1 : number;
    const to = Math.min(Math.max(from + samples, 0), recording.length - 1);
    this.seek(recording.timeOf(to));
  }

  toggle() {
    if (!this.playing && this.time >= this.recording.duration - 1e-6) this.seek(0);
    this.playing = !this.playing;
  }

  faster(steps) {
    const at = Player.speeds.indexOf(this.speed) + steps;
    this.speed = Player.speeds[Math.min(Math.max(at, 0), Player.speeds.length - 1)];
  }

  advance(seconds) {
    if (!this.playing) return;
    this.seek(this.time + seconds * this.speed);
    if (this.recording.complete && this.time >= this.recording.duration) this.playing = false;
  }
}
