// The text of the scenario, which can be changed and run.
class Editor {
  static pause = 600; // ms without a change until the text runs

  /** `run(text)` starts the text's battle and returns its errors and warnings. */
  constructor(run) {
    this.panel = byId("editor");
    this.text = byId("toml");
    this.run = run;
    byId("edit").addEventListener("click", () => this.toggle());
    byId("close-editor").addEventListener("click", () => this.toggle(false));
    byId("run").addEventListener("click", () => this.start(true));
    this.text.addEventListener("input", () => {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.start(false), Editor.pause);
    });
    byId("restore").addEventListener("click", () => this.restore());
    this.panel.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.toggle(false);
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.start(true);
    });
  }

  toggle(open = this.panel.hidden) {
    this.panel.hidden = !open;
    byId("edit").setAttribute("aria-expanded", String(open));
    byId("edit").setAttribute("aria-pressed", String(open));
    if (open) this.text.focus();
    else byId("edit").focus();
  }

  show(text) {
    clearTimeout(this.waiting);
    this.original = text;
    this.text.value = text;
    this.text.scrollTop = 0;
    this.report([], []);
  }

  restore() {
    this.text.value = this.original;
    this.start(true);
  }

  /** `shows`: selects the line of the first error. */
  start(shows) {
    clearTimeout(this.waiting);
    const { errors, warnings } = this.run(this.text.value);
    this.report(errors, warnings);
    if (shows && errors.length > 0) this.goTo(errors[0]);
  }

  report(errors, warnings) {
    const lines = [...errors.map((words) => ["error", words]), ...warnings.map((words) => ["warning", words])];
    byId("problems").replaceChildren(...lines.map(([kind, words]) => element("li", { class: kind }, words)));
    byId("said").textContent = errors.length > 0 ? "Not run: the battle before goes on." : "";
  }

  /** Selects the line that an error names: `name:line:column: …`. */
  goTo(error) {
    const line = Number(error.match(/^[^:]*:(\d+):/)?.[1]);
    if (!line) return;
    const lines = this.text.value.split("\n");
    const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.text.focus();
    this.text.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
    const height = this.text.scrollHeight / lines.length;
    this.text.scrollTop = Math.max((line - 4) * height, 0);
  }
}
