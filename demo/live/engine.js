// The library in WebAssembly (exports.cpp). One battle runs at a time.
class Engine {
  static floats = ["x", "y", "nextX", "nextY", "heading", "radius", "health"];

  static async load() {
    const packed = Uint8Array.from(atob(byId("engine").textContent.trim()), (byte) => byte.charCodeAt(0));
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Engine(await loadEngine({ wasmBinary: await new Response(unpacked).arrayBuffer() }));
  }

  constructor(module) {
    this.module = module;
    const text = (name, types) => module.cwrap(name, "string", types);
    this.calls = {
      start: text("live_start", ["string", "string", "number"]),
      step: text("live_step", ["number", "number", "number", "number"]),
      state: text("live_state", []),
      hash: text("live_hash", []),
    };
  }

  /** Makes a battle: `errors` and `warnings`, and without errors `battle`. With errors the battle that runs stays. */
  start(toml, name, { hash = false } = {}) {
    return JSON.parse(this.calls.start(toml, name, hash ? 1 : 0));
  }

  /** Steps the battle once; throws what the library refuses. */
  step({ x = 0, y = 0, attack = false, dash = false } = {}) {
    const refused = this.calls.step(x, y, attack ? 1 : 0, dash ? 1 : 0);
    if (refused) throw new Error(refused);
  }

  setCapacity(grid, attack) {
    this.module._live_set_capacity(grid, attack);
  }

  state() {
    return JSON.parse(this.calls.state());
  }

  hash() {
    return this.calls.hash();
  }

  /** What is to be drawn: views into the engine's memory, valid until the next call of the engine. */
  marks() {
    const { module } = this;
    const view = (list, heap) => {
      const at = module._live_list(list) / heap.BYTES_PER_ELEMENT;
      return heap.subarray(at, at + module._live_size(list));
    };
    const marks = { count: module._live_size(0) };
    Engine.floats.forEach((name, list) => (marks[name] = view(list, module.HEAPF32)));
    marks.team = view(7, module.HEAPU8);
    marks.style = view(8, module.HEAPU8);
    marks.lines = Array.from(view(9, module.HEAP32));
    marks.hits = Array.from(view(10, module.HEAPF32));
    marks.projectiles = Array.from(view(11, module.HEAPF32));
    return marks;
  }

  /** The cells of the ground, as Ground.js has them; null: there is none. `made`: the ground in `battle`. */
  ground(made) {
    if (!made) return null;
    const at = this.module._live_list(12);
    return { ...made, bits: this.module.HEAPU8.slice(at, at + this.module._live_size(12)) };
  }

  clearHits() {
    this.module._live_clear_hits();
  }
}
