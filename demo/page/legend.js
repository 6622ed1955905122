// The meaning of the marks, and switches for the layers.
class Legend {
  constructor(panel, layers, floors, onChange, onFloor) {
    this.panel = panel;
    this.layers = layers;
    this.floors = floors;
    this.onChange = onChange;
    this.onFloor = onFloor;
  }

  show(head, palette) {
    const swatches = [
      [Style.moving, "moves, has no slot"],
      [Style.outside, "requester: waits for a slot"],
      [Style.approach, "holder: goes to its slot"],
      [Style.combat, "holder in its slot: waits for an attack token"],
      [Style.stepIn, "has an attack token, steps in"],
      [Style.windup, "attack: winds up"],
      [Style.strike, "attack: from the hit to the end"],
      [Style.stagger, "staggers"],
      [Style.idle, "idle"],
      [Style.dead, "dead"],
    ];
    const item = (drawing, words) => element("li", {}, drawing, element("span", {}, words));
    const teams = head.teams.map((name, team) => item(this.mark(palette, team, Style.combat), name));
    const states = swatches.map(([style, words]) => item(this.mark(palette, head.teams.length > 1 ? 1 : 0, style), words));
    const heats = layersOf(head).filter(({ name }) => Heat.names.includes(name));
    const others = layersOf(head).filter(({ name }) => !Heat.names.includes(name));
    const parts = [
      element("button", { class: "close", title: "Close (i)", "aria-label": "Close the legend", onclick: () => byId("toggle-legend").click() }, "×"),
      element("h2", {}, "Teams"),
      element("ul", {}, ...teams),
      element("h2", {}, "States"),
      element("ul", {}, ...states),
      element("p", {}, "The shape and the colour show the team, the filling shows the state. From afar a mark is a square."),
      ...this.choice(),
      element("h2", {}, "Layers"),
      element("ul", { class: "layers" }, ...others.map((layer) => this.layer(layer, palette))),
      element("h2", {}, "Heat maps of the whole battle"),
      element("ul", { class: "layers" }, ...heats.map((layer) => this.layer(layer, palette))),
      !head.goals && element("p", {}, "Paths to goals are not recorded for so many agents."),
    ];
    this.panel.replaceChildren(...parts.filter(Boolean));
  }

  choice() {
    const { numbers, shown } = this.floors;
    if (numbers.length === 0) return [];
    const field = element("select", { id: "floor", "aria-label": "The floor that is shown", onchange: () => this.onFloor(field.value === "" ? null : Number(field.value)) },
      ...[["", "all floors"], ...numbers.map((number) => [number, `floor ${number}`])].map(([value, words]) =>
        element("option", { value: `${value}`, selected: `${shown ?? ""}` === `${value}` }, words)));
    return [
      element("h2", {}, "Floors"),
      element("p", { class: "floors" }, field, element("kbd", {}, "e")),
      element("p", {}, "Floors lie over each other. Agents on other floors are faint."),
    ];
  }

  showFloor() {
    if (byId("floor")) byId("floor").value = `${this.floors.shown ?? ""}`;
  }

  layer({ name, label, key }, palette) {
    const box = element("input", {
      type: "checkbox",
      id: `layer-${name}`,
      checked: this.layers.on[name],
      onclick: (event) => event.detail > 0 && box.blur(),
      onchange: () => {
        this.layers.on[name] = box.checked;
        this.onChange();
      },
    });
    return element("li", {}, element("label", {}, box, this.sign(name, palette), element("span", {}, label), element("kbd", {}, key)));
  }

  set(name, on) {
    if (!(name in this.layers.on)) return;
    this.layers.on[name] = on;
    byId(`layer-${name}`).checked = on;
    this.onChange();
  }

  canvas(width, height) {
    const ratio = Math.min(window.devicePixelRatio || 1, 3);
    const canvas = element("canvas", { width: width * ratio, height: height * ratio, "aria-hidden": "true" });
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const context = canvas.getContext("2d");
    context.scale(ratio, ratio);
    return [canvas, context];
  }

  mark(palette, team, style) {
    const [canvas, c] = this.canvas(34, 26);
    c.translate(16, 13);
    drawMark(c, palette, team, style, 6.5);
    return canvas;
  }

  sign(name, palette) {
    const [canvas, c] = this.canvas(34, 18);
    const css = palette.css;
    const colour = palette.cssTeams[1];
    c.strokeStyle = css.ringStrong;
    c.lineWidth = 1.4;
    const ring = (x, radius, fill) => {
      c.beginPath();
      c.arc(x, 9, radius, 0, 7);
      if (fill) c.fill();
      else c.stroke();
    };
    const taper = (begin, end) => {
      c.fillStyle = colour;
      c.beginPath();
      c.moveTo(3, 9 - begin);
      c.lineTo(31, 9 - end);
      c.lineTo(31, 9 + end);
      c.lineTo(3, 9 + begin);
      c.fill();
    };
    if (name === "ground") {
      c.fillStyle = css.wall;
      c.strokeStyle = css.edge;
      c.fillRect(5, 2, 24, 14);
      c.lineWidth = 1;
      c.save();
      c.beginPath();
      c.rect(5, 2, 24, 14);
      c.clip();
      c.globalAlpha = 0.5;
      for (let x = -16; x < 34; x += 6) stroke(c, x, 1, x + 16, 17);
      c.restore();
      c.strokeRect(5.5, 2.5, 23, 13);
    } else if (name === "circles") {
      ring(17, 4);
      ring(17, 8);
    } else if (name === "slots") {
      c.fillStyle = css.text;
      ring(6, 4, true);
      ring(17, 4);
      for (const way of [1, -1]) stroke(c, 25, 9 - 4 * way, 33, 9 + 4 * way);
    } else if (name === "tokens") {
      taper(3.5, 0.5);
    } else if (name === "queues" || name === "targets") {
      c.setLineDash(name === "queues" ? [3.5, 3.5] : []);
      c.globalAlpha = name === "queues" ? 1 : 0.5;
      c.strokeStyle = name === "queues" ? css.ringStrong : colour;
      stroke(c, 3, 9, 31, 9);
    } else if (name === "paths") {
      taper(1, 0.3);
    } else if (name === "links") {
      c.strokeStyle = css.link;
      c.lineWidth = 2;
      ring(6, 4);
      ring(28, 4);
      stroke(c, 10, 9, 24, 9);
    } else if (name === "alert") {
      c.setLineDash([1.5, 4]);
      c.strokeStyle = colour;
      ring(17, 8);
    } else if (name === "projectiles") {
      c.strokeStyle = css.projectile;
      c.lineWidth = 2.5;
      stroke(c, 8, 12, 24, 7);
    } else if (name === "hits") {
      c.fillStyle = colour;
      c.globalAlpha = 0.35;
      c.beginPath();
      c.moveTo(8, 9);
      c.arc(8, 9, 20, -0.45, 0.45);
      c.fill();
      c.globalAlpha = 1;
      c.strokeStyle = css.ink;
      c.lineWidth = 2;
      stroke(c, 8, 9, 26, 3);
    } else if (name in palette.heat) {
      c.fillStyle = palette.heat[name];
      [0.3, 0.6, 1].forEach((alpha, n) => {
        c.globalAlpha = alpha;
        c.fillRect(5 + n * 8, 3, 8, 12);
      });
      c.globalAlpha = 1;
    } else if (name === "names") {
      c.font = "600 12px system-ui, sans-serif";
      c.fillStyle = css.text;
      c.fillText("#12", 6, 13);
    }
    return canvas;
  }
}
