// Positions, headings and goals of all agents, in metres and radians, at a sample and at the next.
class Poses {
  static names = ["x", "y", "nextX", "nextY", "heading", "nextHeading", "radius", "goalX", "goalY", "nextGoalX", "nextGoalY"];

  constructor(head, recording) {
    this.recording = recording;
    this.quantum = head.quantum;
    this.turn = (2 * Math.PI) / head.heading_steps;
    this.half = head.heading_steps / 2;
    this.radii = Float32Array.from(head.archetypes, ({ radius }) => radius);
    for (const name of Poses.names) this[name] = new Float32Array(0);
  }

  /** An agent that moves more than `jump` teleports at the next sample. An agent missing in a sample stands still. */
  set(now, next, jump) {
    const { quantum, turn, half } = this;
    if (this.x.length < now.count) for (const name of Poses.names) this[name] = new Float32Array(now.count);
    const farthest = (jump / quantum) ** 2;
    for (let i = 0; i < now.count; i++) {
      const dx = next.x[i] - now.x[i];
      const dy = next.y[i] - now.y[i];
      const goes = next.state[i] > 0 && now.state[i] > 0 && dx * dx + dy * dy < farthest;
      const turned = ((next.heading[i] - now.heading[i] + 3 * half) % (2 * half)) - half;
      this.x[i] = now.x[i] * quantum;
      this.y[i] = now.y[i] * quantum;
      this.nextX[i] = (goes ? next.x[i] : now.x[i]) * quantum;
      this.nextY[i] = (goes ? next.y[i] : now.y[i]) * quantum;
      this.heading[i] = now.heading[i] * turn;
      this.nextHeading[i] = (now.heading[i] + (goes ? turned : 0)) * turn;
      this.radius[i] = this.radii[now.archetype[i]];
      if (now.goes[i] > 0) this.setGoal(now, next, i, goes && next.goes[i] > 0 ? farthest : 0);
    }
  }

  setGoal(now, next, i, farthest) {
    const { quantum } = this;
    const [x, y] = this.recording.goal(now, i);
    const [nextX, nextY] = this.recording.goal(next, i);
    const moves = (nextX - x) ** 2 + (nextY - y) ** 2 < farthest;
    this.goalX[i] = x * quantum;
    this.goalY[i] = y * quantum;
    this.nextGoalX[i] = (moves ? nextX : x) * quantum;
    this.nextGoalY[i] = (moves ? nextY : y) * quantum;
  }
}
