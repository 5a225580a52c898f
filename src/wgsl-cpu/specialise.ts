import { ITERATION_OFFSET, RUN_WORD } from "./descriptor.ts";
import { type Block, blocksOf, type Graph, isConstant, type Node, type Statement } from "./graph.ts";
import { OPERATIONS, type OperationName } from "./operations.ts";
import { isConsecutive } from "./uniformity.ts";
import type { Writer } from "./writer.ts";

/*
 * Specialisation: code is compiled in several forms, each for a case in which more is known.
 * - The whole shader has the functions `first` for iteration 0 and `later` for the later iterations (this file).
 * - A piece has a form for whole vectors of invocations, and one with a mask for the last vector (emit.ts).
 * - A piece on active words of frames runs strip by strip (emit.ts), with a form for strips without a done lane.
 * - Accesses to memory have a form for lanes that are found to have consecutive addresses.
 * Values that are known in a form make operations, branches and stores of the form needless.
 */

/** The function of a shader for iteration 0 or for the later iterations. */
export class IterationForm {
  readonly name: "first" | "later";
  /** Whether the shader reads the iteration, so that its two functions differ. */
  isRead = false;

  constructor(name: "first" | "later") {
    this.name = name;
  }

  /** The iteration, which is 0 in `first` and not 0 in `later`, if an address is its address. */
  load(graph: Graph, { op, args: [base, offset] }: Node): Node | undefined {
    if (op !== "add" || base.op !== "parameter" || offset.value !== 4 * RUN_WORD + ITERATION_OFFSET) return undefined;
    this.isRead = true;
    if (this.name === "first") return graph.i32(0);
    return graph.node("load", "i32", [base], { value: offset.value, isNotZero: true });
  }
}

/** The functions of a shader: `first`, and `later` if the shader reads the iteration. */
export function byIteration<T>(lowered: (form: IterationForm) => T): T[] {
  const form = new IterationForm("first");
  const first = lowered(form);
  return form.isRead ? [first, lowered(new IterationForm("later"))] : [first];
}

/** Most statements of code that is emitted twice. */
export const LARGE = 3000;
/** Least number of accesses with a common test that make a copy of their code worthwhile. An access in a loop counts LOOP times. */
const ACCESSES = 8;
const LOOP = 2;

/**
 * The number of active invocations of all pieces in a block, if the value is computed before the block. Without an active invocation the block
 * has no effect.
 */
export function endOf({ statements }: Block): Node | undefined {
  const ends = new Set<Node>();
  const isComputed = (end: Node) =>
    sizeOf(statements, (statement) => statement.kind === "compute" && statement.node === end) > 0;
  sizeOf(statements, (statement) => statement.kind === "lanes" && ends.add(statement.end).size > 0);
  const [end] = ends;
  return ends.size === 1 && !isConstant(end) && !isComputed(end) ? end : undefined;
}

/** Number of statements that meet a condition, including nested statements. @param loop weight of the statements of a loop's body. */
export function sizeOf(
  statements: readonly Statement[],
  counts: (statement: Statement) => boolean = () => true,
  loop = 1,
): number {
  let size = 0;
  for (const statement of statements) {
    if (counts(statement)) size++;
    const blocks = blocksOf(statement);
    const weight = statement.kind === "loop" ? loop : 1;
    for (let i = 0; i < blocks.length; i++) size += weight * sizeOf(blocks[i].statements, counts, loop);
  }
  return size;
}

/** The arguments of the address of a load or store; empty for another statement. */
function addressOf(statement: Statement): readonly Node[] {
  if (statement.kind === "store") return statement.address;
  return statement.kind === "compute" && statement.node.op === "load" ? statement.node.args : [];
}

/**
 * Emits statements one by one. Code with many accesses to addresses that are not known to be consecutive is emitted twice: for lanes with
 * consecutive addresses, where the accesses are vector loads and stores, and for others, where they are lane by lane.
 * @param either emits the statements behind a test of the addresses in both forms.
 */
export function inForms(
  statements: readonly Statement[],
  emit: (statement: Statement) => void,
  either: (test: Node, rest: readonly Statement[]) => void,
): void {
  for (const [i, statement] of statements.entries()) {
    if (statement.kind !== "compute" || statement.node.op !== "all_true") emit(statement);
    else {
      const rest = statements.slice(i + 1);
      if (gainsBy(statement.node, rest)) {
        either(statement.node, rest);
        return;
      }
    }
  }
}

/** Whether statements are worth a copy for lanes that access consecutive addresses, as a test says. */
const gainsBy = (test: Node, statements: readonly Statement[]): boolean =>
  sizeOf(statements, (statement) => addressOf(statement)[1] === test, LOOP) >= ACCESSES && sizeOf(statements) <= LARGE;

const BITWISE: ReadonlySet<string> = new Set(["and", "or", "xor", "andnot", "not", "bitselect"]);

/** The word in all lanes of a vector, or the value of an integer; undefined unless it is a constant. */
export function wordOf({ op, type, args, lanes, value }: Node): number | undefined {
  if (op === "words") return lanes!.every((lane) => lane === lanes![0]) ? lanes![0] : undefined;
  if (op === "splat") return wordOf(args[0]);
  return op === "const" && type === "i32" ? value : undefined;
}

/** The operand or constant that an operation on masks equals, where some operands are known. @param args its operands, as far as they are known. */
export function knownResult(graph: Graph, { op, type, isPure }: Node, args: readonly Node[]): Node | undefined {
  const isBitwise = type === "v128" && BITWISE.has(op);
  const isEqual = type === "v128" && op === "eq";
  if (!isPure || !(isBitwise || isEqual || op === "any_true")) return undefined;
  const words = args.map(wordOf);
  const areUnknown = words.every((word, i) => word === undefined && args.indexOf(args[i]) === i);
  if (areUnknown) return undefined;
  const mask = (isTrue: boolean) => graph.words(graph.lanes.map(() => -Number(isTrue)));
  if (op === "any_true") return graph.i32(Number(words[0] !== 0));
  if (isEqual) return words.includes(undefined) ? undefined : mask(words[0] === words[1]);
  // A bitwise operation follows from its results for unknown operands that are all zeros or all ones.
  const { fold } = OPERATIONS[op as OperationName];
  const rows = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
    args.map((arg, i) => words[i] ?? -((bits >> args.indexOf(arg)) & 1)),
  );
  const equals = (of: (row: readonly number[]) => number) =>
    rows.every((row) => fold(row[0], row[1], row[2]) === of(row));
  if (equals(() => 0)) return mask(false);
  return equals(() => -1) ? mask(true) : args.find((_, i) => equals((row) => row[i]));
}

/** Bytes from a word in the list to the done lanes of the word. */
const DONE_BYTES = 4;

/**
 * The value of `active_word` or `active_done` (wgsl/common/active-frames/words) for consecutive slots. The words of four slots are known at
 * run time only, but they are nearly always consecutive. Pieces therefore run strip by strip, and the words of a strip are consecutive.
 * @param valueFor lowers the function for one slot.
 * @returns undefined for another function, and where the lanes' values follow from the slots alone.
 */
export function stripValue(
  writer: Writer,
  name: string,
  slots: Node,
  valueFor: (slot: Node) => { readonly kind: string; readonly node?: Node },
): Node | undefined {
  const { graph } = writer;
  if (name !== "active_word" && name !== "active_done") return undefined;
  const addressWords = graph.operation("mul", slots, graph.i32(4));
  if (!isConsecutive(addressWords) || slots.lanes![0] !== 0) return undefined;
  const first = firstOf(writer, slots.args[0]);
  const loaded = first && valueFor(first).node;
  if (loaded?.op !== "load") return undefined;
  const offset = loaded.value - (name === "active_done" ? DONE_BYTES : 0);
  const list = graph.operation("add", loaded.args[0], graph.i32(offset));
  if (writer.list === undefined && writer.piece === undefined) writer.runByStrips(list);
  if (writer.list !== list) return undefined;
  return name === "active_word" ? graph.offset(writer.strip, graph.lanes) : writer.done;
}

/**
 * The number of active invocations after a return on the condition `slot >= count`, where the invocations' slots are consecutive. Undefined
 * for a condition of another form.
 */
export function boundOf(writer: Writer, condition: Node): Node | undefined {
  if (condition.op !== "ge_u") return undefined;
  const { graph } = writer;
  const [vector, limit] = condition.args;
  const [splat, lanes] = vector.args;
  if (vector.op !== "add" || splat?.op !== "splat" || lanes?.op !== "words" || limit.op !== "splat") return undefined;
  if (!lanes.lanes!.every((lane, l) => lane === l)) return undefined;
  const first = firstOf(writer, splat.args[0]);
  const [count] = limit.args;
  if (first === undefined || count.isOfVector) return undefined;
  const rest = graph.operation("sub", count, first);
  return graph.select(graph.operation("lt_u", first, count), rest, graph.i32(0));
}

/** The first of the workgroup's consecutive slots, given the first slot of a vector; undefined if it differs between vectors. */
function firstOf({ graph, lane }: Writer, base: Node): Node | undefined {
  const first = graph.operation("sub", base, lane);
  return first.isOfVector ? undefined : first;
}
