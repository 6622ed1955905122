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
    case "target":
      agent.target = event.target;
      agent.asks = false;
      break;
    case "request":
      agent.asks = true;
      agent.asked = number;
      break;
    case "withdraw":
      agent.asks = false;
      break;
    case "slot":
      agent.slot = event.slot;
      agent.asks = false;
      break;
    case "unslot":
      agent.slot = -1;
      break;
    case "token":
      agent.token = event.attack;
      agent.begun = null;
      break;
    case "order":
      if (event.order !== "perform") break;
      agent.token = event.attack;
      agent.begun = null;
      break;
    case "attack":
      agent.token = event.attack;
      agent.begun = event.frame;
      break;
    case "attack_end":
      agent.token = null;
      break;
    case "wait":
      agent.waits = event.reason;
      break;
    case "hurt":
      if (agent.health !== null) agent.health = Math.fround(agent.health - event.amount);
      break;
    case "heal":
      if (agent.health !== null) agent.health = Math.fround(agent.health + event.amount);
      break;
  }
}
