import { isConstant, type Node } from "../graph/node.ts";
import { OPERATIONS, type OperationName } from "../graph/operations.ts";

const FACTS = { id: -1, args: [], divisor: 1, isPure: true, isNotZero: false, isOfVector: false, alike: undefined };
const integerOf = (value: number): Node => ({ ...FACTS, op: "const", type: "i32", value });
const vectorOf = (word: number): Node => ({
  ...FACTS,
  op: "words",
  type: "v128",
  value: 0,
  lanes: Array(4).fill(word),
});
/** The vectors whose bits are all 0, and all 1. */
export const ZERO = vectorOf(0);
export const ONES = vectorOf(-1);

const BITWISE: ReadonlySet<string> = new Set(["and", "or", "xor", "andnot", "not", "bitselect"]);

/** The constant word in all lanes of a vector, or a constant integer. */
function wordOf({ op, type, args, lanes, value }: Node): number | undefined {
  if (op === "words") return lanes!.every((lane) => lane === lanes![0]) ? lanes![0] : undefined;
  if (op === "splat") return wordOf(args[0]);
  return op === "const" && type === "i32" ? value : undefined;
}

/** Whether all bits of a vector are known to be 0. */
export const isNone = (mask: Node): boolean => wordOf(mask) === 0;
/** Whether all bits of a vector are known to be 1. */
export const isAll = (mask: Node): boolean => wordOf(mask) === -1;

/** The operand or constant that an operation on masks equals, where some operands are known. @param args its operands, as far as they are known. */
export function knownResult({ op, type, isPure }: Node, args: readonly Node[]): Node | undefined {
  const isBitwise = type === "v128" && BITWISE.has(op);
  const isEqual = type === "v128" && op === "eq";
  if (!isPure || !(isBitwise || isEqual || op === "any_true")) return undefined;
  const words = args.map(wordOf);
  const areUnknown = words.every((word, i) => word === undefined && args.indexOf(args[i]) === i);
  if (areUnknown) return undefined;
  if (op === "any_true") return integerOf(Number(words[0] !== 0));
  if (isEqual && words.includes(undefined)) return undefined;
  if (isEqual) return words[0] === words[1] ? ONES : ZERO;
  // A bitwise operation follows from its results for unknown operands that are all zeros or all ones.
  const { fold } = OPERATIONS[op as OperationName];
  const rows = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
    args.map((arg, i) => words[i] ?? -((bits >> args.indexOf(arg)) & 1)),
  );
  const equals = (of: (row: readonly number[]) => number) =>
    rows.every((row) => fold(row[0], row[1], row[2]) === of(row));
  if (equals(() => 0)) return ZERO;
  return equals(() => -1) ? ONES : args.find((_, i) => equals((row) => row[i]));
}

/** Whether a known condition holds; undefined if it is not known. */
export const holds = (condition: Node): boolean | undefined =>
  isConstant(condition) ? condition.value !== 0 : undefined;
