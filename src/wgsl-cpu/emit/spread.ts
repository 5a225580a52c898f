import type { Local, Node, Statement } from "../graph/node.ts";
import type { CodeWriter } from "./code-writer.ts";
import { activeMask, emitVectorStore, ifLane } from "./masks.ts";

const LANES = [0, 1, 2, 3];

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

/** Loads one word for each lane from the lane's own address. */
export function emitSpread(emitter: CodeWriter, { args, value }: Node): void {
  const [base, together, vector, ...rest] = args;
  const lanes = rest.slice(0, 4);
  const active = activeMask(emitter, rest[4]);
  if (emitter.together.has(together)) {
    pushFirst(emitter, base, lanes[0], active);
    emitter.load("v128", value);
    return;
  }
  if (active === undefined) for (const lane of lanes.toReversed()) pushSum(emitter, base, lane);
  else pushAddresses(emitter, base, vector, active);
  emitGather(
    emitter,
    LANES.map(() => value),
  );
}

/** Pushes the first of consecutive addresses. Without an active lane they may be outside of the memory, so the scratch memory's is pushed. */
function pushFirst(emitter: CodeWriter, base: Node, lane: Node, active: Local | undefined): void {
  pushSum(emitter, base, lane);
  if (active === undefined || active === emitter.tail) return;
  emitter.value(emitter.scratch);
  emitter.get(active);
  emitter.vector(0x53);
  emitter.byte(0x1b);
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

/** Stores one word for each lane at the lane's own address. */
export function emitScatter(emitter: CodeWriter, statement: Extract<Statement, { kind: "scatter" }>): void {
  const { address, offset, value, mask } = statement;
  const [base, together, , ...lanes] = address;
  const active = activeMask(emitter, mask);
  if (emitter.together.has(together)) {
    emitVectorStore(emitter, () => pushFirst(emitter, base, lanes[0], active), offset, value, active);
    return;
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
}

function pushSum(emitter: CodeWriter, base: Node, lane: Node): void {
  emitter.value(base);
  emitter.value(lane);
  emitter.byte(0x6a);
}
