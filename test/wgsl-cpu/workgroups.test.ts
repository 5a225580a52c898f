import { describe, expect, it } from "vitest";
import { runCompiled, runSnippet } from "./run-compiled.ts";

const u32 = (x: number) => x >>> 0;

it("private arrays are zero for every vector of a workgroup", () => {
  const body = `for (var k = 0u; k < 4u; k++) { for (var b = 0u; b < 5u; b++) { bits[b] |= ((input[4u * item + k] >> b) & 1u) << k; } }
    for (var b = 0u; b < 4u; b++) { output[4u * item + b] = bits[b + 1u]; }`;
  const input = Uint32Array.from({ length: 4 * 11 }, (_, i) => i * i + 5);
  const actual = runSnippet(body, input, 11, "var<private> bits: array<u32, 5>;");
  const bit = (item: number, b: number) =>
    [0, 1, 2, 3].reduce((sum, k) => sum | (((input[4 * item + k] >> b) & 1) << k), 0);
  expect([...actual]).toEqual(Array.from({ length: 44 }, (_, i) => bit(Math.floor(i / 4), 1 + (i % 4))));
});

describe("workgroups", () => {
  const run = (body: string, items: number) => {
    const text = `@group(0) @binding(1) var<storage, read_write> output: array<atomic<u32>>;
      var<workgroup> shared_words: array<u32, 64>;
      var<workgroup> total: atomic<u32>;
      @compute @workgroup_size(64) fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) i: u32) { ${body} }`;
    return [...runCompiled(text, { buffers: [new Uint32Array(items)], workgroups: 2 })[0]];
  };

  it("barriers separate statements before from statements after", () => {
    const body =
      "shared_words[i] = i + 1u; workgroupBarrier(); atomicStore(&output[id.x * 64u + i], shared_words[63u - i]);";
    expect(run(body, 128)).toEqual(Array.from({ length: 128 }, (_, k) => 64 - (k % 64)));
  });

  it("barriers in loops, and values that live across them", () => {
    const body = `shared_words[i] = i; workgroupBarrier(); var s = 0u;
      for (var d = 1u; d < 64u; d *= 2u) { let other = shared_words[i ^ d]; s += other; workgroupBarrier(); shared_words[i] = s + i; workgroupBarrier(); }
      atomicStore(&output[id.x * 64u + i], s);`;
    const words = Array.from({ length: 64 }, (_, i) => i);
    const sums = words.map(() => 0);
    for (let d = 1; d < 64; d *= 2) {
      const before = [...words];
      for (let i = 0; i < 64; i++) {
        sums[i] += before[i ^ d];
        words[i] = sums[i] + i;
      }
    }
    expect(run(body, 128)).toEqual([...sums, ...sums]);
  });

  it("barriers in a loop whose bound a loop without barriers computed", () => {
    const body = `shared_words[i] = i; var turns = 0u;
      for (var k = 0u; k < id.x + 2u; k++) { turns += 1u; shared_words[i] += k; }
      for (var k = 0u; k < turns; k++) { workgroupBarrier(); let other = shared_words[63u - i]; workgroupBarrier(); shared_words[i] += other; }
      atomicStore(&output[id.x * 64u + i], shared_words[i]);`;
    const expected = [0, 1].flatMap((id) => {
      const added = [1, 3][id];
      let words = Array.from({ length: 64 }, (_, i) => i + added);
      for (let k = 0; k < id + 2; k++) words = words.map((word, i) => word + words[63 - i]);
      return words;
    });
    expect(run(body, 128)).toEqual(expected);
  });

  it("several values of lanes that a loop with barriers changes", () => {
    const body = `var s = vec4u(i, 1u, 2u, i * i);
      for (var k = 0u; k < 3u; k++) { shared_words[i] = s.x + k; workgroupBarrier(); s += vec4u(shared_words[63u - i], i, k, 1u); workgroupBarrier(); }
      atomicStore(&output[id.x * 64u + i], s.x ^ (s.y << 8u) ^ (s.z << 16u) ^ (s.w << 20u));`;
    const all = Array.from({ length: 64 }, (_, i) => [i, 1, 2, i * i]);
    for (let k = 0; k < 3; k++) {
      const shared = all.map(([x]) => x + k);
      for (const [i, s] of all.entries()) {
        for (const [c, more] of [shared[63 - i], i, k, 1].entries()) s[c] += more;
      }
    }
    const words = all.map(([x, y, z, w]) => u32(x ^ (y << 8) ^ (z << 16) ^ (w << 20)));
    expect(run(body, 128)).toEqual([...words, ...words]);
  });

  it("values that are equal in the lanes of a vector, but differ between vectors", () => {
    const body = `let row = i / 4u; var h = 0u; var sum = row; var at = i;
      shared_words[i] = 5u * i;
      workgroupBarrier();
      if (row < 11u) { h = shared_words[row + 1u]; }
      workgroupBarrier();
      for (var k = 0u; k < 3u; k++) { sum += h + k; at += 64u; workgroupBarrier(); }
      if (row < 11u && i % 4u == 0u) { atomicXor(&total, h); }
      workgroupBarrier();
      atomicStore(&output[id.x * 64u + i], sum + 1000u * h + 100000u * at + atomicLoad(&total));`;
    const rows = Array.from({ length: 16 }, (_, row) => (row < 11 ? 5 * (row + 1) : 0));
    const total = rows.reduce((all, h) => all ^ h, 0);
    const words = Array.from({ length: 64 }, (_, i) => {
      const row = Math.floor(i / 4);
      return row + 3 * rows[row] + 3 + 1000 * rows[row] + 100_000 * (i + 192) + total;
    });
    expect(run(body, 128)).toEqual([...words, ...words]);
  });

  it("a loop that runs as often as the lanes of a vector say alike", () => {
    const body = `let row = i / 4u; var steps = 0u; for (var k = 0u; k < row; k++) { steps += k; }
      workgroupBarrier();
      atomicStore(&output[id.x * 64u + i], steps);`;
    const words = Array.from({ length: 64 }, (_, i) =>
      [...Array(Math.floor(i / 4)).keys()].reduce((sum, k) => sum + k, 0),
    );
    expect(run(body, 128)).toEqual([...words, ...words]);
  });

  it("atomic operations of all invocations", () => {
    const body = `if (i % 3u == 0u) { atomicAdd(&total, i); } workgroupBarrier(); if (i == 5u) { atomicAdd(&output[0], atomicLoad(&total)); }
      atomicMax(&output[1], id.x * 64u + i); atomicOr(&output[2], 1u << (i % 32u)); let at = atomicAdd(&output[3], 1u); atomicStore(&output[4u + at], 1u);
      atomicAdd(&output[132], atomicExchange(&output[133], 1u));`;
    expect(run(body, 140)).toEqual([
      2 * 693,
      127,
      0xffffffff,
      128,
      ...Array.from({ length: 128 }, () => 1),
      ...[127, 1, 0, 0, 0, 0, 0, 0],
    ]);
  });

  it("atomic operations on words that each invocation computes", () => {
    const body = "atomicAdd(&output[id.x + 13u * (i / 5u)], i + 1u);";
    const words = Array.from({ length: 160 }, () => 0);
    for (let i = 0; i < 64; i++) for (const x of [0, 1]) words[x + 13 * Math.floor(i / 5)] += i + 1;
    expect(run(body, 160)).toEqual(words);
  });

  it("workgroupUniformLoad", () => {
    const body =
      "if (i == 7u) { shared_words[3] = 40u + id.x; } let all = workgroupUniformLoad(&shared_words[3]); atomicStore(&output[id.x * 64u + i], all + i);";
    expect(run(body, 128)).toEqual(Array.from({ length: 128 }, (_, k) => 40 + Math.floor(k / 64) + (k % 64)));
  });
});

it("private arrays keep what a loop wrote whose pieces another variable opens", () => {
  const declarations = `
    var<private> kept: array<u32, 8>;
    fn fill(item: u32, i: u32) {
      var own: array<u32, 2>;
      for (var k = 0u; k < 2u; k++) { own[(input[item] + k) % 2u] = item + 10u * i + k; }
      kept[i] = own[0] + 1000u * own[1];
    }`;
  // The loops have as many rounds in all invocations.
  const body = `
    for (var i = 0u; i < input[11] + 3u; i++) { fill(item, i); }
    for (var i = 0u; i < input[11] + 3u; i++) { output[4u * item + i] = kept[i]; }`;
  const input = Uint32Array.from({ length: 12 }, () => 0);
  const expected = Array.from({ length: 44 }, (_, at) => {
    const [item, i] = [at >> 2, at % 4];
    return i < 3 ? item + 10 * i + 1000 * (item + 10 * i + 1) : 0;
  });
  expect([...runSnippet(body, input, 11, declarations)]).toEqual(expected);
});
