import { bf16 } from "./bf16.ts";
import { f16 } from "./f16.ts";
import { f32 } from "./f32.ts";
import { int12 } from "./int12.ts";
import { bf16Pairs } from "./lanes/bf16-pairs.ts";
import type { StepNumbers, SymbolStorage } from "./storage.ts";

/** The number formats of whole steps. */
export const stepStorages = { int12 } as const satisfies Readonly<Record<string, SymbolStorage>>;

/** The words of the option `messages` for whole steps. */
export const STEP_MESSAGES = Object.keys(stepStorages) as (keyof typeof stepStorages)[];

/** The formats of whole steps in a description of the option. */
export const STEP_TEXT = STEP_MESSAGES.map(
  (name) => `${name}: whole numbers of steps of 1/${stepStorages[name].steps?.perLlr}`,
).join(", ");

/** Bounds of the numbers of a format, by its word of the option `messages`. Undefined if it is no format of whole steps. */
export function stepsOf(messages: unknown): StepNumbers | undefined {
  return (storages as Readonly<Record<string, SymbolStorage>>)[String(messages)]?.steps;
}

/** The number formats of vectors over GF(q), by the word of the option `messages`; bf16Pairs: bf16 with two frames to a word. */
export const storages = { f32, f16, bf16, bf16Pairs, ...stepStorages } as const satisfies Readonly<
  Record<string, SymbolStorage>
>;
