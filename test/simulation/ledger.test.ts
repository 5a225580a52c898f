import { describe, expect, it } from "vitest";
import { InputError } from "../../src/errors.ts";
import { type ChunkRecord, formatRecord, Ledger, parseRecord } from "../../src/simulation/ledger.ts";
import { pointState } from "../../src/simulation/stopping.ts";
import { canonicalJson, defaultChunkFrames, taskId } from "../../src/simulation/task.ts";
import { fakeCounts } from "./fake-runner.ts";
import { fakeSweep } from "./memory-ledger.ts";

const [task] = fakeSweep().tasks;

function record(chunk: number): ChunkRecord {
  const labels = { seconds: 0.25, engine: "gpu", adapter: "H200", driver: "580", host: "node1", worker: "1" };
  return { task: taskId(task), chunk, counts: fakeCounts(task, chunk), ...labels };
}

describe("Ledger", () => {
  it("merges by chunk and counts time once", () => {
    const ledger = new Ledger();
    for (const [line, chunk] of [3, 0, 3, 1].entries()) ledger.add(record(chunk), { file: "a.jsonl", line: line + 1 });
    const { counts, total, seconds } = ledger.chunks(taskId(task));
    expect([...counts.keys()].sort()).toEqual([0, 1, 3]);
    expect(seconds).toBe(0.75);
    expect(total.frames).toBe(48);
    expect(ledger.chunks("other").counts.size).toBe(0);
  });

  it("refuses a chunk with other counts and names both places", () => {
    const ledger = new Ledger();
    ledger.add(record(7), { file: "a.jsonl", line: 3 });
    const other = { ...record(7), counts: { ...record(7).counts, bitErrorsSquared: 1 } };
    expect(() => ledger.add(other, { file: "b.jsonl", line: 5 })).toThrow(/^b\.jsonl:5: chunk 7 .* a\.jsonl:3/);
    expect(() => ledger.add(other, { file: "b.jsonl", line: 5 })).toThrow(InputError);
  });
});

describe("chunks of versions without ml_errors", () => {
  const source = (line: number) => ({ file: "a.jsonl", line });
  const earlier = (chunk: number): ChunkRecord => {
    const { mlErrors, ...counts } = fakeCounts(task, chunk);
    expect(mlErrors).toBeDefined();
    return { ...record(chunk), counts };
  };

  it("are read as they are", () => {
    const line = formatRecord(earlier(3));
    expect(line).not.toContain("mlErrors");
    expect(parseRecord(line, source(1))).toEqual(earlier(3));
    expect(() => parseRecord(formatRecord(record(3)).replace(/"mlErrors":\d+/, '"mlErrors":-1'), source(1))).toThrow(
      /mlErrors/,
    );
  });

  it("add up with others to a sum without it, until the same chunks come with it, in any order", () => {
    const whole = new Ledger();
    const other = new Ledger();
    for (const chunk of [1, 5]) whole.add(record(chunk), source(chunk));
    for (const [line, one] of [earlier(1), record(5), earlier(5)].entries()) other.add(one, source(line));
    const id = taskId(task);
    const before = { ...other.chunks(id) };
    expect(before.total.mlErrors).toBe(undefined);
    expect(before.total.frames).toBe(32);
    other.add(record(1), source(9));
    const after = other.chunks(id);
    expect(after.total).toEqual(whole.chunks(id).total);
    expect(after.total.mlErrors).toBeGreaterThan(0);
    expect(after.counts).toEqual(whole.chunks(id).counts);
    // Sums of prefixes are remembered by the map.
    expect(after.counts).not.toBe(before.counts);
    expect(pointState(after.counts, 1, { maxErrors: 1e9, maxFrames: 1e9 })).toEqual(
      pointState(whole.chunks(id).counts, 1, { maxErrors: 1e9, maxFrames: 1e9 }),
    );
    other.add(record(0), source(10));
    expect(other.chunks(id).total.frames).toBe(48);
  });

  it("are others if what both counted differs", () => {
    const ledger = new Ledger();
    ledger.add(record(5), source(1));
    const { counts } = record(5);
    expect(() =>
      ledger.add({ ...record(5), counts: { ...counts, mlErrors: counts.mlErrors! + 1 } }, source(2)),
    ).toThrow(/chunk 5 .* has other counts/);
    ledger.add(earlier(5), source(3));
    expect(ledger.chunks(taskId(task)).total).toEqual(counts);
  });
});

describe("records", () => {
  it("are read back as they were written", () => {
    const line = formatRecord(record(7));
    expect(line.endsWith("}\n")).toBe(true);
    expect(line.indexOf("\n")).toBe(line.length - 1);
    expect(parseRecord(line, { file: "a", line: 1 })).toEqual(record(7));
  });

  it.each([
    ["", /^a\.jsonl:4: not a line of JSON/],
    ["{", /not a line of JSON/],
    ["[]", /not a chunk/],
    [formatRecord(record(1)).replace('"chunk":1', '"chunk":-1'), /not a chunk: chunk: /],
    [formatRecord(record(1)).replace('"frames":16', '"frames":1.5'), /not a chunk: frames: /],
    [formatRecord(record(1)).replace('"undetected"', '"detected"'), /not a chunk: undetected: /],
    [formatRecord(record(1)).replace(/"task":"./, '"task":"X'), /not a chunk: task: /],
  ])("refuses %j with file and line", (text, message) => {
    expect(() => parseRecord(text, { file: "a.jsonl", line: 4 })).toThrow(message);
    expect(() => parseRecord(text, { file: "a.jsonl", line: 4 })).toThrow(InputError);
  });
});

describe("task", () => {
  it("has an id that does not depend on the order of keys, and on everything else", () => {
    expect(canonicalJson({ b: [1, { d: "x", c: null }], a: undefined })).toBe('{"b":[1,{"c":null,"d":"x"}]}');
    // printf '%s' '{"channel":{"name":"awgn",…}' | sha256sum
    expect(canonicalJson(task)).toBe(
      `{"channel":{"name":"awgn","parameter":"ebn0","value":0.5},"chunkFrames":16,"code":{"hash":"${"0".repeat(64)}",` +
        '"name":"fake"},"codeword":"random","decoder":"min-max iterations=10 stop=syndrome","seed":1,"semantics":1}',
    );
    expect(taskId(task)).toBe("7f9c37f6926d9ab30f9a90334fee333cd385b09e4e0645a5142f77aa292bc125");
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
