// Positions, headings and goals of all agents, in metres and radians, at a sample and at the next.
class Poses {
  static names = ["x", "y", "nextX", "nextY", "heading", "nextHeading", "radius"];
  static goalNames = ["goalX", "goalY", "nextGoalX", "nextGoalY"];

  constructor(head, recording) {
    this.recording = recording;
    this.quantum = head.quantum;
    this.turn = (2 * Math.PI) / head.heading_steps;
    this.half = head.heading_steps / 2;
    this.radii = Float32Array.from(head.archetypes, ({ radius }) => radius);
    for (const name of [...Poses.names, ...Poses.goalNames]) this[name] = new Float32Array(0);
  }

  /** An agent that moves more than `jump` teleports at the next sample. An agent missing in a sample stands still. */
  set(now, next, jump) {
    const { quantum, turn, half, radii } = this;
    if (this.x.length < now.count) for (const name of Poses.names) this[name] = new Float32Array(now.count);
    const { x, y, nextX, nextY, heading, nextHeading, radius } = this;
    const { count, x: fromX, y: fromY, heading: from, state, archetype } = now;
    const { x: toX, y: toY, heading: to, state: nextState } = next;
    const farthest = (jump / quantum) ** 2;
    for (let i = 0; i < count; i++) {
      x[i] = fromX[i] * quantum;
      y[i] = fromY[i] * quantum;
      heading[i] = from[i] * turn;
      radius[i] = radii[archetype[i]];
      const dx = toX[i] - fromX[i];
      const dy = toY[i] - fromY[i];
      if (state[i] > 0 && nextState[i] > 0 && dx * dx + dy * dy < farthest) {
        nextX[i] = toX[i] * quantum;
        nextY[i] = toY[i] * quantum;
        nextHeading[i] = (from[i] + ((to[i] - from[i] + 3 * half) & (2 * half - 1)) - half) * turn;
      } else {
        nextX[i] = x[i];
        nextY[i] = y[i];
        nextHeading[i] = heading[i];
      }
    }
    Object.assign(this, { now, next, farthest });
  }

  /** Takes the goals of all agents that have one. */
  setGoals() {
    const { now } = this;
    if (this.goalX.length < now.count) for (const name of Poses.goalNames) this[name] = new Float32Array(now.count);
    for (let i = 0; i < now.count; i++) {
      if (now.goes[i] > 0) [this.goalX[i], this.goalY[i], this.nextGoalX[i], this.nextGoalY[i]] = this.goalOf(i);
    }
  }

  /** The goal of an agent at the sample and at the next: x, y, x, y. */
  goalOf(i) {
    const { now, next, quantum, recording } = this;
    const [x, y] = recording.goal(now, i);
    const dx = next.x[i] - now.x[i];
    const dy = next.y[i] - now.y[i];
    const goes = next.state[i] > 0 && now.state[i] > 0 && next.goes[i] > 0 && dx * dx + dy * dy < this.farthest;
    const [nextX, nextY] = goes ? recording.goal(next, i) : [x, y];
    const moves = (nextX - x) ** 2 + (nextY - y) ** 2 < this.farthest;
    return [x, y, moves ? nextX : x, moves ? nextY : y].map((value) => value * quantum);
  }
}
