import type { Node } from "../graph/node.ts";
import type { For } from "../parse/syntax.ts";
import { WAYS } from "../pieces/effects.ts";
import { repeatsMany } from "../pieces/repeated.ts";
import { isVarying } from "../uniformity.ts";
import { isKnown, runtimeIf, storageOf } from "./branches.ts";
import { iterationsOf, variableOf } from "./iterations.ts";
import type { Machine } from "./machine.ts";
import { BOOL } from "./types.ts";
import { type Slot, slotsOf } from "./values.ts";

/** Lowers a loop: unrolled if `iterationsOf` knows its iterations, else as a loop of WebAssembly. */
export function executeFor(machine: Machine, statement: For): void {
  const { init } = statement;
  machine.deeper(() => {
    if (init !== undefined) machine.execute(init);
    const values = iterationsOf(machine, statement);
    if (values === undefined) runtimeFor(machine, statement);
    else writtenOutFor(machine, statement, values);
  });
}

/** Lowers the body once for each value of the loop's variable. */
function writtenOutFor(machine: Machine, statement: For, values: readonly Node[]): void {
  const { path, writtenOut } = machine;
  const slot = variableOf(machine, statement)!;
  const unrolled = values.length > 1 ? [{ key: machine.key(statement.id), iterations: values.length }] : [];
  for (const [i, value] of values.entries()) {
    machine.set(slot, value);
    machine.with({ path: `${path}/${statement.id}#${i}`, writtenOut: [...writtenOut, ...unrolled] }, () =>
      inLoop(machine, statement, (iteration) => iteration(() => machine.execute(statement.body))),
    );
  }
}

/** Lowers code of a loop, with the flags that `break` and `continue` set. */
function inLoop(
  machine: Machine,
  { id }: For,
  body: (iteration: (run: () => void) => void, broke: Slot) => void,
): void {
  const { frame, depth, inactive } = machine;
  const broke = machine.flag(depth, machine.key(id, "broke"));
  const iteration = (run: () => void) => {
    const continued = machine.flag(depth + 1, machine.key(id, "continued"));
    machine.frame = { ...frame, exits: { ...frame.exits, break: broke, continue: continued } };
    machine.deeper(run, { flag: continued, outside: depth });
  };
  // Lanes that have left the loop do not read its variable again, so that its assignments need no mask of these lanes.
  machine.with({ inactive: [...inactive, { flag: broke, outside: depth - 1 }] }, () => body(iteration, broke));
}

function runtimeFor(machine: Machine, statement: For): void {
  // Unrolling the loop around this loop would repeat this loop's code without a gain.
  const [outermost] = machine.writtenOut;
  if (outermost !== undefined) machine.marks.add("repeated", outermost.key);
  const { condition, body, id } = statement;
  const { graph, writer, effects, marks } = machine;
  const { hasBarrier } = effects.of(statement);
  const site = machine.key(id);
  if (hasBarrier) writer.close();
  inLoop(machine, statement, (iteration, broke) => {
    const first = machine.scalar(condition, BOOL).node;
    if (isKnown(first, false)) return;
    const isMask = isVarying(first);
    if (isMask && hasBarrier) throw machine.error("a barrier stands in a loop that lanes leave one by one");
    // A loop without a `break` needs the flag of the lanes that have left it only if its condition varies.
    const breaks = isMask || (effects.of(body).ways & WAYS.break) !== 0 || marks.varying.has(broke.key);
    const slots = [...(breaks ? [broke] : []), ...assignedSlots(machine, statement)];
    const varies = slots.some((slot) => marks.formOf(slot.key, machine.valueOf(slot), false) === "vector");
    if (marks.inPiece.has(site) || (!hasBarrier && (varies || isMask))) writer.open();
    if (isMask) machine.assign(broke, graph.not(first));
    const enter = isMask ? machine.anyActive()! : first;
    runtimeIf(machine, enter, `${site}?`, () => writeLoop(machine, statement, slots, broke, site, iteration));
  });
}

function writeLoop(
  machine: Machine,
  statement: For,
  slots: readonly Slot[],
  broke: Slot,
  site: string,
  iteration: (run: () => void) => void,
): void {
  const { graph, writer, marks } = machine;
  const isOutside = writer.piece === undefined;
  const kept = slots.map((slot) => {
    const initial = machine.valueOf(slot);
    const form = marks.formOf(slot.key, initial, isOutside);
    const isOfVector = initial.isOfVector || marks.ofVector.has(slot.key);
    const storage = storageOf(machine, slot, form, site);
    return { slot, form, storage, isOfVector, take: () => machine.set(slot, storage.get(isOfVector)) };
  });
  // All storage is allocated before the first store, because a store to memory opens a piece.
  for (const { slot, storage } of kept) storage.set(storage.stored(machine.valueOf(slot)));
  if (isOutside) writer.close();
  const sites = isOutside ? [...machine.sites, site] : machine.sites;
  const writeBody = () => {
    for (const { take } of kept) take();
    iteration(() => machine.execute(statement.body));
    if (isOutside) writer.close();
    // The results of functions that the update and the condition call go out of scope here.
    const again = machine.deeper(() => {
      if (statement.update !== undefined) machine.execute(statement.update);
      return goesOn(machine, statement, broke, slots);
    });
    writer.place(again);
    // The code of a pass with a value that does not fit is discarded.
    const fitting = kept.filter(({ slot, form }) => marks.fits(slot.key, form, machine.valueOf(slot), isOutside));
    const values = fitting.map(({ slot, storage }) => storage.stored(machine.valueOf(slot)));
    for (const { slot, isOfVector } of kept) {
      if (!isOfVector && (again.isOfVector || slot.node?.isOfVector)) marks.add("ofVector", slot.key);
    }
    // All values are computed before the first is stored, because a value may need the old value of another variable.
    for (const value of values) writer.place(value);
    for (const [i, { storage }] of fitting.entries()) storage.set(values[i]);
    if (isOutside) {
      writer.close();
      if (!machine.effects.of(statement).hasBarrier && repeatsMany(writer.block)) marks.add("inPiece", site);
    }
    return again;
  };
  writer.loop(() => machine.with({ sites }, writeBody));
  for (const { take } of kept) take();
  machine.set(broke, graph.i32(0));
}

/** Whether any lane has another iteration. @param kept the slots that the loop stores. */
function goesOn(machine: Machine, { condition }: For, broke: Slot, kept: readonly Slot[]): Node {
  const { graph, frame } = machine;
  let uniform = machine.scalar(condition, BOOL).node;
  if (isVarying(uniform)) {
    if (!kept.includes(broke)) machine.marks.add("varying", broke.key);
    machine.assign(broke, graph.select(broke.node!, graph.i32(1), graph.not(uniform), true));
    uniform = graph.i32(1);
  }
  const nodes = [broke, frame.exits.return].map(({ node }) => node!);
  for (const node of nodes) {
    if (!isVarying(node) && !isKnown(node, false)) uniform = graph.operation("and", uniform, graph.not(node));
  }
  const some = nodes.some(isVarying) ? machine.anyActive() : undefined;
  return some === undefined ? uniform : graph.operation("and", uniform, some);
}

/** Slots of the variables declared outside of the loop's body that the loop may assign. */
function assignedSlots({ effects, frame, scope }: Machine, statement: For): Slot[] {
  const { assigned, ways } = effects.of(statement);
  const left = (ways & WAYS.return) !== 0 ? [frame.exits.return, ...slotsOf(frame.result)] : [];
  return [...new Set([...left, ...[...assigned].flatMap((name) => slotsOf(scope.find(name)))])];
}
