import { expect, it } from "vitest";
import { Graph } from "../../src/wgsl-cpu/graph/graph.ts";
import type { Block, Node } from "../../src/wgsl-cpu/graph/node.ts";
import { repeatsMany } from "../../src/wgsl-cpu/pieces/repeated.ts";
import { runSnippet } from "./run-compiled.ts";

/** A loop around a piece that computes a chain of vectors from the invocation's index, and as many from a value of the loop. */
function loopOf(count: number): Block {
  const graph = new Graph();
  const root: Block = { kind: "root", statements: [], depth: 1, isOpen: true };
  const loop: Block = { kind: "loop", parent: root, statements: [], depth: 2, isOpen: true };
  const body: Block = { kind: "lanes", parent: loop, statements: [], depth: 3, isOpen: true };
  const compute = (block: Block, node: Node) => {
    node.home = block;
    block.statements.push({ kind: "compute", node });
    return node;
  };
  const lane = graph.node("lane", "i32", [], { isOfVector: true });
  lane.home = body;
  const counter = compute(loop, graph.fresh("get", "i32", [], { isPure: false }));
  const outside = compute(root, graph.node("load", "i32", [], {}));
  let invocations: Node = graph.offset(lane, [0, 1, 2, 3]);
  let ofLoop: Node = compute(body, graph.node("splat", "v128", [counter]));
  for (let i = 0; i < count; i++) {
    invocations = compute(body, graph.node("add", "v128", [invocations, outside], { value: i }));
    ofLoop = compute(body, graph.node("xor", "v128", [ofLoop, invocations]));
  }
  loop.statements.push({ kind: "lanes", body, counter: { type: "i32" } as never, end: graph.i32(8) });
  return loop;
}

it("a loop around a piece repeats the values of invocations, and not those of its own variables", () => {
  expect(repeatsMany(loopOf(15))).toBe(false);
  expect(repeatsMany(loopOf(16))).toBe(true);
});

it("a loop that runs inside of a piece for such values has the same results", () => {
  const [items, steps] = [11, 20];
  const input = Uint32Array.from({ length: items }, (_, i) => (i === 0 ? 3 : i * i + 5));
  const step = (x: string, i: number) => `(${x} ^ (${x} << ${1 + (i % 13)}u))`;
  const chain = Array.from({ length: steps }, (_, i) => `let x${i + 1} = ${step(`x${i}`, i)} + input[0];`).join("\n");
  const output = runSnippet(
    `for (var k = 0u; k < input[0]; k++) { let x0 = item; ${chain} output[4u * item + k] = x${steps} ^ k; }`,
    input,
    items,
  );
  for (let item = 0; item < items; item++) {
    let x = item;
    for (let i = 0; i < steps; i++) x = ((x ^ (x << (1 + (i % 13)))) + 3) >>> 0;
    for (let k = 0; k < 3; k++) expect(output[4 * item + k]).toBe((x ^ k) >>> 0);
  }
});
