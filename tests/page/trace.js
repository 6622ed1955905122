// Rebuilds the state of the agents after a frame from a trace.
import { readFileSync } from "node:fs";

export function readTrace(file) {
  return readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
}

/**
 * Calls `look(frame, agents, positions)` after each frame in `frames`. `agents` is a map by serial, `positions` the last
 * `positions` event. `healthOf(archetype)` is the full health, or null if it is unlimited.
 */
export function follow(lines, healthOf, frames, look) {
  const agents = new Map();
  const wanted = new Set(frames);
  let positions = null;
  let frame = 0;
  const finish = () => {
    if (wanted.has(frame)) look(frame, agents, positions);
  };
  for (const [number, event] of lines.slice(1).entries()) {
    if (event.frame !== frame) {
      finish();
      frame = event.frame;
    }
    const agent = agents.get(event.agent);
    if (event.event === "positions") positions = event;
    else if (event.event === "spawn") {
      const health = healthOf(event.archetype);
      agents.set(event.agent, {
        archetype: event.archetype, team: event.team, state: "idle", target: -1, slot: -1, asks: false, asked: -1, token: null, begun: null,
        waits: "none", health, full: health,
      });
    } else if (event.event === "despawn") agents.delete(event.agent);
    else if (agent) change(agent, event, number);
  }
  finish();
}

/** Applies an event to its agent. `number` is the position of the event in the trace. */
function change(agent, event, number) {
  switch (event.event) {
    case "state":
      agent.state = event.to;
      if (event.to === "dead") Object.assign(agent, { target: -1, slot: -1, asks: false });
      break;
    case "target": return Object.assign(agent, { target: event.target, asks: false });
    case "request": return Object.assign(agent, { asks: true, asked: number });
    case "withdraw": return Object.assign(agent, { asks: false });
    case "slot": return Object.assign(agent, { slot: event.slot, asks: false });
    case "unslot": return Object.assign(agent, { slot: -1 });
    case "order":
      if (event.order !== "perform") return;
    // falls through
    case "token": return Object.assign(agent, { token: event.attack, begun: null });
    case "attack": return Object.assign(agent, { token: event.attack, begun: event.frame });
    case "attack_end": return Object.assign(agent, { token: null });
    case "wait": return Object.assign(agent, { waits: event.reason });
    case "hurt":
      if (agent.health !== null) agent.health = Math.fround(agent.health - event.amount);
      break;
    case "heal":
      if (agent.health !== null) agent.health = Math.fround(agent.health + event.amount);
      break;
  }
}
