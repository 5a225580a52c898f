import type { Block, Local, Node, Statement } from "../graph/node.ts";
import type { CodeWriter } from "./code-writer.ts";
import { activeMask, ifLane } from "./masks.ts";
import { blocksOf } from "./uses.ts";

/** Least number of accesses that must share a test for consecutive lane addresses to make the test worthwhile. */
const SHARED = 3;
const LANES = [0, 1, 2, 3];

/** Tests for consecutive lane addresses that at least SHARED accesses share, and tests that branches around the accesses decide. */
export function sharedAddresses(root: Block): {
  readonly tested: ReadonlySet<Node>;
  readonly decided: ReadonlySet<Node>;
} {
  const counts = new Map<Node, number>();
  const loopsOf = new Map<Node, number>();
  const decided = new Set<Node>();
  const visit = ({ statements }: Block, loops: number): void => {
    for (const statement of statements) {
      if (statement.kind === "if" && statement.condition.op === "all_true") decided.add(statement.condition);
      if (statement.kind === "compute" && statement.node.op === "all_true") loopsOf.set(statement.node, loops);
      const together = testOf(statement);
      if (together !== undefined) {
        // An access in a loop counts as SHARED accesses if the test is outside the loop.
        const times = loops > (loopsOf.get(together) ?? 0) ? SHARED : 1;
        counts.set(together, (counts.get(together) ?? 0) + times);
      }
      for (const block of blocksOf(statement)) visit(block, block.kind === "loop" ? loops + 1 : loops);
    }
  };
  visit(root, 0);
  const tested = [...counts].flatMap(([node, count]) => (count >= SHARED && !decided.has(node) ? [node] : []));
  return { tested: new Set(tested), decided };
}

function testOf(statement: Statement): Node | undefined {
  if (statement.kind === "scatter") return statement.address[1];
  return statement.kind === "compute" && statement.node.op === "spread" ? statement.node.args[1] : undefined;
}

/**
 * Loads one word for each lane. The stack holds the lanes' addresses, with the first lane's on top.
 * @param offsets constants that the loads add to the addresses.
 */
export function emitGather(emitter: CodeWriter, offsets: readonly number[]): void {
  emitter.vector(0x09);
  emitter.memory(offsets[0]);
  for (const l of LANES.slice(1)) {
    emitter.vector(0x56);
    emitter.memory(offsets[l]);
    emitter.byte(l);
  }
}

/** Loads one word for each lane from the lane's own address. A test that accesses share selects one load for consecutive addresses. */
export function emitSpread(emitter: CodeWriter, { args, value }: Node): void {
  const [base, together, vector, ...rest] = args;
  const lanes = rest.slice(0, 4);
  const active = activeMask(emitter, rest[4]);
  const tests = emitter.tests(together);
  if (tests) {
    ifTogether(emitter, together, active, 0x7b);
    pushSum(emitter, base, lanes[0]);
    emitter.vector(0x00);
    emitter.memory(value);
    emitter.byte(0x05);
  }
  if (active === undefined) for (const lane of lanes.toReversed()) pushSum(emitter, base, lane);
  else pushAddresses(emitter, base, vector, active);
  emitGather(
    emitter,
    LANES.map(() => value),
  );
  if (tests) emitter.byte(0x0b);
}

/** Pushes the address of a lane. A lane outside the mask `tail` gets the address of the first lane, which always has an invocation. */
export function emitLaneAddress(emitter: CodeWriter, { args: [vector], value: lane }: Node): void {
  emitter.value(vector);
  emitter.vector(0x1b, lane);
  if (emitter.tail === undefined || lane === 0) return;
  emitter.value(vector);
  emitter.vector(0x1b, 0);
  emitter.get(emitter.tail);
  emitter.vector(0x1b, lane);
  emitter.byte(0x1b);
}

/** Pushes the addresses of the lanes, from the last lane to the first. An inactive lane gets the address of the scratch memory. */
function pushAddresses(emitter: CodeWriter, base: Node, vector: Node, active: Local): void {
  const addresses = emitter.temporary("addresses", "v128");
  emitter.value(base);
  emitter.vector(0x11);
  emitter.value(vector);
  emitter.vector(0xae);
  emitter.value(emitter.scratch);
  emitter.vector(0x11);
  emitter.get(active);
  emitter.vector(0x52);
  emitter.set(addresses);
  for (const l of LANES.toReversed()) {
    emitter.get(addresses);
    emitter.vector(0x1b, l);
  }
}

/** Stores one word for each lane at the lane's own address. A test that accesses share selects one store for consecutive addresses. */
export function emitScatter(emitter: CodeWriter, statement: Extract<Statement, { kind: "scatter" }>): void {
  const { address, offset, value, mask } = statement;
  const [base, together, , ...lanes] = address;
  const active = activeMask(emitter, mask);
  const tests = emitter.tests(together);
  if (tests) {
    ifTogether(emitter, together, active, 0x40);
    pushSum(emitter, base, lanes[0]);
    emitter.value(value);
    if (active !== undefined) {
      pushSum(emitter, base, lanes[0]);
      emitter.vector(0x00);
      emitter.memory(offset);
      emitter.get(active);
      emitter.vector(0x52);
    }
    emitter.vector(0x0b);
    emitter.memory(offset);
    emitter.byte(0x05);
  }
  for (const [l, lane] of lanes.entries()) {
    if (active !== undefined) ifLane(emitter, active, l);
    pushSum(emitter, base, lane);
    emitter.value(value);
    emitter.vector(0x5a);
    emitter.memory(offset);
    emitter.byte(l);
    if (active !== undefined) emitter.byte(0x0b);
  }
  if (tests) emitter.byte(0x0b);
}

/**
 * Begins the branch for consecutive addresses. The branch also requires an active lane, because all four words are then in memory.
 * @param type type code of the branch's result.
 */
function ifTogether(emitter: CodeWriter, together: Node, active: Local | undefined, type: number): void {
  emitter.value(together);
  if (active !== undefined) {
    emitter.get(active);
    emitter.vector(0x53);
    emitter.byte(0x71);
  }
  emitter.byte(0x04, type);
}

function pushSum(emitter: CodeWriter, base: Node, lane: Node): void {
  emitter.value(base);
  emitter.value(lane);
  emitter.byte(0x6a);
}
