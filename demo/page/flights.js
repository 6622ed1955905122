// The projectiles in flight, with the part of their way that they have flown.
class Flights {
  constructor(head, recording) {
    this.frame = 1 / head.hz;
    this.recording = recording;
    this.some = head.archetypes.some(({ attacks }) => attacks.some(({ projectile }) => projectile));
    this.known = { number: -1, list: [] };
  }

  at(time) {
    if (!this.some) return [];
    const { recording, frame } = this;
    const { now, next } = recording;
    if (this.known.number !== now.number) {
      const before = this.known.number === now.number - 1 ? this.known.list : this.earlier(now.number);
      const list = [...before, ...now.launches].filter(({ at, flight }) => (at + flight) / 1000 + frame >= recording.timeOf(now.number));
      this.known = { number: now.number, list };
    }
    return [...this.known.list, ...(next.number > now.number ? next.launches : [])]
      .map((launch) => ({ launch, fraction: (time - frame - launch.at / 1000) / (launch.flight / 1000) }))
      .filter(({ fraction }) => fraction >= 0 && fraction < 1);
  }

  /** Launches of the last two seconds, from samples that are unpacked. */
  earlier(number) {
    const { recording } = this;
    const found = [];
    const from = recording.numberAt(recording.timeOf(number) - 2);
    for (let n = from; n < number; n++) found.push(...(recording.peek(n)?.launches ?? []));
    return found;
  }
}
