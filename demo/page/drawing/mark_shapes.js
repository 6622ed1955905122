// The drawing of an agent's mark. The shape shows the team, and the filling and what is around it show the state:
// colour alone never does. The legend draws the same marks.

/** How far a mark reaches, in radii. */
function reachOfMark(style) {
  return style >= Style.slide ? 2.15 : 1.5;
}

/** Radii below this are too small for what is drawn within and around a mark; in pixels. */
const plainRadius = 5;

function trace(c, team, radius) {
  const points = teamShapes[team & 3];
  c.beginPath();
  for (let i = 0; i < points.length; i += 2) c.lineTo(points[i] * radius, points[i + 1] * radius);
  c.closePath();
}

/** The opacity of marks on floors that are not shown. */
const faintOpacity = 0.22;

/** Draws a mark at the origin, pointing to the right. It leaves the canvas' settings changed. */
function drawMark(pen, { css, cssTeams }, team, style, radius) {
  const c = pen.context;
  const colour = cssTeams[team & 7];
  const small = radius < plainRadius;
  const thin = Math.max(radius * 0.16, 1);
  const segments = (ends, tone, width) => pen.segments(ends.map((end) => end * radius), tone, width);
  c.lineJoin = "round";
  if (style === Style.dead) return drawCorpse(pen, css, colour, team, radius, thin);
  const attacks = style >= Style.stepIn;
  const hollow = style === Style.outside || style === Style.moving || style === Style.approach;
  trace(c, team, style === Style.idle ? radius * 0.72 : radius);
  pen.stroke(!attacks ? css.ground : small ? mixed(colour, css.ink, 0.45) : css.ink, thin * (small && attacks ? 1.6 : 2.4));
  pen.fill(hollow && (!small || style === Style.outside) ? css.ground : colour);
  if (hollow) pen.stroke(colour, thin * 1.3);
  if (small) return;
  if (style === Style.moving) pen.disc(0, 0, radius * 0.38, colour);
  if (style === Style.approach) {
    c.save();
    c.clip();
    c.fillStyle = colour;
    c.fillRect(0, -radius * 2, radius * 2, radius * 4);
    c.restore();
  }
  if (style === Style.slide) segments([1.6, -0.7, 1.6, 0.7, 2, -0.5, 2, 0.5], colour, thin * 1.3);
  if (style === Style.stagger) pen.ring(0, 0, radius * 1.6, colour, thin * 1.3, [radius * 0.5, radius * 0.5]);
  if (style === Style.heal) segments([-0.5, 0, 0.5, 0, 0, -0.5, 0, 0.5], css.ink, thin * 1.6);
  if (style === Style.windup) pen.disc(0, 0, radius * 0.33, css.ink);
  if (style === Style.strike) segments([-0.4, 0, 1.9, 0], css.ink, thin * 1.8);
  if (!attacks) return;
  pen.ring(0, 0, radius * 1.9, colour, thin * (style === Style.strike ? 2.2 : 1.1), style === Style.stepIn ? [radius * 0.45, radius * 0.4] : []);
}

/** A dead agent: a cross, and close up the outline of its body. */
function drawCorpse(pen, css, colour, team, radius, thin) {
  const c = pen.context;
  const tone = mixed(css.dim, colour, 0.35);
  c.globalAlpha *= 0.75;
  const arm = radius * 0.62;
  if (radius >= 9) {
    trace(c, team, radius * 0.9);
    pen.fill(mixed(css.ground, tone, 0.3));
    pen.stroke(tone, thin * 1.2, [2, 2.5]);
  }
  pen.segments([-arm, -arm, arm, arm, -arm, arm, arm, -arm], tone, thin * 1.2);
}
