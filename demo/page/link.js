// Links to a moment: the part after # of the page's address holds the time, the camera, the agent and the layers.
//     t        s          x, y, w  m, the middle of the picture, within the world, and its width
//     agent    serial     follow   "agent" or "action"
//     layers   names of the layers that are on, with commas.
//     floor   the floor that is shown.
//     play     It plays from there.
class Link {
  static extent = 16384; // m from the middle of the world: world_extent of the library

  static of({ player, camera, layers, recording, selected, director, floors }) {
    const parts = [
      ["t", player.time.toFixed(3)],
      ["x", camera.x.toFixed(2)],
      ["y", camera.y.toFixed(2)],
      ["w", (camera.width / camera.scale).toPrecision(6)],
    ];
    if (selected >= 0) parts.push(["agent", recording.now.serial[selected]]);
    if (director.mode !== "free") parts.push(["follow", director.mode]);
    if (floors.shown !== null) parts.push(["floor", floors.shown]);
    parts.push(["layers", Object.keys(layers.on).filter((name) => layers.on[name]).join(",")]);
    return `#${parts.map(([name, value]) => `${name}=${value}`).join("&")}`;
  }

  /** Does what a link says. Parts that it lacks, or that make no sense, stay as they are. */
  static go(page, hash) {
    const wish = new URLSearchParams(hash.replace(/^#/, ""));
    const within = (at) => Math.min(Math.max(at, -Link.extent), Link.extent);
    const number = (name) => (wish.has(name) && Number.isFinite(Number(wish.get(name))) ? Number(wish.get(name)) : null);
    if (![...wish.keys()].some((name) => ["t", "x", "y", "w", "agent", "follow", "layers", "floor", "play"].includes(name))) return false;
    if (number("t") !== null) page.seek(number("t"));
    if (wish.has("layers")) {
      const on = wish.get("layers").split(",");
      for (const name of Object.keys(page.layers.on)) page.legend.set(name, on.includes(name));
    }
    if (page.floors.numbers.includes(number("floor"))) page.showFloor(number("floor"));
    // When the sample of that time has been unpacked: only then it is known which agents there are.
    page.whenShown = () => {
      const { camera, director } = page;
      if (number("agent") !== null) page.select(page.recording.indexOf(number("agent")));
      page.resize();
      if (number("w") > 0) camera.scale = Math.min(Math.max(camera.width / number("w"), camera.least), camera.most);
      if (number("x") !== null) camera.x = within(number("x"));
      if (number("y") !== null) camera.y = within(number("y"));
      const follow = wish.get("follow");
      director.set(follow === "action" || (follow === "agent" && page.selected >= 0) ? follow : "free");
      page.changed(true);
    };
    if (wish.has("play")) page.player.playing = true;
    page.changed(true);
    return true;
  }

  /** Copies a link to this moment, and makes it the page's address. */
  static async copy(page) {
    const hash = Link.of(page);
    history.replaceState(null, "", hash);
    const text = location.href;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const field = element("textarea", { readonly: true, "aria-hidden": "true" });
      field.value = text;
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
    page.say("A link to this moment is copied, and is in the address bar.");
  }
}
