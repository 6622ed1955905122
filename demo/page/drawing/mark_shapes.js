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

function stroke(c, ...points) {
  c.beginPath();
  for (let i = 0; i < points.length; i += 4) {
    c.moveTo(points[i], points[i + 1]);
    c.lineTo(points[i + 2], points[i + 3]);
  }
  c.stroke();
}

function dot(c, radius) {
  c.beginPath();
  c.arc(0, 0, radius, 0, 7);
  c.fill();
}

/** The opacity of marks on floors that are not shown. */
const faintOpacity = 0.22;

/** Draws a mark at the origin, pointing to the right. It leaves the canvas' settings changed. */
function drawMark(c, { css, cssTeams }, team, style, radius) {
  const colour = cssTeams[team & 7];
  const small = radius < plainRadius;
  const thin = Math.max(radius * 0.16, 1);
  c.lineJoin = "round";
  if (style === Style.dead) return drawCorpse(c, css, colour, team, radius, thin);
  const attacks = style >= Style.stepIn;
  const hollow = style === Style.outside || style === Style.moving || style === Style.approach;
  trace(c, team, style === Style.idle ? radius * 0.72 : radius);
  c.strokeStyle = !attacks ? css.ground : small ? mixed(colour, css.ink, 0.45) : css.ink;
  c.lineWidth = thin * (small && attacks ? 1.6 : 2.4);
  c.stroke();
  c.fillStyle = hollow && (!small || style === Style.outside) ? css.ground : colour;
  c.fill();
  if (hollow) {
    c.strokeStyle = colour;
    c.lineWidth = thin * 1.3;
    c.stroke();
  }
  if (small) return;
  c.fillStyle = colour;
  if (style === Style.moving) dot(c, radius * 0.38);
  if (style === Style.approach) {
    c.save();
    c.clip();
    c.fillRect(0, -radius * 2, radius * 2, radius * 4);
    c.restore();
  }
  c.strokeStyle = colour;
  c.lineWidth = thin * 1.3;
  if (style === Style.slide) stroke(c, radius * 1.6, -radius * 0.7, radius * 1.6, radius * 0.7, radius * 2, -radius * 0.5, radius * 2, radius * 0.5);
  if (style === Style.stagger) ring(c, radius * 1.6, [radius * 0.5, radius * 0.5]);
  c.strokeStyle = c.fillStyle = css.ink;
  if (style === Style.heal) {
    c.lineWidth = thin * 1.6;
    stroke(c, -radius * 0.5, 0, radius * 0.5, 0, 0, -radius * 0.5, 0, radius * 0.5);
  }
  if (style === Style.windup) dot(c, radius * 0.33);
  if (style === Style.strike) {
    c.lineWidth = thin * 1.8;
    stroke(c, -radius * 0.4, 0, radius * 1.9, 0);
  }
  if (!attacks) return;
  c.strokeStyle = colour;
  c.lineWidth = style === Style.strike ? thin * 2.2 : thin * 1.1;
  ring(c, radius * 1.9, style === Style.stepIn ? [radius * 0.45, radius * 0.4] : []);
}

function ring(c, radius, dash) {
  c.beginPath();
  c.setLineDash(dash);
  c.arc(0, 0, radius, 0, 2 * Math.PI);
  c.stroke();
  c.setLineDash([]);
}

/** A dead agent: a cross, and close up the outline of its body. */
function drawCorpse(c, css, colour, team, radius, thin) {
  const tone = mixed(css.dim, colour, 0.35);
  c.globalAlpha *= 0.75;
  c.strokeStyle = tone;
  c.lineWidth = thin * 1.2;
  const arm = radius * 0.62;
  if (radius >= 9) {
    trace(c, team, radius * 0.9);
    c.fillStyle = mixed(css.ground, tone, 0.3);
    c.fill();
    c.setLineDash([2, 2.5]);
    c.stroke();
    c.setLineDash([]);
  }
  stroke(c, -arm, -arm, arm, arm, -arm, arm, arm, -arm);
}
