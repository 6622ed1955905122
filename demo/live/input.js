// What the person does: keys, and on the stage a stick, or moving and zooming the picture.

const directionKeys = {
  KeyW: [0, 1], ArrowUp: [0, 1], KeyS: [0, -1], ArrowDown: [0, -1],
  KeyA: [-1, 0], ArrowLeft: [-1, 0], KeyD: [1, 0], ArrowRight: [1, 0],
};

/** A stick that appears where the finger or the mouse goes down. */
class Stick {
  static reach = 56; // pixels from the middle for full speed

  constructor(x, y) {
    Object.assign(this, { fromX: x, fromY: y, x: 0, y: 0 });
  }

  move(x, y) {
    const [dx, dy] = [x - this.fromX, this.fromY - y];
    const length = Math.max(Math.hypot(dx, dy), Stick.reach);
    this.x = dx / length;
    this.y = dy / length;
  }
}

/** Keys that belong to what has the focus: all of them in an open dialog and where the person types, the arrows at a slider. */
function isForField({ target, code }) {
  if (document.querySelector("dialog[open]") || target.closest?.("textarea, select")) return true;
  return code.startsWith("Arrow") && target.closest?.("input");
}

class Input {
  /** `page`: plays (whether there is a player), toggle, reset, zoom, pan, act (for other keys). */
  constructor(stage, page) {
    this.stage = stage;
    this.page = page;
    this.keys = new Set();
    this.pointers = new Map();
    this.stick = null;
    this.attack = this.dash = false; // pressed since the last step
    this.strikers = new Set(); // pointers that hold the strike button down
    window.addEventListener("keydown", (event) => this.keyDown(event));
    window.addEventListener("keyup", ({ code }) => this.keys.delete(code));
    window.addEventListener("blur", () => this.letGo());
    stage.addEventListener("pointerdown", (event) => this.down(event));
    stage.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) {
      stage.addEventListener(end, (event) => this.up(event));
      window.addEventListener(end, ({ pointerId }) => this.strikers.delete(pointerId));
    }
    stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    stage.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  letGo() {
    this.keys.clear();
    this.pointers.clear();
    this.stick = null;
    this.strikers.clear();
  }

  /** A pointer is down on the strike button. */
  strike({ pointerId }) {
    this.attack = true;
    this.strikers.add(pointerId);
  }

  keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isForField(event)) return;
    const { code } = event;
    if (code in directionKeys) {
      this.keys.add(code);
    } else if (code === "Space" || code === "KeyJ") {
      if (event.target.closest?.("button, summary, a")) return;
      this.keys.add(code);
      this.attack = true;
    } else if (code === "ShiftLeft" || code === "ShiftRight" || code === "KeyK") {
      if (!event.repeat) this.dash = true;
    } else if (!this.page.act(event.key)) {
      return;
    }
    event.preventDefault();
  }

  /** The input of the next step. A short press counts even if it is over. */
  take() {
    let [x, y] = this.stick ? [this.stick.x, this.stick.y] : [0, 0];
    for (const key of this.keys) {
      x += directionKeys[key]?.[0] ?? 0;
      y += directionKeys[key]?.[1] ?? 0;
    }
    const length = Math.max(Math.hypot(x, y), 1);
    const held = this.strikers.size > 0 || this.keys.has("Space") || this.keys.has("KeyJ");
    const taken = { x: x / length, y: y / length, attack: this.attack || held, dash: this.dash };
    this.attack = this.dash = false;
    return taken;
  }

  placeOf(event) {
    const box = this.stage.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  down(event) {
    if (event.target.closest("button")) return;
    const [x, y] = this.placeOf(event);
    this.stage.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, [x, y]);
    document.activeElement?.blur?.();
    if (this.pointers.size === 1 && this.page.plays()) this.stick = new Stick(x, y);
    else this.stick = null;
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const [x, y] = this.placeOf(event);
    this.pointers.set(event.pointerId, [x, y]);
    if (this.stick) return this.stick.move(x, y);
    if (this.pointers.size === 1) return this.page.pan(x - before[0], y - before[1]);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
    const spread = (from) => Math.hypot(from[0] - other[0], from[1] - other[1]);
    this.page.zoom(spread([x, y]) / Math.max(spread(before), 1), (x + other[0]) / 2, (y + other[1]) / 2);
  }

  /** The end of a press on a button, which lies on the stage, also comes here. */
  up(event) {
    if (this.pointers.delete(event.pointerId)) this.stick = null;
  }

  wheel(event) {
    event.preventDefault();
    this.page.zoom(Math.exp(-event.deltaY * 0.0015), ...this.placeOf(event));
  }
}
