// Which agent stands in another's way, and since when. The recording says that an agent waits because another is in its
// way; which agent it is follows from the recorded positions.
class Blocking {
  static seconds = 8; // how far it looks back
  static mostDecoded = 400_000; // agents times samples that it looks back over

  constructor(battle, recording) {
    this.battle = battle;
    this.recording = recording;
    this.way = battle.reasons.indexOf("way");
    this.known = { key: "" };
  }

  /** Where the way of `i` leads, in quanta: of a holder to its target, of others to the slot in front of which they wait. */
  aim(sample, i, target) {
    const slot = sample.slot[i] > 0 ? -1 : sample.wait_slot[i] - 1;
    if (slot < 0) return [sample.x[target], sample.y[target]];
    const radius = this.battle.archetype(sample, target).circle.approach_radius;
    const angle = (2 * Math.PI * slot) / sample.slots[target];
    const { quantum } = this.battle.head;
    return [sample.x[target] + (radius * Math.cos(angle)) / quantum, sample.y[target] + (radius * Math.sin(angle)) / quantum];
  }

  /** The nearest agent that is in the way of `i` (rules way_free and in_way; making way is not recorded); -1: none. */
  blocker(sample, i) {
    const { recording, battle } = this;
    if (this.way < 0 || sample.waits[i] !== this.way || !battle.lives(sample, i)) return -1;
    const target = recording.indices[sample.target[i] - 1] ?? -1;
    if (target < 0 || target >= sample.count) return -1;
    const [aimX, aimY] = this.aim(sample, i, target);
    const [dx, dy] = [aimX - sample.x[i], aimY - sample.y[i]];
    const length = Math.hypot(dx, dy);
    if (length < 1) return -1;
    const { quantum } = battle.head;
    const own = battle.archetype(sample, i).radius / quantum;
    let best = -1;
    let least = Infinity;
    for (let other = 0; other < sample.count; other++) {
      if (other === i || other === target || !battle.lives(sample, other)) continue;
      if (sample.hasFloors && sample.floor[other] !== sample.floor[i]) continue;
      const [ox, oy] = [sample.x[other] - sample.x[i], sample.y[other] - sample.y[i]];
      const along = (ox * dx + oy * dy) / length;
      if (along <= 0 || along >= least) continue;
      const part = Math.min(along / length, 1);
      const aside = Math.hypot(ox - part * dx, oy - part * dy);
      if (aside < 0.9 * (own + battle.archetype(sample, other).radius / quantum)) [least, best] = [along, other];
    }
    return best;
  }

  /**
   * The agent in the way of `i` in the shown sample, and for how many seconds it has been; null: there is none. It is
   * found anew when a further block has been unpacked.
   */
  of(i) {
    const { recording } = this;
    const { now } = recording;
    const key = `${i} ${now.number} ${recording.loads}`;
    if (this.known.key === key) return this.known.found;
    this.known = { key, found: this.find(i) };
    return this.known.found;
  }

  find(i) {
    const { recording } = this;
    const { now } = recording;
    const by = this.blocker(now, i);
    if (by < 0) return null;
    const time = recording.timeOf(now.number);
    const samples = Math.floor(Blocking.mostDecoded / now.count);
    const from = Math.max(recording.numberAt(time - Blocking.seconds), now.number - samples, 0);
    let since = now.number;
    let atLeast = from > 0; // whether the sample before `since` is unknown
    for (let number = from; number < now.number; number++) {
      const sample = recording.peek(number);
      if (sample && i < sample.count && this.blocker(sample, i) === by) {
        since = Math.min(since, number);
      } else {
        since = now.number;
        atLeast = sample === null;
      }
    }
    return { by, seconds: time - recording.timeOf(since), atLeast };
  }

  /** The agents that `i` blocks in the shown sample. */
  blockedBy(i) {
    const { now } = this.recording;
    if (this.way < 0 || now.count > 3000) return [];
    const found = [];
    for (let other = 0; other < now.count && found.length < 8; other++) {
      if (now.waits[other] === this.way && this.blocker(now, other) === i) found.push(other);
    }
    return found;
  }
}
