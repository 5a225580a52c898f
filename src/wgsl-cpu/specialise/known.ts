import type { Graph } from "../graph/graph.ts";
import type { Node } from "../graph/node.ts";
import { OPERATIONS, type OperationName } from "../graph/operations.ts";

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
