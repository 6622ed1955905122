// What the blocks of the recording call as they arrive, and what the page's tests read.
window.fray = {
  arrived(number) {
    page.recording.arrived(number);
    if (number === 0) page.player.seek(0);
    page.changed();
  },
  finished() {
    page.finished();
  },
  page,
  shown() {
    const { recording, player, camera, layers, marks, floors, selected, following, director, firstFrame, opening } = page;
    return {
      ready: !page.dirty && recording.complete && (page.ground?.ready ?? true) && (!page.waiting || recording.failure !== null),
      time: player.time,
      part: player.part,
      frame: recording.now.frame,
      number: recording.now.number,
      playing: player.playing,
      speed: player.speed,
      count: recording.now.count,
      selected: selected < 0 ? -1 : recording.now.serial[selected],
      following,
      follows: director.mode,
      floor: floors.shown,
      links: [...recording.now.links].map(([number, link]) => ({ number, ...link })),
      opening,
      firstFrame,
      camera: { x: camera.x, y: camera.y, scale: camera.scale, width: camera.width, height: camera.height },
      layers: { ...layers.on },
      labels: layers.labels.boxes,
      marks: page.discs((i) => page.scene().markRadius(i)),
      drawn: { ...layers.shown, paths: marks.pathCount, marks: marks.count, lines: marks.lineCount },
    };
  },
  /** Whether a point of the world is walkable, and the colour drawn there now, 0 to 255. */
  ground(x, y) {
    const { ground, camera, raster, ratio } = page;
    const column = Math.floor((x - ground.low[0]) / ground.cell);
    const line = Math.floor((y - ground.low[1]) / ground.cell);
    const [px, py] = camera.toScreen(x, y);
    const pixel = raster.pixels[Math.floor(py * ratio) * raster.width + Math.floor(px * ratio)];
    return { walkable: ground.isWalkable(column, line), colour: [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255] };
  },
  /** An agent as it is shown now, by its serial; null: it does not exist. */
  agent(serial) {
    const { recording, battle, player } = page;
    const i = recording.indexOf(serial);
    const sample = recording.now;
    if (!battle.exists(sample, i)) return null;
    const [x, y] = page.position(i);
    const blocked = page.blocking.of(i);
    return {
      x, y, screen: page.camera.toScreen(x, y),
      archetype: battle.archetype(sample, i).name,
      team: page.head.teams[sample.team[i]],
      state: battle.stateName(sample, i),
      target: sample.target[i] - 1,
      slot: sample.slot[i] - 1,
      queue: battle.rank(sample, i),
      health: sample.health[i] / 10,
      waits: page.head.wait_reasons[sample.waits[i]],
      free: sample.free[i],
      phase: battle.attackPhase(sample, i, player.time),
      role: battle.role(sample, i),
      floor: sample.floor?.[i] ?? 0,
      link: (sample.link?.[i] ?? 0) - 1,
      faint: (page.styles[i] & Style.faint) > 0,
      threats: battle.threats(sample, i),
      goal: battle.goes(sample, i) ? page.goal(i) : null,
      hit: (sample.hit?.[i] ?? 0) - 1,
      blocked: blocked && { by: sample.serial[blocked.by], seconds: blocked.seconds },
      cooldowns: battle.archetype(sample, i).attacks.map((_, attack) => battle.cooldownSeconds(sample, i, attack)),
    };
  },
};
