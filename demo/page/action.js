// Where the fighting is: the part of the world of a given size with most attackers, holders and requesters in it.
class Action {
  static most = 256; // cells on a side
  static cells = 8; // of a window's width

  constructor(battle) {
    this.battle = battle;
  }

  /** How much an agent counts: attacking agents most, then agents in a fight, then all that live. */
  weight(sample, i) {
    const { battle } = this;
    if (!battle.lives(sample, i)) return 0;
    if (battle.attacks(sample, i)) return 4;
    return sample.slot[i] > 0 ? 2 : sample.queue[i] > 0 ? 1 : sample.target[i] > 0 ? 0.1 : 0.01;
  }

  /** The weight inside a window, and the middle of that weight; null: nothing lives there. */
  inWindow(sample, poses, { x, y }, width, height) {
    const sum = { x: 0, y: 0, weight: 0 };
    for (let i = 0; i < sample.count; i++) {
      if (Math.abs(poses.x[i] - x) > width / 2 || Math.abs(poses.y[i] - y) > height / 2) continue;
      const weight = this.weight(sample, i);
      sum.x += poses.x[i] * weight;
      sum.y += poses.y[i] * weight;
      sum.weight += weight;
    }
    return sum.weight > 0 ? { x: sum.x / sum.weight, y: sum.y / sum.weight, weight: sum.weight } : null;
  }

  /** The window of a size in metres with most weight, moved to the middle of it; null: nothing lives. */
  densest(sample, poses, width, height) {
    const box = this.extent(sample, poses);
    if (!box) return null;
    const cell = Math.max(width / Action.cells, (box.right - box.left) / Action.most, (box.top - box.bottom) / Action.most);
    const columns = Math.floor((box.right - box.left) / cell) + 1;
    const rows = Math.floor((box.top - box.bottom) / cell) + 1;
    // sums[row + 1][column + 1]: the weight of all cells below and to the left
    const stride = columns + 1;
    const sums = new Float64Array(stride * (rows + 1));
    for (let i = 0; i < sample.count; i++) {
      const weight = this.weight(sample, i);
      if (weight === 0) continue;
      const column = Math.floor((poses.x[i] - box.left) / cell);
      const row = Math.floor((poses.y[i] - box.bottom) / cell);
      sums[(row + 1) * stride + column + 1] += weight;
    }
    for (let row = 1; row <= rows; row++) {
      for (let column = 1; column <= columns; column++) {
        const at = row * stride + column;
        sums[at] += sums[at - 1] + sums[at - stride] - sums[at - stride - 1];
      }
    }
    const [across, up] = [Math.max(Math.round(width / cell), 1), Math.max(Math.round(height / cell), 1)];
    let best = { weight: -1 };
    for (let row = 0; row < Math.max(rows - up + 1, 1); row++) {
      for (let column = 0; column < Math.max(columns - across + 1, 1); column++) {
        const [right, top] = [Math.min(column + across, columns), Math.min(row + up, rows)];
        const weight = sums[top * stride + right] - sums[row * stride + right] - sums[top * stride + column] + sums[row * stride + column];
        if (weight > best.weight) best = { weight, x: box.left + ((column + right) / 2) * cell, y: box.bottom + ((row + top) / 2) * cell };
      }
    }
    return this.inWindow(sample, poses, best, width, height) ?? best;
  }

  /** The box around all living agents; null: there are none. */
  extent(sample, poses) {
    return boxAround(sample.count, (i) => this.battle.lives(sample, i), (i) => [poses.x[i], poses.y[i]]);
  }
}
