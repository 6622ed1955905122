// Interprets a sample's columns: roles and circles, and wait reasons in words.

/** In seconds. Times that differ by less count as equal, because all times are multiples of the frame time. */
const rounding = 1e-6;

/** How an agent is drawn. Later styles are drawn above earlier styles. */
const Style = {
  // Added to a style: the agent is on a floor that is not shown.
  faint: 16,
  absent: 0,
  dead: 1,
  idle: 2,
  outside: 3, // a requester: it waits without a slot
  moving: 4,
  approach: 5, // a holder on the way to its slot
  combat: 6, // a holder in its slot that waits for an attack token
  slide: 7,
  stagger: 8,
  heal: 9,
  stepIn: 10, // has an attack token and steps in
  windup: 11,
  strike: 12, // from the hit to the end of the attack
};

const styleOfState = {
  idle: Style.idle,
  patrol: Style.idle,
  follow: Style.moving,
  return: Style.moving,
  led: Style.moving,
  pursue: Style.moving,
  roam: Style.outside,
  approach: Style.approach,
  combat: Style.combat,
  dead: Style.dead,
  backstep: Style.slide,
  stagger: Style.stagger,
  heal: Style.heal,
};

class Battle {
  constructor(head, recording) {
    this.head = head;
    this.recording = recording;
    this.styles = Uint8Array.from([Style.absent, ...head.states.map((name) => styleOfState[name] ?? Style.moving)]);
    this.brainless = Uint8Array.from(head.archetypes, ({ brain }) => (brain ? 0 : 1));
    this.windups = head.archetypes.map(({ attacks }) => Float64Array.from(attacks, ({ windup }) => windup));
    this.deadState = head.states.indexOf("dead") + 1;
    this.attackState = head.states.indexOf("attack") + 1;
    this.reasons = head.wait_reasons;
    this.grouped = new Circles(this);
    this.greatestApproach = Math.max(...head.archetypes.map(({ circle }) => circle.approach_radius), 0); // m
  }

  archetype(sample, i) {
    return this.head.archetypes[sample.archetype[i]];
  }

  stateName(sample, i) {
    return this.head.states[sample.state[i] - 1] ?? "absent";
  }

  exists(sample, i) {
    return i >= 0 && i < sample.count && sample.state[i] > 0;
  }

  lives(sample, i) {
    return this.exists(sample, i) && sample.state[i] !== this.deadState;
  }

  /** The agent's role: "holder", "requester" (it waits in the queue), "striker" (an agent that attacks without a slot) or "". */
  role(sample, i) {
    if (sample.slot[i] > 0) return "holder";
    if (sample.queue[i] > 0) return "requester";
    const strikes = sample.state[i] === this.attackState && sample.performs[i] === 0;
    return strikes && this.archetype(sample, i).managed ? "striker" : "";
  }

  /** A holder without an attack token always has a wait reason, so a holder without a wait reason attacks. */
  attacks(sample, i) {
    return (
      sample.state[i] === this.attackState ||
      (sample.slot[i] > 0 && sample.waits[i] === 0 && this.lives(sample, i))
    );
  }

  attack(sample, i) {
    return this.archetype(sample, i).attacks[sample.attack[i] - 1];
  }

  beganAt(sample, i) {
    return (sample.begun[i] - 1) / this.head.hz;
  }

  /** The phase of an attack at `time`: "steps in", "winds up", "strikes", or "" if there is no attack. */
  attackPhase(sample, i, time) {
    const attack = this.attack(sample, i);
    if (!attack || !this.attacks(sample, i)) return "";
    const age = time - this.beganAt(sample, i);
    if (sample.begun[i] === 0) return "steps in";
    return age < attack.windup - rounding ? "winds up" : "strikes";
  }

  takeStyles(sample, time, out) {
    const { styles, deadState, attackState, brainless, windups } = this;
    const { count, state, slot, waits, archetype, attack, begun } = sample;
    const frame = 1 / this.head.hz;
    for (let i = 0; i < count; i++) {
      const style = styles[state[i]];
      // An agent without a brain is idle to fray but not to the game, so it is drawn as in combat.
      out[i] = style === Style.idle && brainless[archetype[i]] === 1 ? Style.combat : style;
      // As in attackPhase, for all agents at once.
      if (attack[i] === 0 || (state[i] !== attackState && (slot[i] === 0 || waits[i] !== 0 || state[i] === deadState))) continue;
      const windup = windups[archetype[i]][attack[i] - 1];
      if (windup === undefined || state[i] === 0) continue;
      if (begun[i] === 0) out[i] = Style.stepIn;
      else out[i] = time - (begun[i] - 1) * frame < windup - rounding ? Style.windup : Style.strike;
    }
  }

  /** How many agents of each team live, and how many of these attack. */
  countTeams(sample) {
    const { count, state, team, slot, waits } = sample;
    const { deadState, attackState } = this;
    const counts = this.head.teams.map(() => ({ living: 0, attacking: 0 }));
    for (let i = 0; i < count; i++) {
      if (state[i] === 0 || state[i] === deadState) continue;
      const of = counts[team[i]];
      of.living++;
      if (state[i] === attackState || (slot[i] > 0 && waits[i] === 0)) of.attacking++;
    }
    return counts;
  }

  goes(sample, i) {
    return sample.goes[i] > 0 && this.lives(sample, i);
  }

  circles(sample) {
    return this.grouped.of(sample);
  }

  /** The position in the queue, from 1, among the agents that are shown; 0: not queued. */
  rank(sample, i) {
    return sample.queue[i] === 0 ? 0 : this.circles(sample).rank(i);
  }

  /** The circle around an agent; null: the agent has no circle. */
  circle(sample, target) {
    if (sample.grid_capacity[target] === 0) return null;
    const circle = this.circles(sample).around(target);
    const weightOf = (i) => this.archetype(sample, i).grid_weight;
    const attacking = [...circle.holders, ...circle.strikers].filter((i) => this.attacks(sample, i));
    return {
      ...circle,
      attacking,
      slots: sample.slots[target],
      closed: sample.closed.get(sample.serial[target]) ?? new Set(),
      gridCapacity: sample.grid_capacity[target] - 1,
      gridInUse: circle.holders.reduce((sum, i) => sum + weightOf(i), 0),
      attackCapacity: sample.attack_capacity[target] - 1,
      attackInUse: attacking.reduce((sum, i) => sum + (this.attack(sample, i)?.weight ?? 0), 0),
      wantedPressure: sample.wanted_pressure[target] - 1, // percent; -1: the circle has no director
      pressure: sample.pressure[target],
      reserver: sample.reserver[target] ? this.recording.indexOf(sample.reserver[target] - 1) : -1,
    };
  }

  /** Seconds until the wait ends, if its reason is a time (rule waiting); 0: the time is over. */
  waitSeconds(sample, i) {
    const now = (sample.frame + 1) / this.head.hz;
    const need = sample.need[i];
    if (this.reasons[sample.waits[i]] !== "not_ready") return Math.max(need / 100 - now, 0);
    if (need !== 0) return Math.max(need / 100 - now, 0);
    const attack = this.attack(sample, i);
    if (!attack || sample.begun[i] === 0) return 0;
    return Math.max(this.beganAt(sample, i) + attack.duration + attack.recovery - now, 0);
  }

  /** Seconds until the last of the attack's cooldowns ends; 0: none runs. */
  cooldownSeconds(sample, i, attack) {
    const over = sample.cooldowns[attack]?.[i] ?? 0;
    return Math.max(over / 100 - (sample.frame + 1) / this.head.hz, 0);
  }

  /** The threat table of an agent: the attackers' serials and their points, as they have faded by now, the most first. */
  threats(sample, i) {
    const { threat_half_life: halfLife } = this.archetype(sample, i);
    const now = (sample.frame + 1) / this.head.hz;
    const points = (value) => (halfLife > 0 ? 2 ** ((value / 100 - now) / halfLife) : value / 100);
    return [...(sample.threats.get(i) ?? [])]
      .map(([attacker, value]) => ({ attacker, points: points(value) }))
      .sort((a, b) => b.points - a.points || a.attacker - b.attacker);
  }

  /** Why an agent waits: in a few words, for lists and marks, and as a sentence with its numbers. Empty: it does not wait. */
  waitWords(sample, i) {
    const [need, free] = [sample.need[i], sample.free[i]];
    const asks = sample.slot[i] === 0;
    const left = this.waitSeconds(sample, i);
    const seconds = `${left.toFixed(1)} s`;
    const numbers = `needs ${need}, free ${free}`;
    const words = {
      grid: [numbers, `its grid weight ${need} is more than the ${free} that is free on the circle`],
      no_slot: ["no slot open", "no slot is open"],
      reserved: ["reserved for another", `the free grid capacity is reserved for another requester (its grid weight ${need}, free ${free})`],
      too_heavy: ["too heavy", asks
        ? `its grid weight ${need} is more than the whole grid capacity ${free}`
        : `the attack weight ${need} of its lightest attack in reach is more than the whole attack capacity ${free}`],
      rest: ["rests", `it rests for ${seconds} more before it asks again`],
      attack: [numbers, `the attack weight ${need} of its lightest attack is more than the ${free} of attack capacity that is free`],
      cooldown: ["cooldown", `its attacks cool down, for ${seconds} more`],
      interval: ["pause", `the pause between two tokens of this circle lasts ${seconds} more`],
      attack_class: ["class full", `the limit of its attack class is reached: its attack would be number ${need} of ${free}`],
      offscreen: ["unseen", `the target does not see it: it would be number ${need} of ${free} from behind`],
      range: ["out of reach", `no attack reaches: its longest goes ${(free / 1000).toFixed(1)} m`],
      not_ready: left > 0 ? ["recovers", `it recovers for ${seconds} more`] : ["on its way", "it has not arrived in its slot yet"],
      turn: ["others first", "it is ready; other holders are before it in the token queue"],
      way: ["way blocked", "another agent is in its way, or is promised that place"],
    };
    return words[this.reasons[sample.waits[i]]] ?? ["", ""];
  }

  why(sample, i) {
    return this.waitWords(sample, i)[1];
  }

  shortWhy(sample, i) {
    return this.waitWords(sample, i)[0];
  }

  doing(sample, i, time) {
    const serial = (column) => `#${column[i] - 1}`;
    const phase = this.attackPhase(sample, i, time);
    const attack = this.attack(sample, i);
    if (phase === "steps in" && sample.performs[i] > 0) return `is ordered to attack ${serial(sample.target)} with ${attack.name}, and steps in`;
    if (phase === "steps in") return `has an attack token to attack ${serial(sample.target)} with ${attack.name}, and steps in`;
    if (phase === "winds up") return `attacks ${serial(sample.target)} with ${attack.name}: winds up`;
    if (phase === "strikes") return `attacks ${serial(sample.target)} with ${attack.name}: has struck`;
    const since = sample.since[i] ? (sample.frame + 2 - sample.since[i]) / this.head.hz : 0;
    const role = this.role(sample, i);
    if (role === "requester") {
      return `waits for a slot at ${serial(sample.target)}, number ${this.rank(sample, i)} in the queue, for ${since.toFixed(1)} s`;
    }
    if (role === "holder") {
      const slot = `slot ${sample.slot[i] - 1} at ${serial(sample.target)}`;
      return this.stateName(sample, i) === "approach" ? `goes to ${slot}` : `has ${slot}, for ${since.toFixed(1)} s`;
    }
    const words = {
      idle: this.archetype(sample, i).brain ? "does nothing" : "is led by the host",
      pursue: `pursues ${serial(sample.target)}`,
      roam: "keeps outside the circle",
      combat: `fights ${serial(sample.target)}`,
      dead: "is dead",
      backstep: "steps back",
      heal: "drinks, and heals",
      stagger: "staggers",
      patrol: "patrols",
      follow: "follows its leader",
      return: "returns to its leader",
      led: "follows the squad's move input",
    };
    return words[this.stateName(sample, i)] ?? `is in state ${this.stateName(sample, i)}`;
  }

  name(sample, i) {
    return `#${sample.serial[i]} ${this.archetype(sample, i).name}`;
  }
}
