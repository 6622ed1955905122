// The meaning of the marks, and switches for the layers.
class Legend {
  constructor(panel, layers, onChange) {
    this.panel = panel;
    this.layers = layers;
    this.onChange = onChange;
  }

  show(head, palette) {
    const swatches = [
      [Style.outside, "outside, waits for a slot"],
      [Style.moving, "moves, has no slot"],
      [Style.approach, "admitted, goes to its slot"],
      [Style.combat, "in its slot, waits for a token"],
      [Style.stepIn, "may attack, steps in"],
      [Style.windup, "attacks: winds up"],
      [Style.strike, "attacks: has struck"],
      [Style.dead, "dead"],
    ];
    const item = (drawing, words) => element("li", {}, drawing, element("span", {}, words));
    const teams = head.teams.map((name, team) => item(this.mark(palette, team, Style.combat), name));
    const states = swatches.map(([style, words]) => item(this.mark(palette, head.teams.length > 1 ? 1 : 0, style), words));
    const parts = [
      element("h2", {}, "Teams"),
      element("ul", {}, ...teams),
      element("h2", {}, "States"),
      element("ul", {}, ...states),
      element("p", {}, "From afar a mark is a square, bright while it attacks."),
      element("h2", {}, "Layers"),
      element("ul", { class: "layers" }, ...layersOf(head).map((layer) => this.layer(layer, palette))),
      !head.goals && element("p", {}, "Paths to goals are not recorded for so many agents."),
    ];
    this.panel.replaceChildren(...parts.filter(Boolean));
  }

  layer({ name, label }, palette) {
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
    return element("li", {}, element("label", {}, box, this.sign(name, palette), element("span", {}, label)));
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

  /** Draws a mark as the fragment shader of Marks does. */
  mark(palette, team, style) {
    const [canvas, c] = this.canvas(34, 24);
    const colour = palette.cssTeams[team & 7];
    const { ground, ink, dim } = palette.css;
    const attacks = style >= Style.stepIn;
    c.translate(16, 12);
    const radius = 6.5;
    if (style === Style.dead) {
      c.strokeStyle = dim;
      c.lineWidth = 2;
      for (const way of [1, -1]) line(c, -4, -4 * way, 4, 4 * way);
      return canvas;
    }
    if (attacks) {
      c.globalAlpha = style === Style.stepIn ? 0.2 : 0.4;
      c.fillStyle = colour;
      c.beginPath();
      c.arc(0, 0, 11, 0, 7);
      c.fill();
      c.globalAlpha = 1;
      if (style !== Style.stepIn) {
        c.strokeStyle = colour;
        c.lineWidth = 1.2;
        c.stroke();
      }
    }
    outline(c, team, radius);
    c.lineWidth = 2;
    if (style === Style.outside) {
      c.strokeStyle = colour;
      c.stroke();
      return canvas;
    }
    c.strokeStyle = attacks ? ink : ground;
    c.lineWidth = 2.6;
    c.stroke();
    c.globalAlpha = style === Style.moving ? 0.65 : style === Style.approach ? 0.8 : 1;
    c.fillStyle = colour;
    c.fill();
    c.globalAlpha = 1;
    c.strokeStyle = style === Style.approach ? ground : ink;
    c.fillStyle = ink;
    c.lineWidth = 1.6;
    if (style === Style.approach) line(c, -3.5, 0, 3, 0);
    if (style === Style.strike) line(c, -4, 0, 7, 0);
    if (style === Style.windup) {
      c.beginPath();
      c.arc(0, 0, 2, 0, 7);
      c.fill();
    }
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
      for (let x = -16; x < 34; x += 6) line(c, x, 1, x + 16, 17);
      c.restore();
      c.strokeRect(5.5, 2.5, 23, 13);
    } else if (name === "circles") {
      ring(17, 4);
      ring(17, 8);
    } else if (name === "slots") {
      c.fillStyle = css.text;
      ring(6, 4, true);
      ring(17, 4);
      for (const way of [1, -1]) line(c, 25, 9 - 4 * way, 33, 9 + 4 * way);
    } else if (name === "tokens") {
      taper(3.5, 0.5);
    } else if (name === "queues" || name === "targets") {
      c.setLineDash(name === "queues" ? [3.5, 3.5] : []);
      c.globalAlpha = name === "queues" ? 1 : 0.5;
      c.strokeStyle = name === "queues" ? css.ringStrong : colour;
      line(c, 3, 9, 31, 9);
    } else if (name === "paths") {
      taper(1, 0.3);
    } else if (name === "alert") {
      c.setLineDash([1.5, 4]);
      c.strokeStyle = colour;
      ring(17, 8);
    } else if (name === "projectiles") {
      c.strokeStyle = css.projectile;
      c.lineWidth = 2.5;
      line(c, 8, 12, 24, 7);
    } else if (name === "names") {
      c.font = "600 12px system-ui, sans-serif";
      c.fillStyle = css.text;
      c.fillText("#12", 6, 13);
    }
    return canvas;
  }
}

function line(c, x1, y1, x2, y2) {
  c.beginPath();
  c.moveTo(x1, y1);
  c.lineTo(x2, y2);
  c.stroke();
}

/** The outlines of the teams' marks, pointing to the right. */
function outline(c, team, radius) {
  const shapes = [
    [1.3, 0, -0.8, 0.9, -0.8, -0.9],
    [1.2, 0, 0.5, 0.8, -0.9, 0.8, -0.9, -0.8, 0.5, -0.8],
    [1.3, 0, 0, 0.85, -1.1, 0, 0, -0.85],
    [1.1, 0, 0.5, 0.87, -0.5, 0.87, -1, 0, -0.5, -0.87, 0.5, -0.87],
  ];
  const points = shapes[team & 3];
  c.beginPath();
  for (let i = 0; i < points.length; i += 2) c.lineTo(points[i] * radius, points[i + 1] * radius);
  c.closePath();
}
