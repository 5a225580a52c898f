import { InputError } from "./errors.ts";

/** Maximum number of values of a list. More indicate a wrong step. */
const VALUES_MAXIMUM = 10_000;

export const LIST_EXAMPLES = "write for example 2.5, 1:0.25:3, 1,2,2.5 or linspace(1,3,9)";

/** A fault of numbers or of a range. Its message continues one that begins with the option. */
export class RangeFault extends Error {}

export const NUMBER = String.raw`\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*`;
const RANGE = `${NUMBER}(?::${NUMBER}){0,2}`;
const LINSPACE = String.raw`linspace\(${NUMBER},${NUMBER},${NUMBER}\)`;
const PART = `(?:${RANGE}|${LINSPACE})`;
const LIST = new RegExp(`^${PART}(?:,${PART})*$`, "i");

/** The numbers of a text such as `1,2,2.5`, `1:0.25:3` or `linspace(1,3,9)`; undefined for a text of another form. @throws RangeFault */
export function listedNumbers(text: string): number[] | undefined {
  if (!LIST.test(text)) return undefined;
  return [...text.matchAll(new RegExp(PART, "gi"))].flatMap(([part]) => {
    const [, ofLinspace] = /linspace\((.*)\)/i.exec(part) ?? [];
    if (ofLinspace !== undefined) return linspace(...(ofLinspace.split(",").map(Number) as [number, number, number]));
    const [start, ...rest] = part.split(":").map(Number);
    if (!Number.isFinite(start)) throw new RangeFault("has a number that is too large");
    const end = rest.at(-1);
    return end === undefined ? [start] : ascendingRange(start, rest.length === 2 ? rest[0] : 1, end);
  });
}

/**
 * Numbers rounded to 12 significant digits, so that 0.1 + 0.2 is 0.3.
 * @throws InputError with the option's name for an empty or not ascending list.
 */
export function ascending(values: readonly number[], text: string, option: string): number[] {
  if (values.length === 0) throw new InputError(`${option} "${text}" is empty: give at least one number`);
  const rounded = values.map((value) => Number(value.toPrecision(12)) + 0);
  const wrong = rounded.findIndex((value, i) => i > 0 && value <= rounded[i - 1]);
  if (wrong <= 0) return rounded;
  throw new InputError(
    `${option} "${text}" does not ascend: ${rounded[wrong]} comes after ${rounded[wrong - 1]}; give the values from low to high`,
  );
}

/**
 * Reads ascending numbers: `2.5`, `1,2,2.5`, ranges that include both ends `1:0.25:3` (start, step, end; the default step is 1), and
 * `linspace(1,3,9)`.
 * @throws InputError with the option's name for another text.
 */
export function readNumberList(text: string, option: string): number[] {
  try {
    const values = listedNumbers(text);
    if (values !== undefined) return ascending(values, text, option);
  } catch (error) {
    if (!(error instanceof RangeFault)) throw error;
    throw new InputError(`${option} "${text}" ${error.message}: ${LIST_EXAMPLES}`);
  }
  throw new InputError(`${option} "${text}" cannot be read: ${LIST_EXAMPLES}`);
}

export function ascendingRange(...parts: unknown[]): number[] {
  if (!parts.every((part): part is number => typeof part === "number" && Number.isFinite(part))) {
    throw new RangeFault("has a range without finite numbers");
  }
  const [start, step, end] = parts;
  // As written, the range has at most one value, but with step and end exchanged it is a whole range.
  if (end !== start && end - start < step && step > start && end > 0 && end <= step - start) {
    throw new RangeFault(
      `has the step ${step} and the end ${end}; did you mean ${start}:${end}:${step}? (start:step:end)`,
    );
  }
  if (end < start) throw new RangeFault(`descends from ${start} to ${end}, but the low end comes first`);
  if (step <= 0) throw new RangeFault(`has the step ${step}, which is not above 0`);
  // A slightly larger quotient, so that rounding does not lose the end of 0:0.1:0.3.
  const steps = Math.floor(((end - start) / step) * (1 + 1e-12) + 1e-9);
  if (steps >= VALUES_MAXIMUM) throw new RangeFault(`has a range of more than ${VALUES_MAXIMUM} values`);
  return Array.from({ length: steps + 1 }, (_, i) => withoutDust(start + i * step, start, step));
}

/** `count` evenly spaced values that include both ends. */
export function linspace(start: number, end: number, count: number): number[] {
  if (!Number.isInteger(count) || count < 2 || count > VALUES_MAXIMUM) {
    throw new RangeFault(`must give linspace a start, an end and a number of values from 2 to ${VALUES_MAXIMUM}`);
  }
  return Array.from({ length: count }, (_, i) => withoutDust(start + ((end - start) * i) / (count - 1), start, end));
}

/**
 * Returns zero for a sum that differs from zero only by rounding. The sum's digits alone could be a small number, so its terms are
 * compared.
 */
function withoutDust(sum: number, ...terms: number[]): number {
  return Math.abs(sum) < 1e-12 * Math.max(...terms.map(Math.abs)) ? 0 : sum;
}
