// The recording: blocks of samples in the page's own text, unpacked on demand. demo/report/block_writer.h describes the
// format.

class ByteReader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  varint() {
    let byte = this.bytes[this.at++];
    let value = byte & 127;
    for (let shift = 7; byte & 128; shift += 7) {
      byte = this.bytes[this.at++];
      value |= (byte & 127) << shift;
    }
    return value >>> 0;
  }

  signed() {
    return unzigzag(this.varint());
  }
}

function unzigzag(value) {
  return (value >>> 1) ^ -(value & 1);
}

/** The state of all agents after a frame: a column of whole numbers per property. An agent's index never changes. */
class Sample {
  constructor({ columns, states, floors, threats }) {
    this.layout = columns;
    this.hasFloors = floors !== undefined;
    this.links = new Map(); // by number
    this.hasThreats = threats === true;
    this.threats = new Map(); // by agent: by attacker's serial, see ThreatRow in demo/report/sample.h
    this.attacking = states.indexOf("attack") + 1;
    this.columns = columns.map(() => new Int32Array(0));
    this.ways = [new Int32Array(0), new Int32Array(0), new Int32Array(0)]; // last changes of x, y and heading
    this.still = new Int32Array(0);
    this.before = new Int32Array(0); // the agents' states in the sample before
    this.changed = new Int32Array(0); // the agents that a column changes, and by how much
    this.changedBy = new Int32Array(0);
    this.followers = new Int32Array(1 << 18);
    this.stateAt = columns.findIndex(([name]) => name === "state");
    this.number = -1;
    this.frame = 0;
    this.end = 0; // in its block, where the following sample begins
    this.count = 0;
    this.launches = [];
    this.closed = new Map();
    this.cooldowns = []; // by attack: end time of each agent's cooldown, in hundredths of a second
    this.nameColumns();
  }

  nameColumns() {
    this.layout.forEach(([name], i) => (this[name] = this.columns[i]));
  }

  grow(count) {
    this.reserve(count);
    if (count > this.count) for (const column of [...this.columns, ...this.ways, ...this.cooldowns]) column.fill(0, this.count, count);
    this.count = count;
  }

  reserve(count) {
    const known = this.columns[0].length;
    if (known >= count) return;
    const size = Math.max(count, Math.ceil(known * 1.5));
    const grown = (old) => {
      const column = new Int32Array(size);
      column.set(old);
      return column;
    };
    this.columns = this.columns.map(grown);
    this.ways = this.ways.map(grown);
    this.cooldowns = this.cooldowns.map(grown);
    for (const name of ["still", "before", "changed", "changedBy"]) this[name] = new Int32Array(size);
    this.nameColumns();
  }

  copy(other) {
    const { count } = other;
    this.reserve(count);
    this.count = count;
    this.columns.forEach((column, i) => column.set(other.columns[i].subarray(0, count)));
    this.ways.forEach((way, i) => way.set(other.ways[i].subarray(0, count)));
    this.cooldowns.length = Math.min(this.cooldowns.length, other.cooldowns.length);
    other.cooldowns.forEach((column, attack) => this.cooldownsOf(attack).set(column.subarray(0, count)));
    this.number = other.number;
    this.frame = other.frame;
    this.end = other.end;
    this.followers.set(other.followers);
    this.launches = other.launches;
    this.closed = other.closed;
    this.links = other.links;
    this.threats = other.threats;
  }

  /** Reads the following sample into this object; `first`: it is the first of its block. */
  read(reader, first, headingSteps) {
    this.frame = reader.varint();
    const count = reader.varint();
    const known = first ? 0 : this.count;
    if (first) {
      this.count = 0;
      this.followers.fill(-1);
    }
    this.grow(count);
    let moving = 0;
    this.layout.forEach(([, coding], i) => {
      const end = reader.varint() + reader.at;
      const isMoving = coding === "motion" || coding === "turn";
      const way = isMoving ? this.ways[moving++] : null;
      if (i === this.stateAt) this.before.set(this.state.subarray(0, count));
      if (first) this.readFirst(reader, this.columns[i], coding);
      else if (isMoving) this.readMoving(reader, this.columns[i], way, known, coding === "turn" ? headingSteps : 0);
      else if (coding === "clock") this.readClock(reader, this.columns[i]);
      else if (coding === "follows") this.readFollowing(reader, this.columns[i]);
      else this.readSparse(reader, this.columns[i]);
      reader.at = end;
    });
    this.readLists(reader);
    if (first) this.cooldowns = [];
    this.readCooldowns(reader);
    if (this.hasFloors) this.readLinks(reader, first);
    if (this.hasThreats) this.readThreats(reader, first);
    this.end = reader.at;
  }

  /** Reads which agents change, and by how much, into `changed` and `changedBy`. Returns their number. */
  readChanges(reader) {
    const { changed, changedBy } = this;
    const changes = reader.varint();
    let i = -1;
    for (let n = 0; n < changes; n++) changed[n] = i += reader.varint() + 1;
    for (let n = 0; n < changes; n++) changedBy[n] = reader.signed();
    return changes;
  }

  clock(difference) {
    return difference === 0 ? 0 : this.frame + 2 - difference;
  }

  readFirst(reader, values, coding) {
    const { changed, changedBy } = this;
    const changes = this.readChanges(reader);
    let filled = 0;
    let value = 0;
    for (let n = 0; n < changes; n++) {
      values.fill(value, filled, changed[n]);
      value = coding === "clock" ? this.clock(changedBy[n]) : value + changedBy[n];
      filled = changed[n];
    }
    values.fill(value, filled, this.count);
  }

  readSparse(reader, values) {
    const { changed, changedBy } = this;
    const changes = this.readChanges(reader);
    for (let n = 0; n < changes; n++) values[changed[n]] += changedBy[n];
  }

  readClock(reader, values) {
    const { changed, changedBy, state, before, attacking, count } = this;
    for (let i = 0; i < count; i++) {
      if (state[i] === attacking && before[i] !== attacking) values[i] = this.clock(reader.signed());
    }
    const changes = this.readChanges(reader);
    for (let n = 0; n < changes; n++) values[changed[n]] = this.clock(changedBy[n]);
  }

  readFollowing(reader, values) {
    const { changed, changedBy, state, before, followers, count } = this;
    const changes = this.readChanges(reader);
    for (let i = 0, n = 0; i < count; i++) {
      const place = ((state[i] << 7) | before[i]) << 4 | values[i];
      let value = followers[place] < 0 ? values[i] : followers[place];
      if (n < changes && changed[n] === i) value += changedBy[n++];
      followers[place] = values[i] = value;
    }
  }

  readMoving(reader, values, way, known, turn) {
    const { still, changed, changedBy, count } = this;
    const { bytes } = reader;
    const goesOn = turn ? 0 : bytes[reader.at++];
    let stillCount = 0;
    let { at } = reader;
    for (let i = 0; i < count; i++) {
      if (way[i] === 0) {
        still[stillCount++] = i;
        continue;
      }
      const byte = bytes[at++];
      let lacking = unzigzag(byte);
      if (byte === 255) {
        reader.at = at;
        lacking = reader.signed();
        at = reader.at;
      }
      if (turn) {
        way[i] = lacking;
        values[i] = (values[i] + lacking) & (turn - 1);
      } else {
        way[i] = goesOn ? way[i] + lacking : lacking;
        values[i] += way[i];
      }
    }
    reader.at = at;
    const changes = this.readChanges(reader);
    for (let n = 0; n < changes; n++) {
      const i = still[changed[n]];
      values[i] = turn ? (values[i] + changedBy[n]) & (turn - 1) : values[i] + changedBy[n];
      if (i < known) way[i] = changedBy[n];
    }
  }

  readLists(reader) {
    this.launches = [];
    for (let n = reader.varint(); n > 0; n--) {
      const [by, followed, x, y, toX, toY, height, at, flight] = Array.from({ length: 9 }, () => reader.signed());
      this.launches.push({ by, followed, x, y, toX, toY, height, at, flight });
    }
    this.closed = new Map();
    for (let n = reader.varint(); n > 0; n--) {
      const target = reader.varint();
      this.closed.set(target, new Set(Array.from({ length: reader.varint() }, () => reader.varint())));
    }
  }

  readCooldowns(reader) {
    let agent = 0;
    for (let n = reader.varint(); n > 0; n--) {
      agent += reader.varint();
      const attack = reader.varint();
      this.cooldownsOf(attack)[agent] = reader.varint();
    }
  }

  readLinks(reader, first) {
    this.links = new Map(first ? [] : this.links);
    for (let n = reader.varint(); n > 0; n--) {
      const number = reader.varint();
      if (reader.varint() === 0) {
        this.links.delete(number);
        continue;
      }
      const [fromX, fromY, toX, toY, fromFloor, toFloor, radius, capacity, interval, kind] = Array.from({ length: 10 }, () => reader.signed());
      this.links.set(number, {
        fromX, fromY, toX, toY, fromFloor, toFloor, radius, capacity, interval: interval / 1000, open: (kind & 1) > 0, twoWay: (kind & 2) > 0,
      });
    }
  }

  readThreats(reader, first) {
    const changes = reader.varint();
    if (first || changes > 0) this.threats = new Map(first ? [] : this.threats);
    let agent = 0;
    for (let n = 0; n < changes; n++) {
      agent += reader.varint();
      const rows = new Map(this.threats.get(agent));
      const attacker = reader.varint();
      if (reader.varint() === 1) rows.set(attacker, reader.signed());
      else rows.delete(attacker);
      this.threats.set(agent, rows);
    }
  }

  cooldownsOf(attack) {
    while (this.cooldowns.length <= attack) this.cooldowns.push(new Int32Array(this.columns[0].length));
    return this.cooldowns[attack];
  }
}

function bytesOfBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

async function unpack(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

class Recording {
  static kept = 6; // maximum number of unpacked blocks

  constructor(head, onBlock) {
    this.head = head;
    this.onBlock = onBlock;
    this.frames = []; // of each sample
    this.blocks = []; // { element, first, bytes, loading }
    this.blockOf = []; // of each sample
    this.complete = false;
    this.now = new Sample(head);
    this.next = new Sample(head);
    this.scratch = new Sample(head);
    this.indices = new Int32Array(0); // by serial
    this.used = []; // unpacked blocks, the most recently used last
    this.failure = null;
    this.loads = 0; // how many blocks have been unpacked so far
  }

  arrived(number) {
    const element = document.getElementById(`block-${number}`);
    const frames = element.dataset.frames.split(",").map(Number);
    const block = { element, first: this.frames.length, bytes: null, loading: false };
    this.blocks.push(block);
    this.frames.push(...frames);
    this.blockOf.push(...frames.map(() => number));
    if (number === 0) this.load(0);
  }

  get length() {
    return this.frames.length;
  }

  /** Seconds, at the end of the step of the sample's frame. */
  timeOf(number) {
    return (this.frames[number] + 1) / this.head.hz;
  }

  get duration() {
    return this.length ? this.timeOf(this.length - 1) : 0;
  }

  get start() {
    return this.length ? this.timeOf(0) : 0;
  }

  /** The number of the last sample at or before `time`. */
  numberAt(time) {
    let low = 0;
    let high = this.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.timeOf(middle) <= time + 1e-9) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  async load(number) {
    const block = this.blocks[number];
    if (!block || block.bytes || block.loading || this.failure) return;
    block.loading = true;
    try {
      block.bytes = await unpack(bytesOfBase64(block.element.textContent));
    } catch (error) {
      this.failure = `Part ${number + 1} of the recording cannot be unpacked: ${error.message}`;
    }
    block.loading = false;
    this.loads++;
    this.touch(number);
    this.onBlock();
  }

  /** Ends when the block of sample `number` is unpacked, or a block could not be. */
  async unpacked(number) {
    const at = this.blockOf[number];
    while (!this.blocks[at].bytes && !this.failure) {
      this.load(at);
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  }

  touch(number) {
    this.used = this.used.filter((other) => other !== number);
    this.used.push(number);
    while (this.used.length > Recording.kept) this.blocks[this.used.shift()].bytes = null;
  }

  /** Decodes sample `number` into `sample`. Returns false if its block is not unpacked yet. */
  decode(sample, number) {
    if (sample.number === number) return true;
    const block = this.blocks[this.blockOf[number]];
    if (!block.bytes) {
      this.load(this.blockOf[number]);
      return false;
    }
    const wanted = number - block.first;
    let at = sample.number - block.first;
    if (sample.number < block.first || at > wanted) at = -1;
    const reader = new ByteReader(block.bytes);
    reader.at = at < 0 ? 0 : sample.end;
    while (at < wanted) sample.read(reader, ++at === 0, this.head.heading_steps);
    sample.number = number;
    this.touch(this.blockOf[number]);
    return true;
  }

  /** Loads sample `number` into `now` and the next into `next`. Returns false while they are being unpacked. */
  seek(number) {
    const following = Math.min(number + 1, this.length - 1);
    if (this.now.number === number && this.next.number === following) return true;
    if (this.next.number === number) [this.now, this.next] = [this.next, this.now];
    if (!this.decode(this.now, number)) return false;
    if (this.next.number !== following) {
      if (this.blockOf[following] === this.blockOf[number]) this.next.copy(this.now);
      if (!this.decode(this.next, following)) return false;
    }
    this.load(this.blockOf[number] + 1);
    this.indexSerials(this.next);
    return true;
  }

  indexSerials(sample) {
    for (let i = this.indexed ?? 0; i < sample.count; i++) {
      const serial = sample.serial[i];
      if (serial < 0) continue; // it was gone before a sample
      if (serial >= this.indices.length) {
        const grown = new Int32Array(Math.max(serial + 1, this.indices.length * 2)).fill(-1);
        grown.set(this.indices);
        this.indices = grown;
      }
      this.indices[serial] = i;
    }
    this.indexed = Math.max(this.indexed ?? 0, sample.count);
  }

  /** The goal of a walking agent, in quanta. Stored relative to the target, or to the leader, if that is shown. */
  goal(sample, i) {
    let beside = this.indices[sample.target[i] - 1] ?? -1;
    if (beside < 0) beside = this.indices[sample.leader[i] - 1] ?? -1;
    const known = beside >= 0 && beside < sample.count;
    return [sample.goal_x[i] + (known ? sample.x[beside] : 0), sample.goal_y[i] + (known ? sample.y[beside] : 0)];
  }

  /** The index of an agent; -1: it is not shown. */
  indexOf(serial) {
    const index = serial >= 0 && serial < this.indices.length ? this.indices[serial] : -1;
    return index < this.now.count ? index : -1;
  }

  /** Decodes another sample than those that are shown, to look back. Valid until the next call. */
  peek(number) {
    return this.decode(this.scratch, number) ? this.scratch : null;
  }
}
