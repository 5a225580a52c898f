import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { canonicalJson } from "../../../src/simulation/task.ts";

/** Changes files of records by random numbers, like damage or like an attacker who corrects all checksums. */
export class Mutations {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.#below(items.length)];
  }

  /** A damaged copy without corrected checksums, which always differs from the original. */
  damaged(content: Buffer): Buffer {
    for (;;) {
      const kind = this.#below(4);
      const copy =
        kind === 0
          ? this.#flipped(content)
          : kind === 1
            ? Buffer.from(content.subarray(0, this.#below(content.length)))
            : kind === 2
              ? this.#grown(content)
              : this.#spliced(content);
      if (!copy.equals(content)) return copy;
    }
  }

  /**
   * A copy with another header or other payloads, and with correct checksums. @param payload payload bytes of a record, 0 without records.
   */
  forged(content: Buffer, payload: number): Buffer {
    const end = content.indexOf(10) + 1;
    const { checksum: _, ...header } = JSON.parse(content.subarray(0, end).toString());
    if (this.chance(0.6)) this.#mutateObject(header);
    const checksum = createHash("sha256").update(canonicalJson(header)).digest("hex");
    const line = Buffer.from(`${JSON.stringify({ ...header, checksum })}\n`);
    const bytes = 8 + payload + 4;
    const records = Buffer.from(payload === 0 ? [] : content.subarray(end));
    const crc = crc32(line);
    for (let i = 0; (i + 1) * bytes <= records.length; i++) {
      const record = records.subarray(i * bytes, (i + 1) * bytes);
      if (this.chance(0.2)) record[8 + this.#below(payload)] = this.#below(256);
      record.writeUInt32LE(crc32(record.subarray(0, bytes - 4), crc), bytes - 4);
    }
    return Buffer.concat([line, records]);
  }

  #below(count: number): number {
    return Math.floor(count * this.#random());
  }

  #flipped(content: Buffer): Buffer {
    const copy = Buffer.from(content);
    for (let flips = 1 + this.#below(4); flips > 0; flips--) copy[this.#below(copy.length)] ^= 1 << this.#below(8);
    return copy;
  }

  #grown(content: Buffer): Buffer {
    const more = Array.from({ length: 1 + this.#below(40) }, () => this.#below(256));
    return Buffer.concat([content, Buffer.from(more)]);
  }

  #spliced(content: Buffer): Buffer {
    const copy = Buffer.from(content);
    const length = this.#below(60);
    const [to, from] = [this.#below(copy.length - length), this.#below(copy.length - length)];
    copy.copy(copy, to, from, from + length);
    return copy;
  }

  #mutateObject(value: Record<string, unknown>): void {
    const name = this.pick(Object.keys(value));
    const inner = value[name];
    const kind = this.#random();
    if (typeof inner === "object" && inner !== null && kind < 0.8) this.#mutateObject(inner as Record<string, unknown>);
    else if (kind < 0.1) delete value[name];
    else if (kind < 0.2) value[this.pick(["retry", "gaussian", "__proto__", "qber", "toString"])] = this.pick(NASTY);
    else if (typeof inner === "number" && kind < 0.6) value[name] = inner + this.pick([-1, 1, 8, 432]);
    else value[name] = this.pick(NASTY);
  }
}

/** Values that have caused faults in readers. */
const NASTY: readonly unknown[] = [
  ...[0, -1, 1, 0.5, 31, 2 ** 31, 2 ** 32, 2 ** 52, 2 ** 53, 1e308, -0, null, true, "", "0", [], {}],
  ...[
    "../x",
    "/etc/passwd",
    "\u001b[2J",
    "\ud800",
    "a".repeat(3000),
    "0".repeat(64),
    "f".repeat(64),
    [[[[[[[[[]]]]]]]]],
  ],
];
