import { describe, expect, it } from "vitest";
import { Graph } from "../../src/wgsl-cpu/graph/graph.ts";
import type { Node } from "../../src/wgsl-cpu/graph/node.ts";
import { knownResult, wordOf } from "../../src/wgsl-cpu/specialise/known.ts";

/** Operations on words, as WebAssembly defines them for each lane. */
const EXACT: Readonly<Record<string, (a: number, b: number, c: number) => number>> = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  andnot: (a, b) => a & ~b,
  not: (a) => ~a,
  bitselect: (a, b, c) => (a & c) | (b & ~c),
  any_true: (a) => Number(a !== 0),
  eq: (a, b) => (a === b ? -1 : 0),
};
const COUNTS: Readonly<Record<string, number>> = { not: 1, any_true: 1, bitselect: 3 };

const graph = new Graph();
const [ZERO, ONES] = [0, -1].map((word) => graph.words(Array(4).fill(word)));
const unknown = [0, 1, 2].map((value) => graph.fresh("vload", "v128", [], { value }));
/** Words that unknown operands may have. */
const WORDS = [0, -1, 0x55555555, 0x1234];

const numberOf = (node: Node, words: readonly number[]): number => wordOf(node) ?? words[unknown.indexOf(node)];

describe("known results of operations on masks", () => {
  for (const [op, exact] of Object.entries(EXACT)) {
    it(`are those of ${op}`, () => {
      const count = COUNTS[op] ?? 2;
      const choices = [0, 1, 2].map((i) => (i < count ? [ZERO, ONES, unknown[i], unknown[0]] : [ZERO]));
      let known = 0;
      for (const a of choices[0])
        for (const b of choices[1])
          for (const c of choices[2]) {
            const args = [a, b, c].slice(0, count);
            const node = graph.fresh(op, op === "any_true" ? "i32" : "v128", args, {});
            const result = knownResult(graph, node, args);
            if (result === undefined) continue;
            known++;
            for (const x of WORDS)
              for (const y of WORDS)
                for (const z of WORDS) {
                  const words = [x, y, z];
                  const [p, q, r] = [a, b, c].map((arg) => numberOf(arg, words));
                  expect(numberOf(result, words)).toBe(exact(p, q, r));
                }
          }
      expect(known).toBeGreaterThanOrEqual(2);
    });
  }

  it("are not those of values that are computed anew", () => {
    const args = [ZERO, ZERO];
    expect(knownResult(graph, graph.fresh("and", "v128", args, { isPure: false }), args)).toBeUndefined();
  });
});
