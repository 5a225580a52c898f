import type { MathJsInstance, MathNode } from "mathjs";
import { InputError } from "../../errors.ts";

/** Maximum number of values of an option. More indicate a wrong step. */
const VALUES_MAXIMUM = 10_000;

/**
 * Evaluates an option whose value is a list of ascending numbers: `2.5`, `1,2,2.5`, ranges that include both ends `1:0.25:3` (start, step,
 * end; the default step is 1), `linspace(1,3,9)`, and expressions such as `sqrt(2)`. Values are rounded to 12 significant digits, so that
 * 0.1 + 0.2 is 0.3.
 * @param option name for messages, such as `--ebn0`.
 * @param hint remedy for the error about an unreadable text.
 * @throws InputError with the option's name for a text that is unreadable, not finite and real, or not ascending.
 */
export async function evaluateList(text: string, option: string, hint = EXAMPLES): Promise<number[]> {
  const values = await evaluate(text, option, hint);
  if (values.length === 0) throw new InputError(`${option} "${text}" is empty: give at least one number`);
  const rounded = values.map((value) => Number(value.toPrecision(12)) + 0);
  const wrong = rounded.findIndex((value, i) => i > 0 && value <= rounded[i - 1]);
  if (wrong > 0) {
    throw new InputError(
      `${option} "${text}" does not ascend: ${rounded[wrong]} comes after ${rounded[wrong - 1]}; give the values from low to high`,
    );
  }
  return rounded;
}

/** Evaluates an option for one number: `1e6`, `2^20`, `10*60`. Same errors as `evaluateList`. */
export async function evaluateNumber(text: string, option: string, hint = EXAMPLES): Promise<number> {
  const values = await evaluateList(text, option, hint);
  if (values.length !== 1) throw new InputError(`${option} "${text}" stands for ${values.length} numbers: give one`);
  return values[0];
}

async function evaluate(text: string, option: string, hint: string): Promise<number[]> {
  try {
    refuseDifference(text);
    return PLAIN_LIST.test(text) ? plainList(text) : await evaluateExpression(text, option, hint);
  } catch (error) {
    if (error instanceof InputError) throw error;
    // mathjs's messages explain its own language.
    const reason = error instanceof RangeFault ? error.message : unreadableText(text);
    throw new InputError(`${option} "${text}" ${reason}: ${hint}`);
  }
}

/** Refuses `1-3`, which can be meant as a range. @throws RangeFault with both meanings. */
function refuseDifference(text: string): void {
  const [, first, last] = DIFFERENCE.exec(text) ?? [];
  if (Number(first) >= Number(last) || first === undefined) return;
  throw new RangeFault(
    `is a difference below 0 (a range is ${first}:${last}, and a number ${Number(first) - Number(last)})`,
  );
}

/** The fault of a text that is no number: `has "GiB" behind its number`, or that it cannot be read. */
function unreadableText(text: string): string {
  const unit = TRAILED.exec(text)?.[1];
  return unit === undefined ? "cannot be read" : `has "${unit}" behind its number`;
}

const NUMBER = String.raw`\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*`;
const RANGE = `${NUMBER}(?::${NUMBER}){0,2}`;
/** Numbers and ranges of numbers, which are the most common and need no mathjs. */
const PLAIN_LIST = new RegExp(`^${RANGE}(?:,${RANGE})*$`, "i");
const DIFFERENCE = /^\s*(\d+(?:\.\d+)?)\s*-\s*(\d+(?:\.\d+)?)\s*$/;
/** A number and a unit, or the like. */
const TRAILED = new RegExp(`^${NUMBER}([a-z%µ°][\\w/²³]*)$`, "i");

function plainList(text: string): number[] {
  return text.split(",").flatMap((range) => {
    const [start, ...rest] = range.split(":").map(Number);
    if (!Number.isFinite(start)) throw new RangeFault("has a number that is too large");
    const end = rest.at(-1);
    return end === undefined ? [start] : ascendingRange(start, rest.length === 2 ? rest[0] : 1, end);
  });
}

async function evaluateExpression(text: string, option: string, hint: string): Promise<number[]> {
  loading ??= loadMath();
  const math = await loading;
  const value: unknown = replaceRanges(math, math.parse(`listOf(${text})`)).evaluate();
  const values = Array.isArray(value) ? value : [value];
  const wrong = values.find((item) => typeof item !== "number" || !Number.isFinite(item));
  if (math.isUnit(wrong)) throw new RangeFault(unreadableText(text));
  if (wrong !== undefined) {
    throw new InputError(`${option} "${text}" gives ${math.format(wrong, 6)}, not a finite real number: ${hint}`);
  }
  return values as number[];
}

/** A fault of numbers or of a range. Its message continues one that begins with the option. */
class RangeFault extends Error {}

let loading: Promise<MathJsInstance> | undefined;

/** Loads mathjs when it is first needed, as loading it takes longer than the rest of the CLI's start. */
async function loadMath(): Promise<MathJsInstance> {
  const { create, all } = await import("mathjs");
  const math = create(all);
  math.import({ listOf: (...values: unknown[]) => values.flatMap(flatten), ascendingRange, linspace });
  return math;
}

const EXAMPLES = "write for example 2.5, 1:0.25:3, 1,2,2.5 or linspace(1,3,9)";

/** Replaces ranges by our own function, because mathjs gives an empty matrix for a descending range. */
function replaceRanges(math: MathJsInstance, tree: MathNode): MathNode {
  return tree.transform((node) => {
    if (!math.isRangeNode(node)) return node;
    const step = node.step ?? new math.ConstantNode(1);
    return new math.FunctionNode("ascendingRange", [node.start, step, node.end]);
  });
}

function ascendingRange(...parts: unknown[]): number[] {
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
function linspace(start: number, end: number, count: number): number[] {
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

function flatten(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(flatten);
  const inner = (value as { toArray?: () => unknown } | null)?.toArray;
  return inner === undefined ? [value] : flatten(inner.call(value));
}
