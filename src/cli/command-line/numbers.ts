import { InputError } from "../../errors.ts";
import { evaluateNumber } from "../options/expression.ts";

/** Bounds of an option's number. */
export interface Bounds {
  /** Name of the number in messages: "a seed". Default: "it". */
  readonly noun?: string;
  /** Unit of the value as mathjs writes it, such as `GiB`, in which a number alone is. Other units of its kind are converted. */
  readonly unit?: string;
  readonly whole?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Exclusive bounds. */
  readonly above?: number;
  readonly below?: number;
}

/** The rule for a number as a sentence: `a seed is a whole number from 0 to 4294967295, for example 7`. */
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
 * Reads a number from a text.
 * @param label the option in messages: `--seed`.
 * @param rule the rule for the error about an unreadable text.
 * @throws InputError with the name of the option.
 */
export async function readNumber(text: string, label: string, bounds: Bounds, rule: string): Promise<number> {
  const value = await evaluateNumber(text, label, rule, bounds.unit);
  const { whole = false, minimum, maximum, above, below } = bounds;
  const isWithin =
    (!whole || Number.isSafeInteger(value)) &&
    (minimum === undefined || value >= minimum) &&
    (maximum === undefined || value <= maximum) &&
    (above === undefined || value > above) &&
    (below === undefined || value < below);
  if (!isWithin) {
    const unit = bounds.unit === undefined ? "" : ` ${bounds.unit}`;
    const shown = Number(text) === value ? String(value) : `"${text}" is ${value}${unit}`;
    throw new InputError(`${label} ${shown}: ${rule}`);
  }
  return value;
}
