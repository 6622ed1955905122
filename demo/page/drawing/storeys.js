// The storeys of a battle, and the drawing of the links between them. Storeys lie over each other on the plane, so the page
// can show one of them: then the agents of the others are faint.

class Storeys {
  /** `numbers`: of all storeys, in rising order; undefined: the battle has none. */
  constructor(numbers) {
    this.numbers = numbers ?? [];
    this.shown = null; // the number of the storey that is shown; null: all
  }

  /** Whether an agent is on a storey that is shown. */
  shows(sample, i) {
    return this.shown === null || sample.storey[i] === this.shown;
  }

  /** The choice after the present: all, then each from the lowest. */
  get following() {
    const choices = [null, ...this.numbers];
    return choices[(choices.indexOf(this.shown) + 1) % choices.length];
  }

  /** Whether a link leads from or to a storey that is shown. */
  showsLink({ fromStorey, toStorey }) {
    return this.shown === null || this.shown === fromStorey || this.shown === toStorey;
  }

  /** A link in words: the storeys that it joins, its capacity, and whether it is closed. */
  static describe({ fromStorey, toStorey, twoWay, open, capacity, interval }) {
    const way = `storey ${fromStorey} ${twoWay ? "↔" : "→"} ${toStorey}`;
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
  draw({ sample, camera, palette, storeys, battle }) {
    const { quantum } = battle.head;
    const labels = [];
    for (const [number, link] of sample.links) {
      const [fromX, fromY] = camera.toScreen(link.fromX * quantum, link.fromY * quantum);
      const [toX, toY] = camera.toScreen(link.toX * quantum, link.toY * quantum);
      const radius = Math.max(link.radius * quantum * camera.scale, 4);
      const clear = storeys.showsLink(link);
      this.drawLink(link, fromX, fromY, toX, toY, radius, palette.css.link, (storey) => (clear && (storeys.shown ?? storey) === storey ? 1 : 0.35));
      if (clear) labels.push({ words: `link ${number}: ${Storeys.describe(link)}`, x: fromX, y: fromY, radius });
    }
    this.pen.alpha = 1;
    return labels;
  }

  drawLink({ open, twoWay, fromStorey, toStorey }, fromX, fromY, toX, toY, radius, colour, strength) {
    const { pen } = this;
    const dash = open ? [] : [5, 5];
    const reach = Math.hypot(toX - fromX, toY - fromY);
    const [alongX, alongY] = reach > 1 ? [(toX - fromX) / reach, (toY - fromY) / reach] : [1, 0];
    for (const [x, y, storey] of [[fromX, fromY, fromStorey], [toX, toY, toStorey]]) {
      pen.alpha = strength(storey);
      // Where both ends lie over each other, as of a lift, the upper end is a second ring inside.
      const inset = reach <= 1 && storey === toStorey ? 4 : 0;
      pen.ring(x, y, Math.max(radius - inset, 2), colour, 2, dash);
      pen.disc(x, y, 2.5, colour);
    }
    pen.alpha = Math.max(strength(fromStorey), strength(toStorey));
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
