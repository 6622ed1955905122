// What is drawn close up, besides the marks: the arc of a weapon while an attack winds up, and a flash where a hit
// counts.
class CloseUp {
  static leastScale = 16; // pixels per metre
  static flash = 0.22; // s, how long a flash lasts
  static swing = 0.18; // s, how long a weapon swings after the windup
  static most = 300;

  /** Draws the arcs and flashes. Returns how many of each. */
  static draw(pen, scene) {
    const drawn = { arcs: 0, flashes: 0 };
    const { battle, camera, sample, next, time } = scene;
    if (camera.scale < CloseUp.leastScale) return drawn;
    for (const i of scene.inView(CloseUp.most)) {
      if (battle.lives(sample, i)) drawn.arcs += CloseUp.arc(pen, scene, i);
      const hit = Math.max(...[sample, next].map((known) => (known.hit?.[i] ?? 0)).filter((frame) => frame / battle.head.hz <= time + 1e-6), 0);
      const age = time - hit / battle.head.hz;
      if (hit > 0 && age < CloseUp.flash) drawn.flashes += CloseUp.burst(pen, scene, i, age / CloseUp.flash);
    }
    return drawn;
  }

  /** What the attack strikes, its arc up to its reach, fills while it winds up; the weapon swings through it at the hit. */
  static arc(pen, { battle, camera, sample, palette, time, screen, heading }, i) {
    const phase = battle.attackPhase(sample, i, time);
    if (phase !== "winds up" && phase !== "strikes") return 0;
    const attack = battle.attack(sample, i);
    const age = time - battle.beganAt(sample, i);
    const share = Math.min(age / Math.max(attack.windup, 1e-3), 1);
    const swing = (age - attack.windup) / CloseUp.swing;
    if (swing > 1) return 0;
    const [x, y] = screen(i);
    const { radius } = battle.archetype(sample, i);
    const reach = (attack.projectile ? radius * 3 : attack.reach) * camera.scale;
    const wide = attack.projectile ? 0.25 : attack.arc / 2; // of a bow only in the drawing
    const middle = -heading(i);
    const colour = palette.cssTeams[sample.team[i] & 7];
    const c = pen.context;
    c.beginPath();
    c.moveTo(x, y);
    c.arc(x, y, reach, middle - wide, middle - wide + 2 * wide * share);
    c.closePath();
    pen.alpha = 0.04 + 0.12 * share;
    pen.fill(colour);
    c.beginPath();
    c.arc(x, y, reach, middle - wide, middle + wide);
    pen.alpha = 0.5;
    pen.stroke(colour, 1.2, [3, 4]);
    const blade = swing < 0 ? middle - wide : middle - wide + 2 * wide * swing;
    pen.alpha = swing < 0 ? 0.6 : 1;
    const from = swing < 0 ? reach * 0.65 : radius * camera.scale; // raised, then swung
    const ends = [from, reach].flatMap((length) => [x + length * Math.cos(blade), y + length * Math.sin(blade)]);
    pen.segments(ends, palette.css.ink, swing < 0 ? 1.5 : 3);
    pen.alpha = 1;
    return 1;
  }

  static burst(pen, { battle, camera, sample, palette, screen }, i, share) {
    const [x, y] = screen(i);
    const radius = Math.max(battle.archetype(sample, i).radius * camera.scale, 5);
    const rays = [];
    for (let n = 0; n < 8; n++) {
      const [across, up] = [Math.cos((n * Math.PI) / 4 + i), Math.sin((n * Math.PI) / 4 + i)];
      const from = radius * (1.15 + share);
      const to = radius * (1.6 + 1.3 * share);
      rays.push(x + across * from, y + up * from, x + across * to, y + up * to);
    }
    pen.alpha = 1 - share;
    pen.segments(rays, palette.css.flash, 2.5);
    pen.alpha = 1;
    return 1;
  }
}
