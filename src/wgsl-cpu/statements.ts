import { operationValue } from "./arithmetic.ts";
import { WAYS } from "./effects.ts";
import { type Block, isConstant, type Node } from "./graph.ts";
import {
  type Machine,
  makeVariable,
  NOTHING,
  type ScalarValue,
  type Slot,
  scalar,
  slotsOf,
  type Value,
} from "./machine.ts";
import { bindingOf, lanePlace, load, read, store, vectorOf, write } from "./memory.ts";
import { boundOf } from "./specialise.ts";
import type { Expression, For, Statement, StatementOf } from "./syntax.ts";
import { BOOL, F32, layoutOf, type Type, U32 } from "./types.ts";
import { commonForm, type Form, isVarying } from "./uniformity.ts";
import { isInline } from "./writer.ts";

/** Most bytes that an array in registers has in each lane. A larger array stands in memory. */
const REGISTER_BYTES = 256;

export function executeStatement(machine: Machine, statement: Statement): void {
  const { frame, graph } = machine;
  machine.line = statement.line;
  if (statement.kind === "block") machine.deeper(() => executeList(machine, statement.statements));
  else if (statement.kind === "declare") declareLocal(machine, statement);
  else if (statement.kind === "assign") assign(machine, statement);
  else if (statement.kind === "if") executeIf(machine, statement);
  else if (statement.kind === "for") executeFor(machine, statement);
  else {
    const flag = frame.exits[statement.kind];
    if (flag === undefined) throw machine.error(`${statement.kind} stands in no loop`);
    if (statement.kind === "return") giveResult(machine, statement);
    machine.assign(flag, graph.i32(1));
  }
}

function giveResult(machine: Machine, { value }: StatementOf<"return">): void {
  const { result } = machine.frame;
  if (value !== undefined && result !== undefined) write(machine, result, machine.evaluate(value));
  else if (value !== result) throw machine.error("a result stands in a function without one, or is missing");
}

/**
 * Lowers statements in their order. A branch skips the statements after a uniform exit if it is taken, and skips heavy statements after a
 * varying exit if no lane is active.
 */
function executeList(machine: Machine, statements: readonly Statement[]): void {
  const { effects, graph, writer, frame } = machine;
  const flags = Object.values(frame.exits);
  for (let i = 0; i < statements.length; i++) {
    const statement = statements[i];
    const before = effects.of(statement).ways === WAYS.next ? [] : flags.map(({ node }) => node);
    machine.execute(statement);
    if (before.length === 0) continue;
    const rest = statements.slice(i + 1);
    const now = flags.map(({ node }) => node!);
    if (rest.length === 0 || now.some((node) => isKnown(node, true))) return;
    const uniform = now.filter((node) => !isVarying(node) && !isConstant(node));
    const effectsOfRest = rest.map((each) => effects.of(each));
    const hasBarrier = effectsOfRest.some((each) => each.hasBarrier);
    const isNew = now.some((node, k) => node !== before[k] && isVarying(node));
    let condition: Node | undefined;
    if (uniform.length > 0) {
      if (hasBarrier) writer.close();
      condition = graph.not(uniform.reduce((a, b) => graph.operation("or", a, b)));
    } else if (isNew && !hasBarrier && effectsOfRest.some(({ isHeavy }) => isHeavy)) {
      writer.open();
      condition = machine.anyActive();
    }
    if (condition === undefined) continue;
    const site = machine.key(statement.id, ";");
    runtimeIf(machine, condition, site, () => machine.deeper(() => executeList(machine, rest)));
    return;
  }
}

function declareLocal(machine: Machine, statement: StatementOf<"declare">): void {
  const { name, word, id } = statement;
  const { type, value } = declared(machine, statement);
  // A value in memory is copied, because the shader may change the memory.
  if (word === "var" || value?.kind === "place") declare(machine, name, machine.key(id), type, value);
  else machine.scope.set(name, value!);
}

/** The type and value of a declaration. The value of a `const` may be abstract. */
export function declared(
  machine: Machine,
  statement: StatementOf<"declare">,
): { readonly type: Type; readonly value?: Value } {
  const given = statement.value && machine.evaluate(statement.value);
  const type = statement.type && machine.typeOf(statement.type);
  const value = given && (statement.word === "const" && type === undefined ? given : machine.converted(given, type));
  if (value === NOTHING) throw machine.error("this function has no result");
  return { type: type ?? value!.type, value };
}

/** Whether a variable has an array that is indexed at run time, or is an array with too many scalars for registers. */
export function standsInMemory({ marks }: Machine, type: Type, key: string): boolean {
  return marks.inMemory.has(key) || (type.kind === "array" && layoutOf(type, 4).size > REGISTER_BYTES);
}

/** Declares a variable in the current scope, in registers or, if `standsInMemory`, in memory. */
export function declare(machine: Machine, name: string, key: string, type: Type, value?: Value): void {
  const { writer, depth } = machine;
  if (standsInMemory(machine, type, key)) {
    const isShared = machine.hasBarriers && (writer.piece === undefined || writer.block === writer.piece.body);
    if (!machine.hasBarriers) machine.holdPiece(false);
    const place = lanePlace(machine, type, depth, isShared, value === undefined);
    machine.scope.set(name, place);
    if (value !== undefined) store(machine, place, value);
    return;
  }
  const variable = makeVariable(type, depth, key, value === undefined ? (scalar) => machine.zero(scalar) : undefined);
  machine.scope.set(name, variable);
  if (value !== undefined) write(machine, variable, value);
}

function assign(machine: Machine, { target, op, value }: StatementOf<"assign">): void {
  const variable = target && bindingOf(machine, target);
  const given = machine.evaluate(value);
  if (op === "_" && given === NOTHING) throw machine.error("this function has no result");
  if (variable === undefined) return;
  write(machine, variable, op === "" ? given : operationValue(machine, op, [read(machine, variable), given]));
}

/**
 * Lowers a branch. If the condition is varying, both sides run with the masks of their lanes, and a heavy side is skipped if none of its
 * lanes is active.
 */
function executeIf(machine: Machine, statement: StatementOf<"if">): void {
  const { condition, yes, otherwise, id } = statement;
  const { graph, writer, effects } = machine;
  const isReturn = isPlainReturn(machine, statement);
  if (isReturn && condition.kind === "binary" && condition.op === "||") {
    // Each operand may bound the number of active invocations.
    const parts = [condition.left, condition.right].map((part) => ({ ...statement, condition: part, id: part.id }));
    executeList(machine, parts);
    return;
  }
  const { node } = machine.scalar(condition, BOOL);
  const bound = isReturn ? boundOf(writer, node) : undefined;
  if (bound !== undefined) {
    machine.bounds.push(bound);
    return;
  }
  const site = machine.key(id);
  const { hasBarrier } = effects.of(statement);
  if (!isVarying(node)) {
    if (hasBarrier) writer.close();
    runtimeIf(machine, node, site, () => machine.execute(yes), otherwise && (() => machine.execute(otherwise)));
    return;
  }
  if (hasBarrier) throw machine.error("a barrier stands where not all invocations come");
  const side = (taken: Node, name: string, body: Statement) => {
    const masked = () => machine.inLanes(taken, () => machine.execute(body));
    if (!effects.of(body).isHeavy) return masked();
    writer.open();
    runtimeIf(machine, machine.anyActive(taken)!, `${site}${name}`, masked);
  };
  side(node, "+", yes);
  if (otherwise !== undefined) side(graph.not(node), "-", otherwise);
}

/** Whether a statement is `if (…) { return; }` of the entry point outside of branches, which may bound the number of active invocations. */
function isPlainReturn({ frame, depth, writer }: Machine, { yes, otherwise }: StatementOf<"if">): boolean {
  const only = yes.kind === "block" && yes.statements.length === 1 ? yes.statements[0] : yes;
  const returns = only.kind === "return" && otherwise === undefined;
  return returns && frame.isMain && depth <= MAIN_DEPTH && writer.piece === undefined;
}
const MAIN_DEPTH = 2;

const isKnown = (node: Node | undefined, value: boolean): boolean =>
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
function storageOf(machine: Machine, { type, depth }: Slot, form: Form, site: string) {
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

/** Lowers a loop: unrolled if `iterationsOf` knows its iterations, else as a loop of WebAssembly. */
function executeFor(machine: Machine, statement: For): void {
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

/** Limits of an unrolled loop. */
interface Limits {
  readonly iterations: number;
  /** Operators and operands of all copies of the body, including the copies in unrolled loops around the loop. */
  readonly size: number;
}
/** V8 schedules long straight-line code so that it has more live values than registers. */
const PLAIN: Limits = { iterations: 8, size: 256 };
/** An unrolled loop over the frames of a word has shifts by constants. Its body may be as long as one that draws random numbers. */
const FEW: Limits = { iterations: 4, size: 4096 };
/** Functions that the condition of an unrolled loop may call. */
const PLAIN_CALLS = new Set(["min", "max", "u32", "i32"]);

/** Values of a loop's variable in all iterations; undefined unless they are constants and the loop is within the limits of unrolling. */
function iterationsOf(machine: Machine, statement: For): Node[] | undefined {
  const { condition, update, body, init } = statement;
  if (init?.kind !== "declare" || update === undefined) return undefined;
  const { ways, assigned, hasBarrier, size } = machine.effects.of(body);
  const slot = variableOf(machine, statement);
  const leaves = (ways & (WAYS.break | WAYS.return)) !== 0;
  if (leaves || hasBarrier || assigned.has(init.name) || slot === undefined) return undefined;
  if (!isPlain(condition, assigned)) return undefined;
  const isRepeated = machine.marks.repeated.has(machine.key(statement.id));
  const values: Node[] = [];
  let ends = false;
  machine.changes(() => {
    while (values.length <= (isRepeated ? 1 : PLAIN.iterations)) {
      const { node } = machine.scalar(condition, BOOL);
      if (!isConstant(node)) return;
      if (node.value === 0) {
        ends = true;
        return;
      }
      values.push(slot.node!);
      machine.execute(update);
    }
  });
  if (!ends) return undefined;
  if (values.length <= 1) return values;
  const all = machine.writtenOut.reduce((product, { iterations }) => product * iterations, values.length);
  const { iterations, size: most } = values.length <= FEW.iterations ? FEW : PLAIN;
  return !isRepeated && values.length <= iterations && all * size <= most ? values : undefined;
}

/** Slot of a loop's variable, a scalar in registers. */
function variableOf(machine: Machine, { init }: For): Slot | undefined {
  return slotsOf(init?.kind === "declare" ? machine.scope.find(init.name) : undefined)[0];
}

/** Whether a condition consists of literals, binary operators, calls of PLAIN_CALLS and names of variables that are not assigned. */
function isPlain(expression: Expression, assigned: ReadonlySet<string>): boolean {
  const isPart = (part: Expression) => isPlain(part, assigned);
  if (expression.kind === "name") return !assigned.has(expression.name);
  if (expression.kind === "binary") return isPart(expression.left) && isPart(expression.right);
  if (expression.kind === "call") return PLAIN_CALLS.has(expression.name) && expression.args.every(isPart);
  return expression.kind === "number";
}

/** Least number of such values for which a loop runs inside of a piece. */
const MANY = 16;

/**
 * Whether a loop around pieces computes many vectors again in each iteration that depend on the invocations alone. Inside of a piece the loop
 * would compute them once for each vector.
 */
function repeatsMany(loop: Block): boolean {
  let repeated = 0;
  for (const statement of loop.statements) {
    if (statement.kind !== "lanes") continue;
    const { body } = statement;
    const same = new Set<Node>();
    const isSame = (node: Node): boolean => {
      if (node.op === "offset") return isSame(node.args[0]);
      return node.op === "lane" || same.has(node) || (node.home !== body && node.home !== loop);
    };
    for (const each of body.statements) {
      if (each.kind !== "compute" || !each.node.isPure || !each.node.args.every(isSame)) continue;
      same.add(each.node);
      if (each.node.type === "v128") repeated++;
    }
  }
  return repeated >= MANY;
}
