// What stands around the battle: the time bar, the notice, the numbers of agents, and the line below the title. Texts
// are written only when they change: a new text costs a layout of the page.
class Transport {
  static pause = 100; // ms between two changes of the clock and of the charts while it plays

  constructor(page) {
    this.page = page;
    this.texts = new Map();
    this.written = 0;
    this.reportSeen = false;
    new IntersectionObserver((entries) => (this.reportSeen = entries.at(-1).isIntersecting)).observe(byId("report"));
  }

  text(id, words) {
    if (this.texts.get(id) === words) return;
    this.texts.set(id, words);
    byId(id).textContent = words;
  }

  attribute(id, name, value) {
    const key = `${id} ${name}`;
    if (this.texts.get(key) === value) return;
    this.texts.set(key, value);
    byId(id).setAttribute(name, value);
  }

  show() {
    const { page } = this;
    const { player, recording } = page;
    const { duration } = recording;
    const { playing } = player;
    this.showNotice();
    const now = performance.now();
    if (playing && this.wasPlaying && now - this.written < Transport.pause) return;
    this.written = now;
    this.wasPlaying = playing;
    document.body.classList.toggle("playing", playing);
    this.attribute("play", "aria-label", playing ? "Pause" : "Play");
    const share = duration > 0 ? player.time / duration : 0;
    byId("played").style.transform = `scaleX(${share})`;
    byId("knob").style.left = `${share * 100}%`;
    byId("start").hidden = playing || !(page.opening || player.time <= recording.start) || recording.length < 2 || page.selected >= 0;
    const frame = recording.length ? Math.round(player.time * page.head.hz) - 1 : 0;
    this.text("clock", `${clock(player.time, playing ? 1 : 2)} / ${clock(duration)}`);
    this.text("frame", `frame ${grouped(Math.max(frame, 0))}`);
    this.text("speed", `${player.speed}×`);
    this.attribute("scrub", "aria-valuemax", duration.toFixed(1));
    this.attribute("scrub", "aria-valuenow", player.time.toFixed(1));
    this.attribute("scrub", "aria-valuetext", `${clock(player.time)} of ${clock(duration)}`);
    this.attribute("action", "aria-pressed", `${page.director.mode === "action"}`);
    if (this.reportSeen || !playing) page.report?.setTime(player.time);
  }

  showNotice() {
    const { page } = this;
    const { recording } = page;
    let words = recording.failure ?? page.ground?.failure ?? "";
    if (!words && recording.complete && recording.length === 0) words = "This battle has no frames.";
    if (!words && recording.complete && recording.now.count === 0 && recording.now.number >= 0) {
      words = "There are no agents in this battle.";
    }
    if (!words && page.waiting) words = "Unpacking …";
    if (!words && page.heat.counting && !page.heat.ready && page.heats().length > 0) {
      words = `Counting for the heat maps: ${Math.floor((100 * page.heat.done) / Math.max(recording.length, 1))} %`;
    }
    this.text("notice", words || (page.said ?? ""));
  }

  /** The numbers of all agents and of shown agents. Agents that are spawned later are included when the report has
   * been loaded. */
  extent() {
    const { head, reportData } = this.page;
    return { shown: reportData?.shown ?? head.shown, total: reportData?.spawned ?? head.present };
  }

  /** The line below the title: how the battle was recorded. */
  showAbout() {
    const { recording, head } = this.page;
    const { shown, total } = this.extent();
    const rest = Math.round((head.present - head.shown / 2) / (head.shown / 2));
    const [x, y] = head.shown_focus.map(Math.round);
    const which =
      head.shown_radius > 0
        ? `all within ${Math.round(head.shown_radius)} m of (${x}, ${y}), of the others one in ${rest}`
        : "the first to come";
    const agents = shown < total
      ? `${grouped(shown)} of ${grouped(total)} agents are shown: ${which}`
      : `${grouped(total)} agents`;
    const seconds = recording.duration - recording.start;
    const rate = Number((seconds > 0 ? (recording.length - 1) / seconds : head.hz / head.every).toPrecision(2));
    const about = [
      agents,
      `seed ${head.seed}`,
      `recorded ${rate} times a second to ${Math.round(head.quantum * 100)} cm, interpolated between`,
    ];
    this.text("about", about.join(" · "));
  }

  showCounts() {
    const { recording, battle, head } = this.page;
    const { now } = recording;
    if (this.counted === now.number) return;
    this.counted = now.number;
    const { shown, total } = this.extent();
    this.text("counts", battle.countTeams(now)
      .map(({ living, attacking }, i) => `${head.teams[i]}: ${grouped(living)} living, ${grouped(attacking)} attacking`)
      .join("   ·   ") + (shown < total ? "   (of those shown)" : ""));
  }
}
