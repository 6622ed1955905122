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
    drawMark(new Pen(c), palette, team, style, 6.5);
    return canvas;
  }

  sign(name, { css, cssTeams, heat }) {
    const [canvas, c] = this.canvas(34, 18);
    const pen = new Pen(c);
    const colour = cssTeams[1];
    const taper = (begin, end) => {
      c.beginPath();
      c.moveTo(3, 9 - begin);
      c.lineTo(31, 9 - end);
      c.lineTo(31, 9 + end);
      c.lineTo(3, 9 + begin);
      pen.fill(colour);
    };
    const signs = {
      ground: () => {
        c.fillStyle = css.wall;
        c.fillRect(5, 2, 24, 14);
        c.save();
        c.beginPath();
        c.rect(5, 2, 24, 14);
        c.clip();
        pen.alpha = 0.5;
        pen.segments([-16, -10, -4, 2, 8, 14, 20, 26, 32].flatMap((x) => [x, 1, x + 16, 17]), css.edge, 1);
        c.restore();
        c.strokeStyle = css.edge;
        c.strokeRect(5.5, 2.5, 23, 13);
      },
      circles: () => pen.rings([17, 9, 4, 17, 9, 8], css.ringStrong, 1.4),
      slots: () => {
        pen.disc(6, 9, 4, css.text);
        pen.ring(17, 9, 4, css.ringStrong, 1.4);
        pen.segments([25, 5, 33, 13, 25, 13, 33, 5], css.ringStrong, 1.4);
      },
      tokens: () => taper(3.5, 0.5),
      queues: () => pen.segments([3, 9, 31, 9], css.ringStrong, 1.4, [3.5, 3.5]),
      targets: () => {
        pen.alpha = 0.5;
        pen.segments([3, 9, 31, 9], colour, 1.4);
      },
      paths: () => taper(1, 0.3),
      links: () => {
        pen.rings([6, 9, 4, 28, 9, 4], css.link, 2);
        pen.segments([10, 9, 24, 9], css.link, 2);
      },
      alert: () => pen.ring(17, 9, 8, colour, 1.4, [1.5, 4]),
      projectiles: () => pen.segments([8, 12, 24, 7], css.projectile, 2.5),
      hits: () => {
        c.beginPath();
        c.moveTo(8, 9);
        c.arc(8, 9, 20, -0.45, 0.45);
        pen.alpha = 0.35;
        pen.fill(colour);
        pen.alpha = 1;
        pen.segments([8, 9, 26, 3], css.ink, 2);
      },
      names: () => {
        c.font = "600 12px system-ui, sans-serif";
        c.fillStyle = css.text;
        c.fillText("#12", 6, 13);
      },
    };
    const heatSign = () => [0.3, 0.6, 1].forEach((alpha, n) => {
      c.fillStyle = heat[name];
      pen.alpha = alpha;
      c.fillRect(5 + n * 8, 3, 8, 12);
    });
    (signs[name] ?? heatSign)();
    return canvas;
  }
}
