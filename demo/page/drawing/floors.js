// The floors of a battle, and the drawing of the links between them. Floors lie over each other on the plane, so the page
// can show one of them: then the agents of the others are faint.

class Floors {
  /** `numbers`: of all floors, in rising order; undefined: the battle has none. */
  constructor(numbers) {
    this.numbers = numbers ?? [];
    this.shown = null; // the number of the floor that is shown; null: all
  }

  shows(sample, i) {
    return this.shown === null || sample.floor[i] === this.shown;
  }

  /** The choice after the present: all, then each from the lowest. */
  get following() {
    const choices = [null, ...this.numbers];
    return choices[(choices.indexOf(this.shown) + 1) % choices.length];
  }

  showsLink({ fromFloor, toFloor }) {
    return this.shown === null || this.shown === fromFloor || this.shown === toFloor;
  }

  /** A link in words: the floors that it joins, its capacity, and whether it is closed. */
  static describe({ fromFloor, toFloor, twoWay, open, capacity, interval }) {
    const way = `floor ${fromFloor} ${twoWay ? "↔" : "→"} ${toFloor}`;
    return open ? `${way}, ${capacity} every ${interval} s` : `${way}, closed`;
  }
}

/** Draws links: a ring at each end, as large as agents may enter, and a line between. Closed links are dashed, with a cross. A
 * link that is not two-way has a point. */
class LinkDrawing {
  constructor(pen) {
    this.pen = pen;
  }

  /** Returns the labels: of each drawn link its words, and the middle and radius of its first end in pixels. */
  draw({ sample, camera, palette, floors, battle }) {
    const { quantum } = battle.head;
    const labels = [];
    for (const [number, link] of sample.links) {
      const [fromX, fromY] = camera.toScreen(link.fromX * quantum, link.fromY * quantum);
      const [toX, toY] = camera.toScreen(link.toX * quantum, link.toY * quantum);
      const radius = Math.max(link.radius * quantum * camera.scale, 4);
      const clear = floors.showsLink(link);
      this.drawLink(link, fromX, fromY, toX, toY, radius, palette.css.link, (floor) => (clear && (floors.shown ?? floor) === floor ? 1 : 0.35));
      if (clear) labels.push({ words: `link ${number}: ${Floors.describe(link)}`, x: fromX, y: fromY, radius });
    }
    this.pen.alpha = 1;
    return labels;
  }

  drawLink({ open, twoWay, fromFloor, toFloor }, fromX, fromY, toX, toY, radius, colour, strength) {
    const { pen } = this;
    const dash = open ? [] : [5, 5];
    const reach = Math.hypot(toX - fromX, toY - fromY);
    const [alongX, alongY] = reach > 1 ? [(toX - fromX) / reach, (toY - fromY) / reach] : [1, 0];
    for (const [x, y, floor] of [[fromX, fromY, fromFloor], [toX, toY, toFloor]]) {
      pen.alpha = strength(floor);
      // Where both ends lie over each other, as of a lift, the upper end is a second ring inside.
      const inset = reach <= 1 && floor === toFloor ? 4 : 0;
      pen.ring(x, y, Math.max(radius - inset, 2), colour, 2, dash);
      pen.disc(x, y, 2.5, colour);
    }
    pen.alpha = Math.max(strength(fromFloor), strength(toFloor));
    const [middleX, middleY] = [(fromX + toX) / 2, (fromY + toY) / 2];
    if (reach > 2 * radius) {
      pen.segments([fromX + alongX * radius, fromY + alongY * radius, toX - alongX * radius, toY - alongY * radius], colour, 2, dash);
    }
    if (!twoWay) {
      const at = (along, aside) => [middleX + alongX * along - alongY * aside, middleY + alongY * along + alongX * aside];
      pen.segments([...at(-6, -6), ...at(5, 0), ...at(5, 0), ...at(-6, 6)], colour, 2);
    }
    if (!open) pen.segments([middleX - 6, middleY - 6, middleX + 6, middleY + 6, middleX - 6, middleY + 6, middleX + 6, middleY - 6], colour, 2);
  }
}
