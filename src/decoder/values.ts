import { philox, STREAM_DECODER } from "../channel/random.ts";
import { InputError } from "../errors.ts";
import type { DecoderOption, OptionValues } from "./option.ts";
import type { DecodableCode } from "./rule.ts";

const NUMBER = String.raw`-?\d*\.?\d+(?:e[+-]?\d+)?`;
const FORM = new RegExp(`^(?:${NUMBER}(?:,${NUMBER})*|uniform\\(${NUMBER},${NUMBER}\\))$`, "i");

/** Bounds of values, and the value that a decoder computes with in the place of a given one. */
interface ValueRange {
  readonly minimum: number;
  readonly maximum: number;
  readonly rounded: (value: number, others: OptionValues) => number;
}

/** The option of values of variables: a number for all, a list, or a distribution. */
export function valuesOption(
  { minimum, maximum, rounded }: ValueRange,
  { default: value, description, onlyWith }: Pick<DecoderOption, "default" | "description" | "onlyWith">,
) {
  return {
    default: String(value),
    description: `${description}; a number for all variables, a list with a number for each code symbol or block column, or uniform(a,b) with a seed`,
    text: { form: FORM, wanted: `a number, a list of numbers, or uniform(a,b), from ${minimum} to ${maximum}` },
    ...(onlyWith && { onlyWith }),
    rewritten(text: string, others: OptionValues) {
      const { numbers, isUniform } = valuesOf(text);
      const outside = numbers.find((number) => !(number >= minimum && number <= maximum));
      if (outside !== undefined) throw new InputError(`${outside} is not from ${minimum} to ${maximum}`);
      if (!isUniform) return numbers.map((number) => rounded(number, others) + 0).join(",");
      const [from, to] = numbers;
      if (from > to) throw new InputError(`the interval is empty: write uniform(${to},${from})`);
      return `uniform(${from},${to})`;
    },
  } satisfies DecoderOption;
}

function valuesOf(text: string): { readonly numbers: readonly number[]; readonly isUniform: boolean } {
  const isUniform = text.toLowerCase().startsWith("uniform(");
  const list = isUniform ? text.slice("uniform(".length, -1) : text;
  return { numbers: list.split(",").map((word) => Number(word) + 0), isUniform };
}

/**
 * The value of each code symbol.
 * @param text value of an option that `valuesOption` made.
 * @param draw seed of a distribution, and the member of an ensemble: members of one seed differ. Symbol n has a + (b − a)·(w + ½)/2^32 of
 * uniform(a,b), where w is the first word of Philox4x32-10 with the counter (n, 0, member, STREAM_DECODER) and the key (seed, 0).
 */
export function valuesOfSymbols(
  text: string,
  { matrix, base, name = "the code" }: DecodableCode,
  { seed, member = 0 }: { readonly seed: number; readonly member?: number },
): Float64Array {
  const { numbers, isUniform } = valuesOf(text);
  const values = new Float64Array(matrix.columns);
  if (isUniform) {
    const [from, to] = numbers;
    const words = new Uint32Array(4);
    return values.map((_, n) => {
      philox(n, 0, member, STREAM_DECODER, seed, 0, words);
      return from + ((to - from) * (words[0] + 0.5)) / 2 ** 32;
    });
  }
  if (numbers.length === 1) return values.fill(numbers[0]);
  if (numbers.length === matrix.columns) return Float64Array.from(numbers);
  if (base === undefined || numbers.length !== base.columns) {
    const blocks = base === undefined ? "" : ` or ${base.columns}, one for each block column`;
    throw new InputError(`${numbers.length} values: ${name} has ${matrix.columns} symbols: give one${blocks}`);
  }
  const { first, step } = base.symbolOrder;
  numbers.forEach((number, c) => {
    for (let j = 0; j < base.liftingSize; j++) values[first[c] + j * step[c]] = number;
  });
  return values;
}
