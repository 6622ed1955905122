// The panel that explains the state of an agent, and of the circle around it: which agents are admitted, wait and
// attack, and why.
class Inspector {
  static release = 100; // ms after a press, in which its click comes

  constructor(panel, onSelect, onFollow, onClose, onRelease) {
    this.panel = panel;
    this.onSelect = onSelect;
    this.content = "";
    this.heldUntil = 0; // ms; until then the panel is not rebuilt, so that what is pressed stays
    this.makeHeader(onFollow, onClose);
    panel.addEventListener("click", (event) => this.click(event));
    panel.addEventListener("pointerdown", ({ target }) => {
      if (target !== panel) this.heldUntil = Infinity; // not at the scroll bar, where the release is not reported
    });
    for (const end of ["pointerup", "pointercancel"]) {
      addEventListener(end, () => {
        if (this.heldUntil !== Infinity) return;
        this.heldUntil = performance.now() + Inspector.release;
        setTimeout(onRelease, Inspector.release + 10);
      });
    }
  }

  /** The header stays while the rest is rebuilt, so that its buttons can be pressed and keep the focus. */
  makeHeader(onFollow, onClose) {
    this.name = element("h2");
    this.team = element("p", { class: "team" });
    this.follow = element("button", { id: "follow", title: "Keep it in the middle (g)", onclick: onFollow });
    const close = element("button", { class: "close", title: "Close (Esc)", "aria-label": "Close", onclick: onClose }, "×");
    this.panel.replaceChildren(element("header", {}, element("div", {}, this.name, this.team), this.follow, close));
  }

  click({ target, detail }) {
    this.heldUntil = 0;
    const button = target.closest("button");
    if (detail > 0) button?.blur(); // so that the next key goes to the player
    if (button?.dataset.agent) this.onSelect(Number(button.dataset.agent));
  }

  /** `fresh`: rebuilds the panel even if its content seems unchanged. */
  show(scene, followed, fresh) {
    const { battle, sample, selected, time } = scene;
    this.panel.hidden = selected < 0;
    if (selected < 0 || !sample) return;
    this.showHeader(scene, followed);
    const key = `${selected} ${sample.number} ${battle.recording.loads} ${battle.attackPhase(sample, selected, time)}`;
    if (key === this.content && !fresh) return;
    this.content = "";
    if (performance.now() < this.heldUntil) return;
    this.content = key;
    const parts = battle.exists(sample, selected)
      ? [this.agent(scene), this.circleAt(scene, selected, "Its circle"), this.itsTarget(scene), this.threats(scene), this.attacks(scene)]
      : [element("p", {}, "It does not exist at this time.")];
    this.rebuild(parts.filter(Boolean));
  }

  showHeader({ battle, sample, selected }, followed) {
    const there = battle.exists(sample, selected);
    const name = there ? battle.name(sample, selected) : "Agent";
    const team = there ? battle.head.teams[sample.team[selected]] : "";
    const texts = [[this.name, name], [this.team, team], [this.follow, followed ? "Following" : "Follow"]];
    for (const [at, words] of texts) if (at.textContent !== words) at.textContent = words;
    this.follow.setAttribute("aria-pressed", `${followed}`);
  }

  /** Replaces what is below the header. The focus stays on the link to the same agent, or goes to the header. */
  rebuild(parts) {
    const { panel } = this;
    const scroll = panel.scrollTop;
    const { agent } = panel.contains(document.activeElement) ? document.activeElement.dataset : {};
    const links = () => [...panel.querySelectorAll(`[data-agent="${agent}"]`)];
    const place = agent === undefined ? -1 : links().indexOf(document.activeElement);
    for (const old of [...panel.children].slice(1)) old.remove();
    panel.append(...parts);
    if (place >= 0) (links()[place] ?? links().at(-1) ?? this.follow).focus({ preventScroll: true });
    panel.scrollTop = scroll;
  }

  link({ battle, sample }, i) {
    return element("button", { class: "link", title: battle.name(sample, i), "data-agent": `${i}` }, `#${sample.serial[i]}`);
  }

  /** A sentence in which agents' serials become links. */
  sentence(scene, words) {
    return words.split(/(#\d+)/).map((part) => {
      const index = part.startsWith("#") ? scene.battle.recording.indexOf(Number(part.slice(1))) : -1;
      return index >= 0 ? this.link(scene, index) : part;
    });
  }

  agent(scene) {
    const { battle, sample, selected: i, time } = scene;
    const archetype = battle.archetype(sample, i);
    const why = battle.why(sample, i);
    const rows = [["State", battle.stateName(sample, i)]];
    if (archetype.health !== null) {
      const share = sample.health[i] / 10 / archetype.health;
      rows.push(["Health", this.bar(sample.health[i] / 10, archetype.health, share < 0.35 ? "low" : "")]);
    }
    const target = battle.recording.indexOf(sample.target[i] - 1);
    if (sample.target[i] > 0) {
      const away = target < 0 ? "" : `, ${scene.distance(i, target).toFixed(1)} m away`;
      rows.push(["Target", [...this.sentence(scene, `#${sample.target[i] - 1}`), target < 0 ? " (not shown)" : away]]);
    }
    if (sample.slot[i] > 0) {
      const arrived = battle.stateName(sample, i) === "approach" ? ", on its way" : ", there";
      rows.push(["Slot", `${sample.slot[i] - 1}${arrived}; grid weight ${archetype.grid_weight}`]);
    }
    if (sample.queue[i] > 0) {
      const before = sample.wait_slot[i] > 0 ? `, in front of slot ${sample.wait_slot[i] - 1}` : "";
      rows.push(["Queue", `number ${battle.rank(sample, i)}${before}; grid weight ${archetype.grid_weight}`]);
    }
    rows.push(...this.floor(scene, i));
    if (battle.goes(sample, i)) {
      const [x, y] = scene.position(i);
      const [goalX, goalY] = scene.goal(i);
      rows.push(["Goal", `${Math.hypot(goalX - x, goalY - y).toFixed(1)} m away, at (${goalX.toFixed(1)}, ${goalY.toFixed(1)})`]);
    }
    rows.push(...this.blocked(scene, i));
    const phase = battle.attackPhase(sample, i, time);
    const attack = battle.attack(sample, i);
    if (phase) {
      const age = time - battle.beganAt(sample, i);
      const when =
        phase === "winds up" ? `, hits in ${(attack.windup - age).toFixed(1)} s` :
        phase === "strikes" ? `, over in ${Math.max(attack.duration - age, 0).toFixed(1)} s` : "";
      rows.push(["Attack", `${attack.name}: ${phase}${when}; weight ${attack.weight}`]);
    } else {
      if (battle.waitSeconds(sample, i) > 0) rows.push(["Ready in", `${battle.waitSeconds(sample, i).toFixed(1)} s`]);
      if (attack && sample.begun[i] > 0) {
        rows.push(["Last attack", `${attack.name}, begun ${(time - battle.beganAt(sample, i)).toFixed(1)} s ago`]);
      }
    }
    if (sample.leader[i] > 0) {
      const leads = sample.leader[i] - 1 === sample.serial[i];
      rows.push(["Squad", leads ? "it leads" : this.sentence(scene, `led by #${sample.leader[i] - 1}`)]);
    }
    return element(
      "section",
      {},
      element("p", { class: "doing" }, "It ", ...this.sentence(scene, battle.doing(sample, i, time)), "."),
      why && element("p", { class: "why" }, element("b", {}, "Why it waits: "), why, "."),
      this.list(rows),
    );
  }

  floor({ sample, battle, position }, i) {
    if (!sample.hasFloors) return [];
    const rows = [["Floor", `${sample.floor[i]}`]];
    const link = sample.links.get(sample.link[i] - 1);
    if (!link) return rows;
    const [x, y] = position(i);
    const { quantum } = battle.head;
    const isHere = link.fromFloor === sample.floor[i];
    const away = Math.hypot((isHere ? link.fromX : link.toX) * quantum - x, (isHere ? link.fromY : link.toY) * quantum - y);
    const waits = away <= link.radius * quantum ? "waits there for its turn" : `${away.toFixed(1)} m away`;
    rows.push(["Heads for", `link ${sample.link[i] - 1} to floor ${isHere ? link.toFloor : link.fromFloor}; ${waits}`]);
    return rows;
  }

  blocked(scene, i) {
    const rows = [];
    const found = scene.blocking.of(i);
    if (found) {
      const long = `${found.atLeast ? "at least " : ""}${found.seconds.toFixed(1)} s`;
      rows.push(["Blocked by", [this.link(scene, found.by), ` ${scene.battle.archetype(scene.sample, found.by).name}, for ${long}`]]);
    }
    const others = scene.blocking.blockedBy(i);
    if (others.length > 0) rows.push(["Blocks", others.flatMap((other, n) => [n > 0 ? ", " : "", this.link(scene, other)])]);
    return rows;
  }

  list(rows) {
    return element("dl", {}, ...rows.flatMap(([name, value]) => [
      element("dt", {}, name),
      element("dd", {}, ...[value].flat()),
    ]));
  }

  /** A row of a table. A cell is a text, or a list of texts and elements. */
  row(cells, tag = "td", attributes = {}) {
    return element("tr", attributes, ...cells.map((cell) => element(tag, {}, ...[cell].flat())));
  }

  bar(value, whole, kind = "") {
    const share = whole > 0 ? Math.min(Math.max(value / whole, 0), 1) : 0;
    const fill = element("i");
    fill.style.width = `${share * 100}%`;
    return element(
      "span",
      { class: "measure" },
      element("span", { class: `bar ${kind}` }, fill),
      `${Math.round(value * 10) / 10} of ${whole}`,
    );
  }

  itsTarget(scene) {
    const { battle, sample, selected } = scene;
    const target = battle.recording.indexOf(sample.target[selected] - 1);
    return target >= 0 ? this.circleAt(scene, target, `Circle of its target, #${sample.serial[target]}`) : null;
  }

  circleAt(scene, target, title) {
    const { battle, sample, time } = scene;
    const circle = battle.circle(sample, target);
    if (!circle) return null;
    const open = circle.slots - circle.holders.length - circle.closed.size;
    const what = (i) => {
      const phase = battle.attackPhase(sample, i, time);
      if (phase) return `${phase}: ${battle.attack(sample, i).name}, weight ${battle.attack(sample, i).weight}`;
      const why = battle.shortWhy(sample, i);
      return why ? `waits: ${why}` : battle.stateName(sample, i);
    };
    const row = (i, number, words, kind) => {
      const { name, grid_weight } = battle.archetype(sample, i);
      const chosen = i === scene.selected ? "chosen " : "";
      return this.row([number, [this.link(scene, i), ` ${name}`], `${grid_weight}`, words], "td", { class: `${chosen}${kind}` });
    };
    const heads = (...names) => this.row(names, "th");
    const holders = circle.holders.map((i) =>
      row(i, `${sample.slot[i] - 1}`, what(i), battle.attacks(sample, i) ? "attacks" : ""),
    );
    const requesters = circle.requesters.map((i) =>
      row(i, `${battle.rank(sample, i)}`, i === circle.reserver ? "reserved for it" : battle.shortWhy(sample, i), "waits"),
    );
    const strikers = circle.strikers.map((i) => row(i, "–", what(i), "attacks"));
    return element(
      "section",
      {},
      element("h3", {}, title),
      this.list([
        ["Grid weight in use", this.bar(circle.gridInUse, circle.gridCapacity)],
        ["Attack weight in use", this.bar(circle.attackInUse, circle.attackCapacity, "attack")],
        ...(circle.wantedPressure >= 0
          ? [["Under attack", `${circle.pressure} % of the last 10 s; the director wants ${circle.wantedPressure} % now`]]
          : []),
        ["Slots", `${circle.holders.length} held, ${open} open${circle.closed.size ? `, ${circle.closed.size} closed` : ""}`],
      ]),
      holders.length + strikers.length > 0 &&
        element("table", {}, element("caption", {}, "Holders"), heads("slot", "agent", "grid weight", "does"), ...holders, ...strikers),
      requesters.length > 0 &&
        element("table", {}, element("caption", {}, "Requesters"), heads("queue", "agent", "grid weight", "wait reason"), ...requesters),
    );
  }

  threats(scene) {
    const { battle, sample, selected } = scene;
    if (!sample.hasThreats || battle.archetype(sample, selected).threat_half_life === undefined) return null;
    const rows = battle.threats(sample, selected).map(({ attacker, points }) => {
      const index = battle.recording.indexOf(attacker);
      const who = index >= 0 ? [this.link(scene, index), ` ${battle.archetype(sample, index).name}`] : `#${attacker}`;
      return this.row([who, points.toFixed(points < 10 ? 1 : 0)]);
    });
    return element("section", {}, element("h3", {}, "Its threat table"),
      rows.length > 0 ? element("table", {}, this.row(["attacker", "points"], "th"), ...rows) : element("p", {}, "It is empty."));
  }

  attacks(scene) {
    const { battle, sample, selected } = scene;
    const { attacks } = battle.archetype(sample, selected);
    if (attacks.length === 0) return null;
    const cooldown = ({ cooldown: { agent, archetype, uses, global } }) =>
      [
        agent && `${agent} s each`,
        archetype && `${archetype} s for its archetype${uses > 1 ? `, after ${uses} uses` : ""}`,
        global && `${global} s for its class`,
      ].filter(Boolean).join("; ") || "–";
    const ready = (attack) => {
      const seconds = battle.cooldownSeconds(sample, selected, attack);
      return seconds > 0 ? `in ${seconds.toFixed(1)} s` : "now";
    };
    const cooled = attacks.some((attack) => cooldown(attack) !== "–") && battle.head.cooldowns;
    return element(
      "section",
      {},
      element("h3", {}, "Its attack table"),
      element(
        "table",
        {},
        this.row(["attack", "attack weight", "damage", "reach", "cooldown", ...(cooled ? ["ready"] : [])], "th"),
        ...attacks.map((attack, n) =>
          this.row([attack.name, `${attack.weight}`, `${attack.damage}`, `${attack.range[1]} m`, cooldown(attack),
            ...(cooled ? [ready(n)] : [])]),
        ),
      ),
    );
  }
}
