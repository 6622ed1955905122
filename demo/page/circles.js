// The circles of a sample: which agents hold, wait and strike at which target. They are grouped in columns of whole
// numbers, because in a large battle nearly every agent has a circle. A circle is described when it is asked for.
class Circles {
  static holder = 1;
  static requester = 2;
  static striker = 3; // attacks without a slot

  constructor(battle) {
    this.battle = battle;
    this.sample = null;
    this.number = -1;
    this.made = new Map(); // the circles that were asked for, by target
    this.grow(0);
  }

  grow(count) {
    this.roles = new Uint8Array(count);
    this.at = new Int32Array(count); // index of the target
    this.busy = new Int32Array(count); // how many agents hold or wait at each agent
    this.start = new Int32Array(count + 1); // of each target in `members`
    this.members = new Int32Array(count);
    this.targets = new Int32Array(count); // the agents with a circle, `targetCount` of them
    this.targetCount = 0;
  }

  /** Groups the agents of a sample, unless it was the last. Returns this. */
  of(sample) {
    if (this.sample === sample && this.number === sample.number) return this;
    this.sample = sample;
    this.number = sample.number;
    this.made.clear();
    const { count, target, slot, queue, state, grid_capacity: capacity } = sample;
    if (this.roles.length < count) this.grow(state.length);
    const { roles, at, busy, start, members, targets, battle } = this;
    const { indices } = battle.recording;
    busy.fill(0, 0, count);
    start.fill(0, 0, count + 1);
    let targetCount = 0;
    for (let i = 0; i < count; i++) {
      roles[i] = 0;
      if (capacity[i] > 0 && state[i] > 0) targets[targetCount++] = i;
      const serial = target[i] - 1;
      const index = serial >= 0 && serial < indices.length ? indices[serial] : -1;
      if (index < 0 || index >= count) continue;
      if (slot[i] > 0) roles[i] = Circles.holder;
      else if (queue[i] > 0) roles[i] = Circles.requester;
      else if (state[i] === battle.attackState && battle.role(sample, i) === "striker") roles[i] = Circles.striker;
      else continue;
      at[i] = index;
      start[index]++;
      if (roles[i] !== Circles.striker) busy[index]++;
    }
    this.targetCount = targetCount;
    for (let i = 1; i <= count; i++) start[i] += start[i - 1];
    for (let i = count - 1; i >= 0; i--) if (roles[i] > 0) members[--start[at[i]]] = i;
    return this;
  }

  /** The holders, requesters and strikers at a target, the requesters in the order of the queue. */
  around(target) {
    let circle = this.made.get(target);
    if (circle) return circle;
    const all = Array.from(this.members.subarray(this.start[target], this.start[target + 1]));
    const [holders, requesters, strikers] = [Circles.holder, Circles.requester, Circles.striker]
      .map((role) => all.filter((i) => this.roles[i] === role));
    const { queue, since, serial, slot } = this.sample;
    holders.sort((a, b) => slot[a] - slot[b]);
    requesters.sort((a, b) => queue[a] - queue[b] || since[a] - since[b] || serial[a] - serial[b]);
    this.made.set(target, (circle = { target, holders, requesters, strikers }));
    return circle;
  }

  /** The position in the queue, from 1, among the agents that are shown; 0: not queued. It follows from the order of the
   * requests, unless the recording gives it. */
  rank(i) {
    if (this.roles[i] !== Circles.requester) return 0;
    const given = this.sample.queue[i] - 1;
    return given > 0 ? given : this.around(this.at[i]).requesters.indexOf(i) + 1;
  }
}
