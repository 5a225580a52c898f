import { isConstant, type Node } from "../graph/node.ts";

const MADE = { id: -1, args: [], value: 0, divisor: 1, isPure: true, isNotZero: false, isOfVector: false } as const;
const vectorOf = (word: number): Node => {
  return { ...MADE, op: "words", type: "v128", lanes: [word, word, word, word], alike: undefined };
};
const integerOf = (value: number): Node => ({ ...MADE, op: "const", type: "i32", value, alike: undefined });
/** The vectors whose bits are all 0, and all 1. */
export const ZERO = vectorOf(0);
export const ONES = vectorOf(-1);

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
  if (!isPure) return undefined;
  const [a, b, c] = args;
  const other = (test: (mask: Node) => boolean) => (test(a) ? b : test(b) ? a : undefined);
  switch (op) {
    case "and":
      return type === "v128" ? ((other(isNone) && ZERO) ?? other(isAll)) : undefined;
    case "or":
      return type === "v128" ? ((other(isAll) && ONES) ?? other(isNone)) : undefined;
    case "xor":
      return type === "v128" ? other(isNone) : undefined;
    case "andnot":
      return isNone(b) ? a : isNone(a) || isAll(b) ? ZERO : undefined;
    case "not":
      return isNone(a) ? ONES : isAll(a) ? ZERO : undefined;
    case "bitselect":
      return isAll(c) ? a : isNone(c) ? b : undefined;
    case "any_true":
      return isNone(a) ? integerOf(0) : isAll(a) ? integerOf(1) : undefined;
    case "eq": {
      const words = type === "v128" ? args.map(wordOf) : [];
      if (words.length === 0 || words.includes(undefined)) return undefined;
      return words[0] === words[1] ? ONES : ZERO;
    }
    default:
      return undefined;
  }
}

/** Whether a known condition holds; undefined if it is not known. */
export const holds = (condition: Node): boolean | undefined =>
  isConstant(condition) ? condition.value !== 0 : undefined;
