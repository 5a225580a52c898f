import { type Block, isConstant, type Node } from "../graph/node.ts";
import { isInline } from "../schedule/writer.ts";
import { commonForm, type Form } from "../uniformity.ts";
import type { Machine } from "./machine.ts";
import { lanePlace, load, store, vectorOf } from "./memory.ts";
import { BOOL, F32, U32 } from "./types.ts";
import { type ScalarValue, type Slot, scalar } from "./values.ts";

export const isKnown = (node: Node | undefined, value: boolean): boolean =>
  node !== undefined && isConstant(node) && (node.value !== 0) === value;

/**
 * Lowers a branch with a uniform condition. A variable that a side assigns gets its value from the side that ran.
 * @param site the key of the branch, which is the same in all passes.
 */
export function runtimeIf(
  machine: Machine,
  condition: Node,
  site: string,
  yes: () => void,
  otherwise?: () => void,
): void {
  if (isConstant(condition)) {
    condition.value !== 0 ? yes() : otherwise?.();
    return;
  }
  const { writer, marks } = machine;
  if (marks.inPiece.has(site)) writer.open();
  writer.place(condition);
  const sites = writer.piece === undefined ? [...machine.sites, site] : machine.sites;
  const side = (body: () => void = () => {}) => {
    let changed = new Map<Slot, Node | undefined>();
    const block = writer.nested("if", () => {
      changed = machine.with({ sites }, () => machine.changes(body));
    });
    return { block, changed };
  };
  const left = side(yes);
  const right = side(otherwise);
  const merged: [Slot, () => Node | undefined][] = [];
  for (const slot of new Set([...left.changed.keys(), ...right.changed.keys()])) {
    if (slot.depth > machine.depth) continue;
    const sides = [left, right].map(({ block, changed }) => ({
      block,
      node: changed.has(slot) ? changed.get(slot) : slot.node,
    }));
    merged.push([slot, mergedValue(machine, slot, condition, site, sides)]);
  }
  writer.add({ kind: "if", condition, yes: left.block, otherwise: right.block });
  for (const [slot, value] of merged) machine.set(slot, value());
}

/** Merges the values of a variable from the two sides of a branch. @returns a function that yields the value after the branch. */
function mergedValue(
  machine: Machine,
  slot: Slot,
  condition: Node,
  site: string,
  sides: readonly { readonly block: Block; readonly node?: Node }[],
): () => Node | undefined {
  const { graph, writer } = machine;
  const [a, b] = sides.map(({ node }) => node);
  if (a === b) return () => a;
  if (a !== undefined && b !== undefined && isAvailable(a) && isAvailable(b)) {
    return () => graph.select(condition, a, b, slot.type === BOOL);
  }
  const values = [a, b].filter((node) => node !== undefined);
  const isOfVector = [condition, ...values].some((node) => node.isOfVector);
  const storage = storageOf(machine, slot, commonForm(values, writer.piece === undefined), site);
  for (const { block, node } of sides)
    if (node !== undefined) writer.nested(block, () => storage.set(storage.stored(node)));
  return () => storage.get(isOfVector);
}

/**
 * Storage of a value that depends on the path: a local variable of WebAssembly or, for a vector outside of pieces, lane memory.
 * `stored` converts a value to the form that `set` stores. `get` takes whether the value may differ between vectors.
 */
export function storageOf(machine: Machine, { type, depth }: Slot, form: Form, site: string) {
  const { graph, writer } = machine;
  if (form === "vector" && writer.piece === undefined) {
    if (!machine.hasBarriers) machine.marks.add("inPiece", site);
    const place = lanePlace(machine, U32, depth, true, false);
    return {
      stored: (node: Node) => vectorOf(machine, type, node),
      set: (stored: Node) => store(machine, place, scalar(U32, stored)),
      get: () => (load(machine, place) as ScalarValue).node,
    };
  }
  const local = writer.code.local(form === "vector" ? "v128" : type === F32 ? "f32" : "i32");
  const isOffset = form !== "vector" && form !== "scalar";
  return {
    stored: (node: Node) => (form === "vector" ? vectorOf(machine, type, node) : isOffset ? node.args[0] : node),
    set: (stored: Node) => writer.set(local, stored),
    get: (isOfVector: boolean) => {
      const node = writer.get(local, isOfVector);
      return isOffset ? graph.offset(node, form) : node;
    },
  };
}

/** Whether a value is computed already, so that a `select` after the branch can use it. */
function isAvailable(node: Node): boolean {
  if (isInline(node) || node.home?.isOpen) return true;
  return node.op === "offset" && isAvailable(node.args[0]);
}
