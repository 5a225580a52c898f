import { isConstant, type Node } from "../graph/node.ts";
import type { For } from "../parse/syntax.ts";
import { anyActive, commonForm, type Form, runtimeIf, storage, stored, taken } from "./branches.ts";
import { evaluateScalar, execute } from "./evaluation.ts";
import { hasBreak, iterationsOf, variableOf } from "./iterations.ts";
import type { Machine } from "./machine.ts";
import { BOOL } from "./types.ts";
import { type Slot, slotsOf } from "./values.ts";

/** Lowers a loop: unrolled if `iterationsOf` knows its iterations, else as a loop of WebAssembly. */
export function executeFor(machine: Machine, statement: For): void {
  const { init } = statement;
  machine.deeper(() => {
    if (init !== undefined) execute(machine, init);
    const values = iterationsOf(machine, statement);
    if (values === undefined) runtimeFor(machine, statement);
    else writtenOutFor(machine, statement, values);
  });
}

/** Lowers the body once for each value of the loop's variable. */
function writtenOutFor(machine: Machine, statement: For, values: readonly Node[]): void {
  const { path, writtenOut } = machine;
  const slot = variableOf(machine, statement)!;
  const isRepeated = values.length > 1;
  if (isRepeated) writtenOut.push({ key: machine.key(statement.id), iterations: values.length });
  for (const [i, value] of values.entries()) {
    machine.path = `${path}/${statement.id}#${i}`;
    machine.set(slot, value);
    inLoop(machine, statement, (iteration) => iteration(() => execute(machine, statement.body)));
  }
  machine.path = path;
  if (isRepeated) writtenOut.pop();
}

/** Lowers code of a loop, with the flags that `break` and `continue` set. */
function inLoop(
  machine: Machine,
  { id }: For,
  body: (iteration: (run: () => void) => void, broke: Slot) => void,
): void {
  const { frame, graph, depth } = machine;
  const flag = (name: string, at: number): Slot => ({
    name: "bool",
    depth: at,
    key: machine.key(id, name),
    node: graph.i32(0),
  });
  const broke = flag("broke", depth);
  const iteration = (run: () => void) => {
    const continued = flag("continued", depth + 1);
    machine.frame = { ...frame, loop: { broke, continued } };
    machine.deeper(() => machine.masks.with({ flag: continued, outside: depth }, run));
  };
  // Lanes that have left the loop do not read its variable again, so that its assignments need no mask of these lanes.
  machine.masks.with({ flag: broke, outside: depth - 1 }, () => body(iteration, broke));
  machine.frame = frame;
}

function runtimeFor(machine: Machine, statement: For): void {
  // Unrolling the loop around this loop would repeat this loop's code without a gain.
  const [outermost] = machine.writtenOut;
  if (outermost !== undefined) machine.marks.add("repeated", outermost.key);
  const { condition, id } = statement;
  const { graph, writer, effects } = machine;
  const { hasBarrier } = effects.statement(statement);
  const site = machine.key(id);
  if (hasBarrier) writer.close();
  inLoop(machine, statement, (iteration, broke) => {
    const first = evaluateScalar(machine, condition, BOOL).node;
    if (isConstant(first) && first.value === 0) return;
    const breaks = first.type === "v128" || canBreak(machine, statement, broke);
    const slots = [...(breaks ? [broke] : []), ...assignedSlots(machine, statement)];
    const varies = slots.some((slot) => isVector(slot.node) || machine.marks.varying.has(slot.key));
    if (first.type === "v128" && hasBarrier)
      throw machine.error("a barrier stands in a loop that lanes leave one by one");
    if (machine.marks.inPiece.has(site) || (!hasBarrier && (varies || first.type === "v128"))) writer.open();
    if (first.type === "v128") machine.assign(broke, graph.not(first));
    const enter = first.type === "v128" ? anyActive(machine)! : first;
    runtimeIf(machine, enter, `${site}?`, () => {
      writeLoop(machine, statement, { slots, broke, iteration, site });
    });
  });
}

/** Whether a loop needs the flag of the lanes that have left it: the loop has a `break`, or its condition varies. */
function canBreak(machine: Machine, { body }: For, broke: Slot): boolean {
  return hasBreak(body) || machine.marks.varying.has(broke.key);
}

const isVector = (node: Node | undefined) => node !== undefined && node.type === "v128" && node.op !== "offset";

interface Loop {
  readonly slots: readonly Slot[];
  readonly broke: Slot;
  readonly iteration: (run: () => void) => void;
  readonly site: string;
}

function writeLoop(machine: Machine, statement: For, { slots, broke, iteration, site }: Loop): void {
  const { graph, writer, marks } = machine;
  const isOutside = writer.piece === undefined;
  const kept = slots.map((slot) => {
    const initial = slot.node ?? machine.zero(slot.name);
    const form: Form = marks.varying.has(slot.key) ? "vector" : commonForm([initial], isOutside);
    const isOfVector = initial.isOfVector || marks.ofVector.has(slot.key);
    return { slot, form, store: storage(machine, slot, form, site), isBool: slot.name === "bool", isOfVector };
  });
  // All storage is allocated before the first store, because a store to memory opens a piece.
  for (const { slot, form, store, isBool } of kept) {
    store.set(stored(machine, slot.node ?? machine.zero(slot.name), form, isBool));
  }
  if (isOutside) writer.close();
  const block = writer.enter("loop");
  let again: Node | undefined;
  writer.within(block, () => {
    if (isOutside) machine.sites.push(site);
    for (const { slot, form, store, isOfVector } of kept)
      machine.set(slot, taken(machine, store.get(isOfVector), form));
    iteration(() => execute(machine, statement.body));
    if (isOutside && writer.piece !== undefined) writer.close();
    // The results of functions that the update and the condition call go out of scope here.
    again = machine.deeper(() => {
      if (statement.update !== undefined) execute(machine, statement.update);
      return goesOn(machine, statement, broke);
    });
    writer.place(again);
    const values = kept.map((each) => valueAfter(machine, each, isOutside));
    for (const { slot } of kept) if (again.isOfVector || slot.node?.isOfVector) marks.add("ofVector", slot.key);
    // All values are computed before the first is stored, because a value may need the old value of another variable.
    for (const value of values) if (value !== undefined) writer.place(value);
    for (const [i, { store }] of kept.entries()) if (values[i] !== undefined) store.set(values[i]);
    if (isOutside) {
      writer.close();
      machine.sites.pop();
    }
  });
  writer.add({ kind: "loop", body: block, condition: again });
  for (const { slot, form, store, isOfVector } of kept) machine.set(slot, taken(machine, store.get(isOfVector), form));
  machine.set(broke, graph.i32(0));
}

/** The value of a variable after an iteration, in the form of its storage. Marks the variable if the form cannot represent the value. */
function valueAfter(
  machine: Machine,
  { slot, form, isBool }: { slot: Slot; form: Form; isBool: boolean },
  isOutside: boolean,
): Node | undefined {
  const node = slot.node ?? machine.zero(slot.name);
  const now = commonForm([node], isOutside);
  const fits =
    form === "vector" ||
    (form === "scalar" ? now === "scalar" : now !== "scalar" && now !== "vector" && `${now}` === `${form}`);
  if (!fits) {
    machine.marks.add("varying", slot.key);
    return undefined;
  }
  return stored(machine, node, form, isBool);
}

/** Whether any lane has another iteration. */
function goesOn(machine: Machine, { condition }: For, broke: Slot): Node {
  const { graph, frame } = machine;
  let uniform = evaluateScalar(machine, condition, BOOL).node;
  if (uniform.type === "v128") {
    machine.marks.add("varying", broke.key);
    machine.assign(broke, graph.select(broke.node!, graph.i32(1), graph.not(uniform), true));
    uniform = graph.i32(1);
  }
  for (const { node } of [broke, frame.returned]) {
    const isKnown = node !== undefined && isConstant(node) && node.value === 0;
    if (node !== undefined && node.type !== "v128" && !isKnown)
      uniform = graph.operation("and", uniform, graph.not(node));
  }
  const isVarying = [broke, frame.returned].some(({ node }) => node?.type === "v128");
  const some = isVarying ? anyActive(machine) : undefined;
  return some === undefined ? uniform : graph.operation("and", uniform, some);
}

/** Slots of the variables declared outside of the loop's body that the loop may assign. */
function assignedSlots(machine: Machine, statement: For): Slot[] {
  const { effects, frame } = machine;
  const { assigned, returns } = effects.statement(statement);
  const slots: Slot[] = [];
  if (returns) {
    slots.push(frame.returned);
    if (frame.result !== undefined) slots.push(...slotsOf(frame.result));
  }
  for (const name of assigned) {
    const binding = machine.scope.find(name);
    const tree =
      binding?.kind === "variable"
        ? binding.tree
        : binding?.kind === "pointer" && binding.reference.kind === "tree"
          ? binding.reference.tree
          : undefined;
    if (tree !== undefined) slots.push(...slotsOf(tree));
  }
  return [...new Set(slots)];
}
