import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/errors.ts";
import { blocksOf, type ChunkBlock, ChunkRows } from "../../src/simulation/chunks/chunk-block.ts";
import { formatHeader, formatRecord, parseShardLine, type ShardSection } from "../../src/simulation/record.ts";
import { canonicalJson, defaultChunkFrames, sha256Hex, taskDifference, taskId } from "../../src/simulation/task.ts";
import { MUTATIONS } from "../mutations.ts";
import { fakeCounts } from "./fake-runner.ts";
import { fakeSweep } from "./watched-ledger.ts";

const [task] = fakeSweep().tasks;
const header = {
  task,
  program: "0.1.0",
  engine: "gpu",
  adapter: "NVIDIA H200",
  driver: "580",
  host: "node1",
  pid: 4711,
  worker: "1",
};
const { line: headerLine, section } = formatHeader(header);
const source = { file: "a.jsonl", line: 4 };

function block(first: number, count: number): ChunkBlock {
  const rows = ChunkRows.of(Array.from({ length: count }, (_, i) => fakeCounts(task, first + i)));
  return [...blocksOf(rows, { first, count }, 0.25)][0];
}

const parse = (line: string, before: ShardSection | undefined = section) =>
  parseShardLine(line.replace(/\n$/, ""), before, source);

/** A line with the checksum that this program would give it. */
function sealed(value: object, before = section.checksum): string {
  const text = JSON.stringify(value).slice(0, -1);
  return `${text},"checksum":"${sha256Hex(before + text).slice(0, 16)}"}`;
}

/** A record as JSON without its checksum. */
function recordValue(first = 8, count = 8) {
  const { checksum, ...value } = JSON.parse(formatRecord(block(first, count), section));
  return value;
}

describe("lines of a shard", () => {
  it("are one line each, read back as they were written", () => {
    const record = formatRecord(block(8, 8), section);
    for (const line of [headerLine, record]) expect(line.indexOf("\n")).toBe(line.length - 1);
    expect(parse(headerLine, undefined)).toEqual({
      section: { header, task: taskId(task), checksum: section.checksum },
    });
    expect(parse(record)).toEqual({ block: block(8, 8), section });
    const { wrong, ...sums } = block(8, 8);
    expect(wrong?.length).toBeGreaterThan(0);
    expect(parse(formatRecord(sums, section))).toEqual({ block: sums, section });
  });

  it("have the counts beside the other keys, and wrong chunks counted from the first", () => {
    const value = recordValue();
    expect(value).toMatchObject({ first: 8, chunks: 8, frames: 128, seconds: 0.25 });
    expect(value.wrong[0][0]).toBe(block(8, 8).wrong![0] - 8);
    expect(sealed(value)).toBe(formatRecord(block(8, 8), section).trimEnd());
  });

  it("do not count if any byte of them was changed", () => {
    const lines = [headerLine.trimEnd(), formatRecord(block(8, 8), section).trimEnd()];
    const change = fc.record({
      line: fc.nat(1),
      place: fc.double({ min: 0, max: 0.999999, noNaN: true }),
      drop: fc.nat(3),
      text: fc.oneof(fc.string({ maxLength: 3 }), fc.stringMatching(/^[0-9]{1,3}$/)),
    });
    fc.assert(
      fc.property(change, ({ line, place, drop, text }) => {
        const at = Math.floor(place * lines[line].length);
        const changed = lines[line].slice(0, at) + text + lines[line].slice(at + drop);
        fc.pre(changed !== lines[line]);
        expect(parse(changed)).toMatchObject({ damaged: expect.any(String) });
      }),
      { numRuns: MUTATIONS },
    );
  });

  it("do not count without their header, or after another one", () => {
    const record = formatRecord(block(8, 8), section);
    expect(parseShardLine(record.trimEnd(), undefined, source)).toEqual({ damaged: "it has no header before it" });
    const other = formatHeader({ ...header, worker: "2" }).section;
    expect(parse(record, other)).toEqual({ damaged: "its checksum is not that of its text" });
  });

  it.each([
    ["another frame count", { frames: 64 }, /impossible record: frames 64 are not those of 8 chunks of 16/],
    ["impossible counts", { undetected: 100 }, /impossible record: undetected 100 are more than frameErrors/],
    ["a range that is not dyadic", { first: 4 }, /impossible record; /],
    ["a negative", { first: -8 }, /impossible record; /],
    ["a fraction", { seconds: "1" }, /impossible record; /],
    ["another key", { colour: "blue" }, /impossible record; /],
    ["a short list", { wrong: [[1, 2]] }, /impossible record; /],
  ])("are refused with %s, though the checksum is right", (_, change, message) => {
    const line = sealed({ ...recordValue(), ...change });
    expect(() => parse(line)).toThrow(message);
    expect(() => parse(line)).toThrow(/^a\.jsonl:4: .*delete the shard and run the same command again/);
    expect(() => parse(line)).toThrow(InputError);
  });

  it("are refused with a header of another version, another task's shape, or nested too deeply", () => {
    const value = JSON.parse(headerLine);
    delete value.checksum;
    expect(() => parse(sealed({ ...value, version: 3 }, ""))).toThrow(/has version 3 .*reads version 2/);
    expect(() =>
      parse(sealed({ ...value, task: { ...task, channel: { name: "bsc", parameter: "ebn0" } } }, "")),
    ).toThrow(/impossible record: task\.channel/);
    const deep = `{"first":${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    const line = `${deep},"checksum":"${sha256Hex(section.checksum + deep).slice(0, 16)}"}`;
    expect(() => parse(line)).toThrow(InputError);
  });
});

describe("taskDifference", () => {
  it("is empty if only the channel's value differs, and names other differences", () => {
    const other = { ...task, channel: { ...task.channel, value: 7 } };
    expect(taskDifference(task, other)).toBe(undefined);
    expect(taskDifference(task, { ...task, decoder: "ems" })).toBe(`its decoder is ems, not ${task.decoder}`);
    expect(taskDifference(task, { ...task, semantics: 2 })).toBe("its semantics is 2, not 1");
    expect(taskDifference(task, { ...task, code: { ...task.code, name: "other" } })).toMatch(/its code is .*other/);
    const channel = { name: "bsc", parameter: "qber", value: 0.5 } as const;
    expect(taskDifference(task, { ...task, channel })).toMatch(/its channel is .*bsc.*, not .*awgn/);
  });
});

describe("task", () => {
  it("has an id that does not depend on the order of keys, and on everything else", () => {
    expect(canonicalJson({ b: [1, { d: "x", c: null }], a: undefined })).toBe('{"b":[1,{"c":null,"d":"x"}]}');
    // printf '%s' '{"channel":{"name":"awgn",…}' | sha256sum
    expect(canonicalJson(task)).toBe(
      `{"channel":{"name":"awgn","parameter":"ebn0","value":0.5},"chunkFrames":16,"code":{"hash":"${"0".repeat(64)}",` +
        '"name":"fake"},"codeword":"random","decoder":"min-max iterations=10 stop=syndrome","random":"threefry4x32-13","seed":1,"semantics":1}',
    );
    expect(taskId(task)).toBe("6a38f6ab7c40b1b29c5989e4f7256d790e450f984a03f7bee9a89f34a432973f");
    const reversed = Object.fromEntries(Object.entries(task).reverse()) as unknown as typeof task;
    expect(taskId(reversed)).toBe(taskId(task));
    const others = [
      { ...task, seed: 2 },
      { ...task, chunkFrames: 8 },
      { ...task, codeword: "zero" as const },
      { ...task, semantics: 2 },
      { ...task, decoder: "min-max iterations=11 stop=syndrome" },
      { ...task, code: { ...task.code, hash: "1".repeat(64) } },
      { ...task, channel: { ...task.channel, value: 0.6 } },
    ];
    expect(new Set([task, ...others].map(taskId)).size).toBe(8);
  });

  it("has chunks of about 2^18 coded bits", () => {
    expect(defaultChunkFrames(3100)).toBe(64);
    expect(defaultChunkFrames(4096)).toBe(64);
    expect(defaultChunkFrames(4097)).toBe(32);
    expect(defaultChunkFrames(8)).toBe(1024);
    expect(defaultChunkFrames(1e6)).toBe(1);
  });
});
