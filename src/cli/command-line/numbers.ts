import { InputError } from "../../errors.ts";
import { evaluateNumber } from "../options/expression.ts";

/** What numbers an option takes. */
export interface Bounds {
  /** What the number is, for messages: "a seed"; "it" if left out. */
  readonly noun?: string;
  readonly whole?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Bounds that are no values themselves. */
  readonly above?: number;
  readonly below?: number;
}

/** Which numbers are meant, in a sentence: `a seed is a whole number from 0 to 4294967295, for example 7`. */
export function numberRule(bounds: Bounds, example: string): string {
  const { noun = "it", whole, minimum, maximum, above, below } = bounds;
  const range =
    minimum !== undefined && maximum !== undefined
      ? `from ${minimum} to ${maximum}`
      : [
          ...(minimum === undefined ? [] : [`of at least ${minimum}`]),
          ...(above === undefined ? [] : [`above ${above}`]),
          ...(below === undefined ? [] : [`below ${below}`]),
          ...(maximum === undefined ? [] : [`of at most ${maximum}`]),
        ].join(" and ");
  return `${noun} is a ${whole ? "whole number" : "number"}${range === "" ? "" : ` ${range}`}, for example ${example}`;
}

/**
 * The number that a text stands for.
 * @param label the option in messages: `--seed`.
 * @param rule the requirement in the error about a text that is no such number.
 * @throws InputError naming the option.
 */
export async function readNumber(text: string, label: string, bounds: Bounds, rule: string): Promise<number> {
  const value = await evaluateNumber(text, label, rule);
  const { whole = false, minimum, maximum, above, below } = bounds;
  const isWithin =
    (!whole || Number.isSafeInteger(value)) &&
    (minimum === undefined || value >= minimum) &&
    (maximum === undefined || value <= maximum) &&
    (above === undefined || value > above) &&
    (below === undefined || value < below);
  if (!isWithin) throw new InputError(`${label} ${value}: ${rule}`);
  return value;
}
