import type { StepNumbers, SymbolStorage } from "./storage.ts";

/** Numbers of one frame in a word; posteriors are f32. */
const ALONE = { interleave: 1, beliefs: { name: "nonbinary/posteriors/f32" } } as const;
/** A symbol of two frames in a word. */
const PAIRED = { symbolsPerWord: 1, interleave: 2, beliefs: { name: "nonbinary/posteriors/int12" } } as const;

const f32: SymbolStorage = { ...ALONE, name: "nonbinary/formats/f32", symbolsPerWord: 1, numbers: "f32" };
const f16: SymbolStorage = { ...ALONE, name: "nonbinary/formats/f16", symbolsPerWord: 2, numbers: "f16" };
const bf16: SymbolStorage = { ...ALONE, name: "nonbinary/formats/bf16", symbolsPerWord: 2, numbers: "bf16" };
const bf16Pairs: SymbolStorage = { ...PAIRED, name: "nonbinary/formats/lanes/bf16-pairs", numbers: "bf16" };

const gridPairs: SymbolStorage = { ...PAIRED, name: "nonbinary/formats/lanes/grid-pairs", numbers: "f32" };

/** int12 in eight lanes of 16 bits, in which a CPU computes. */
export const int12ShortsStorage: SymbolStorage = {
  ...PAIRED,
  name: "nonbinary/formats/lanes/int12-shorts",
  beliefs: { name: "nonbinary/posteriors/int12-shorts" },
  numbers: "shorts",
};

const int12: SymbolStorage = {
  ...PAIRED,
  name: "nonbinary/formats/int12",
  numbers: "units",
  steps: { perLlr: 8, message: 511, channel: 511, certain: 1536, input: 1536, sum: 2047 },
  onCpu: int12ShortsStorage,
};

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
export const storages = { f32, f16, bf16, bf16Pairs, gridPairs, ...stepStorages } as const satisfies Readonly<
  Record<string, SymbolStorage>
>;
