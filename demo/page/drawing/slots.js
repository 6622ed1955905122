// Collects the slots of circles, and draws them all together.
class Slots {
  constructor() {
    this.numbers = { slots: 0, held: 0, closed: 0 };
    this.open = [];
    this.held = []; // with the ground around them
    this.inner = [];
    this.crosses = []; // at closed slots
    this.ways = { arrived: [], going: [] }; // from holders to their slots
  }

  /** Adds the slots of a circle around (x, y). `approach`: the radius of the ring on which they lie. In pixels. */
  add(scene, circle, x, y, approach) {
    const { battle, sample } = scene;
    const size = Math.min(Math.max(approach * 0.055, 2.2), 8);
    const holders = new Map(circle.holders.map((i) => [sample.slot[i] - 1, i]));
    for (let slot = 0; slot < circle.slots; slot++) {
      const angle = (2 * Math.PI * slot) / circle.slots;
      const px = x + approach * Math.cos(angle);
      const py = y - approach * Math.sin(angle);
      const holder = holders.get(slot);
      this.numbers.slots++;
      if (circle.closed.has(slot)) {
        this.numbers.closed++;
        this.crosses.push(px - size, py - size, px + size, py + size, px + size, py - size, px - size, py + size);
      } else if (holder !== undefined) {
        this.numbers.held++;
        const [hx, hy] = scene.screen(holder);
        const arrived = battle.stateName(sample, holder) !== "approach";
        (arrived ? this.ways.arrived : this.ways.going).push(hx, hy, px, py);
        this.held.push(px, py, size + 1);
        this.inner.push(px, py, size);
      } else {
        this.open.push(px, py, size);
      }
    }
  }

  draw(pen, css) {
    pen.segments(this.crosses, css.ringStrong, 2);
    pen.segments(this.ways.arrived, css.ringStrong, 1.2);
    pen.segments(this.ways.going, css.ringStrong, 1.2, [3, 4]);
    pen.discs(this.open, css.ground);
    pen.rings(this.open, css.ringStrong, 1.4);
    pen.discs(this.held, css.ground);
    pen.discs(this.inner, css.text);
  }
}
