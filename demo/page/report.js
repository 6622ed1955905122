// The fight report: figures of the battle over all agents, as charts over time and as tables.
class Report {
  constructor(root, data, head, palette, onSeek) {
    this.charts = [];
    this.seed = head.seed;
    this.palette = palette;
    this.onSeek = onSeek;
    this.from = data.course.from;
    this.times = data.course.until;
    const { course, stats } = data;
    const charts = element("div", { class: "charts" }, ...this.makeCharts(course, head).map((chart) => chart.figure));
    root.replaceChildren(
      element("h1", {}, "Fight report"),
      element("p", { class: "note" }, this.introduction(data)),
      this.tiles(stats),
      charts,
      ...this.tables(stats),
    );
  }

  introduction({ spawned, shown }) {
    const sampled = shown < spawned ? ` It counts all ${grouped(spawned)} agents, also those that the player leaves out.` : "";
    return `Click on a chart to go to that moment.${sampled}`;
  }

  /** The totals are of the measured frames, which may be a part: after a resume, or with `--measure-from`. */
  tiles({ agents, frames, measured_frames: measured, measured_seconds: seconds, totals, attacks_a_second: rate, frame_ms: ms, threads }) {
    const all = measured < frames ? ` of ${grouped(frames)}` : "";
    const tile = (value, name) => element("div", {}, element("b", {}, value), element("span", {}, name));
    return element(
      "div",
      { class: "tiles" },
      tile(grouped(agents), "agents"),
      tile(clock(seconds), `min, ${grouped(measured)}${all} frames`),
      tile(grouped(totals.attacks), `attacks, ${shortNumber(rate)} a second`),
      tile(grouped(totals.deaths), "deaths"),
      tile(grouped(totals.tokens), "tokens"),
      tile(`${figure(ms.p50)} ms`, `a frame (median), ${threads} thread${threads > 1 ? "s" : ""}`),
    );
  }

  makeCharts(course, head) {
    const colours = this.palette.series;
    const ofTeams = (series) =>
      (series ?? []).map((values, team) => ({ name: head.teams[team], values, colour: this.palette.cssTeams[team & 7] }));
    const ofWords = (object, most) => {
      const total = ([, values]) => values.reduce((sum, value) => sum + value, 0);
      const entries = Object.entries(object).sort((a, b) => total(b) - total(a)).slice(0, most);
      return entries.map(([name, values], i) => ({ name: name.replace(/_/g, " "), values, colour: colours[i % colours.length] }));
    };
    const used = (inUse, capacity) => [
      { name: "capacity", values: capacity, colour: colours[0] },
      { name: "in use", values: inUse, colour: colours[1], area: true },
    ];
    const all = [
      { title: "Attacks", note: "begun a second, by team", unit: "a second", lines: ofTeams(course.attacks) },
      {
        title: "Hits",
        note: "a second",
        unit: "a second",
        lines: [
          { name: "hits", values: course.hits, colour: colours[1] },
          { name: "misses", values: course.misses, colour: colours[0] },
        ],
      },
      { title: "Grid capacity", note: "grid weight of holders, all circles", lines: used(course.grid_in_use, course.grid_capacity) },
      { title: "Attack capacity", note: "weight of attacks under way, all circles", lines: used(course.attack_in_use, course.attack_capacity) },
      { title: "Waits", note: "agents that wait, by reason", unit: "agents", lines: ofWords(course.waits, 6) },
      { title: "States", note: "agents", unit: "agents", lines: ofWords(course.states, 7) },
      { title: "Living", note: "by team", unit: "agents", lines: ofTeams(course.living) },
      { title: "Deaths", note: "a second, by team", unit: "a second", lines: ofTeams(course.deaths) },
      { title: "Systems of the frame", note: "ms a frame", unit: "ms", lines: ofWords(course.system_ms, 6) },
    ];
    this.charts = all
      .filter(({ lines }) => lines.length > 0)
      .map((chart) => new Chart({ ...chart, from: this.from, times: this.times, onSeek: this.onSeek }));
    return this.charts;
  }

  setTime(time) {
    for (const chart of this.charts) chart.setTime(time);
  }

  table(title, note, heads, rows) {
    const cell = (tag) => (value, i) => element(tag, { class: i > 0 ? "number" : "" }, figure(value));
    return element(
      "section",
      {},
      element("h2", {}, title),
      note && element("p", { class: "note" }, note),
      element(
        "div",
        { class: "scroll", tabindex: "0", role: "group", "aria-label": title },
        element(
          "table",
          {},
          element("thead", {}, element("tr", {}, ...heads.map(cell("th")))),
          element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map(cell("td"))))),
        ),
      ),
    );
  }

  tables(stats) {
    const { fight } = stats;
    if (!fight) return [this.totals(stats)];
    const archetypes = Object.entries(fight.total.archetypes ?? {});
    const rates = archetypes.filter(([, group]) => group.attacks_a_second);
    const waits = archetypes.flatMap(([name, group]) => [
      [name, "a slot", ...this.waitCells(group.wait_for_slot)],
      [name, "a token", ...this.waitCells(group.wait_for_token)],
    ]);
    const tables = [];
    if (rates.length > 0) {
      tables.push(
        this.table(
          "Fairness",
          "Attacks a second while requesting or holding a slot, of agents that did so long enough for an estimate. Jain's index: 1 is perfectly even.",
          ["archetype", "agents", "least", "median", "most", "Jain", "worst of median", "worst off"],
          rates.map(([name, { attacks_a_second: r }]) => [
            name, r.agents, r.min, r.median, r.max, r.jain, r.worst_of_median, r.worst < 0 ? "–" : `#${r.worst}`,
          ]),
        ),
      );
    }
    if (waits.length > 0) {
      tables.push(
        this.table(
          "Waits",
          "In seconds; the longest wait may not have ended.",
          ["archetype", "for", "got it", "not", "median", "99 %", "longest", "agent"],
          waits,
        ),
        this.table(
          "Slots",
          "Changes of slot, and the distance walked to slots, of each archetype.",
          ["archetype", "holders", "attacks", "rebalanced", "moved", "stolen", "changes a holder", "m walked a holder"],
          archetypes.map(([name, g]) => [
            name, g.holders, g.attacks, g.slot_switches.rebalanced, g.slot_switches.moved, g.slot_switches.stolen,
            g.slot_switches.per_holder, g.walked_to_slots.per_holder,
          ]),
        ),
      );
    }
    if (fight.circles.length > 0) {
      tables.push(
        this.table(
          "Circles",
          `Shown: ${fight.circles_shown}${fight.circles.length > 12 ? "; here the 12 with most agents" : ""}. Use of attack weight: in all, and while a ready holder waited.`,
          ["target", "agents", "attacks", "use", "use while waited", "largest gap, degrees"],
          [...fight.circles].sort((a, b) => b.agents - a.agents).slice(0, 12).map((c) => [
            `#${c.target}`, c.agents, c.attacks, c.attack_weight_in_use.whole,
            c.attack_weight_in_use.while_ready_waits, c.open_angle.mean,
          ]),
        ),
      );
    }
    return [...tables, this.totals(stats)];
  }

  waitCells({ finished, unfinished, median, p99, longest, longest_of: whose }) {
    return [finished, unfinished, median, p99, longest, whose < 0 ? "–" : `#${whose}`];
  }

  totals(stats) {
    const { totals, per_frame: frame, frame_ms: ms, memory_bytes: memory } = stats;
    const named = (object, unit = "") =>
      Object.entries(object).map(([name, value]) => [name.replace(/_/g, " "), unit ? `${figure(value)} ${unit}` : value]);
    const stages = Object.entries(stats.system_ms).map(([name, value]) => [name, value]);
    return element(
      "div",
      { class: "columns" },
      this.table("Totals", "", ["what", "number"], named(totals)),
      this.table("A frame", "Means.", ["what", "number"], named(frame)),
      this.table("Time of a frame", "In ms.", ["what", "ms"], [...Object.entries(ms), ...stages, ["serial", stats.serial_ms], ["hash", stats.hash_ms]]),
      this.table("Memory", "", ["what", "MB"], Object.entries(memory).map(([name, bytes]) => [name, bytes / 1e6])),
      this.table("The run", "", ["what", ""], [
        ["seed", this.seed], ["threads", stats.threads], ["frames a second", stats.hz], ["hash", stats.hash],
      ]),
    );
  }
}

function figure(value) {
  if (typeof value !== "number") return value;
  if (Number.isInteger(value)) return grouped(value);
  return value >= 100 ? grouped(Math.round(value)) : String(Number(value.toPrecision(3)));
}
