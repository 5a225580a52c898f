import type { MathJsInstance, MathNode } from "mathjs";
import { InputError } from "../../errors.ts";
import {
  ascending,
  ascendingRange,
  LIST_EXAMPLES,
  linspace,
  listedNumbers,
  NUMBER,
  RangeFault,
} from "../../number-list.ts";

/**
 * Evaluates an option whose value is a list of ascending numbers: `2.5`, `1,2,2.5`, ranges that include both ends `1:0.25:3` (start, step,
 * end; the default step is 1), `linspace(1,3,9)`, and expressions such as `sqrt(2)`. Values are rounded to 12 significant digits, so that
 * 0.1 + 0.2 is 0.3.
 * @param option name for messages, such as `--ebn0`.
 * @param hint remedy for the error about an unreadable text.
 * @throws InputError with the option's name for a text that is unreadable, not finite and real, or not ascending.
 */
export async function evaluateList(text: string, option: string, hint = LIST_EXAMPLES): Promise<number[]> {
  return ascending(await evaluate(text, option, hint), text, option);
}

/**
 * Evaluates an option for one number: `1e6`, `2^20`, `10*60`; of an option that has a unit also `90 min`, `0.5 day` or `500 MB`. Same
 * errors as `evaluateList`.
 * @param unit unit of the result as mathjs writes it, such as `s` or `GiB`. A number alone is in this unit.
 */
export async function evaluateNumber(
  text: string,
  option: string,
  hint = LIST_EXAMPLES,
  unit?: string,
): Promise<number> {
  const values = ascending(await evaluate(text, option, hint, unit), text, option);
  if (values.length !== 1) throw new InputError(`${option} "${text}" stands for ${values.length} numbers: give one`);
  return values[0];
}

async function evaluate(text: string, option: string, hint: string, unit?: string): Promise<number[]> {
  try {
    refuseDifference(text);
    return listedNumbers(text) ?? (await evaluateExpression(text, option, hint, unit));
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

const DIFFERENCE = /^\s*(\d+(?:\.\d+)?)\s*-\s*(\d+(?:\.\d+)?)\s*$/;
/** A number and a unit, or the like. */
const TRAILED = new RegExp(`^${NUMBER}([a-z%µ°][\\w/²³]*)$`, "i");

async function evaluateExpression(text: string, option: string, hint: string, unit?: string): Promise<number[]> {
  loading ??= loadMath();
  const math = await loading;
  const value: unknown = replaceMinutes(math, replaceRanges(math, math.parse(`listOf(${text})`))).evaluate();
  const values = (Array.isArray(value) ? value : [value]).map((item) =>
    unit !== undefined && math.isUnit(item) && item.equalBase(math.unit(unit)) ? item.toNumber(unit) : item,
  );
  const wrong = values.find((item) => typeof item !== "number" || !Number.isFinite(item));
  if (math.isUnit(wrong)) throw new RangeFault(unreadableText(text));
  if (wrong !== undefined) {
    throw new InputError(`${option} "${text}" gives ${math.format(wrong, 6)}, not a finite real number: ${hint}`);
  }
  return values as number[];
}

let loading: Promise<MathJsInstance> | undefined;

/** Loads mathjs when it is first needed, as loading it takes longer than the rest of the CLI's start. */
async function loadMath(): Promise<MathJsInstance> {
  const { create, all } = await import("mathjs");
  const math = create(all);
  math.import({ listOf: (...values: unknown[]) => values.flatMap(flatten), ascendingRange, linspace });
  return math;
}

/** Replaces ranges by our own function, because mathjs gives an empty matrix for a descending range. */
function replaceRanges(math: MathJsInstance, tree: MathNode): MathNode {
  return tree.transform((node) => {
    if (!math.isRangeNode(node)) return node;
    const step = node.step ?? new math.ConstantNode(1);
    return new math.FunctionNode("ascendingRange", [node.start, step, node.end]);
  });
}

/** Reads `min` that is not called as minutes, because mathjs knows it as a function alone. */
function replaceMinutes(math: MathJsInstance, tree: MathNode): MathNode {
  return tree.transform((node, path) =>
    math.isSymbolNode(node) && node.name === "min" && path !== "fn" ? new math.SymbolNode("minutes") : node,
  );
}

function flatten(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(flatten);
  const inner = (value as { toArray?: () => unknown } | null)?.toArray;
  return inner === undefined ? [value] : flatten(inner.call(value));
}
