// The ground: the walkable cells, and the drawing of blocked cells under everything else. Outside the grid nothing is
// walkable.

class Ground {
  /** `made`: the ground in the page's head. `onReady` is called when unpacking has ended or has failed. */
  constructor({ columns, lines, cell, low, walkable }, onReady) {
    Object.assign(this, { columns, lines, cell, low });
    this.bits = null;
    this.failure = null;
    unpack(bytesOfBase64(walkable))
      .then((bits) => (this.bits = bits))
      .catch((error) => (this.failure = `The ground cannot be unpacked: ${error.message}`))
      .finally(onReady);
  }

  get ready() {
    return this.bits !== null || this.failure !== null;
  }

  isWalkable(column, line) {
    if (column < 0 || line < 0 || column >= this.columns || line >= this.lines) return false;
    const at = line * this.columns + column;
    return ((this.bits[at >> 3] >> (at & 7)) & 1) === 1;
  }
}

/** Paints blocked ground into the background of a raster: hatched, with an edge towards walkable ground. */
function paintGround(ground, raster, { camera, palette, ratio }) {
  if (!ground.bits) return;
  const { width, height, background } = raster;
  const { columns, lines, cell, low, bits } = ground;
  const { wall, edge } = palette.css;
  const pixel = 1 / (camera.scale * ratio * cell); // in cells
  const firstColumn = (camera.x - low[0]) / cell - (width / 2 - 0.5) * pixel;
  const firstLine = (camera.y - low[1]) / cell + (height / 2 - 0.5) * pixel;
  const [plain, hatched, edged] = [wall, mixed(wall, edge, 0.22), mixed(wall, edge, Math.min(Math.max(1.6 - 2 * pixel, 0), 1))]
    .map((colour) => pixelOf(numbersOf(colour)));
  const columnOf = new Int32Array(width + 4);
  for (let x = 0; x < columnOf.length; x++) columnOf[x] = Math.floor(firstColumn + (x - 2) * pixel);
  const blocked = (line, column) => {
    if (line < 0 || column < 0 || line >= lines || column >= columns) return true;
    const at = line * columns + column;
    return ((bits[at >> 3] >> (at & 7)) & 1) === 0;
  };
  const near = 1.5 * pixel;
  for (let y = 0; y < height; y++) {
    const at = firstLine - y * pixel;
    const line = Math.floor(at);
    const above = Math.floor(at + near);
    const below = Math.floor(at - near);
    for (let x = 0; x < width; x++) {
      const column = columnOf[x + 2];
      if (!blocked(line, column)) continue;
      const atEdge = pixel < 0.8 && (!blocked(line, columnOf[x]) || !blocked(line, columnOf[x + 4]) ||
        !blocked(above, column) || !blocked(below, column));
      background[y * width + x] = atEdge ? edged : (x + height - y) % 9 < 2 ? hatched : plain;
    }
  }
}
