import { withRandom } from "../../../wgsl/common/random/parts.ts";
import { walkBytes, walkElements } from "../../../wgsl/low-weight/index.ts";
import { binomial } from "../../binomial.ts";
import { DEFAULT_GENERATOR } from "../../channel/random.ts";
import type { WalkStart } from "../../code/low-weight.ts";
import { InputError } from "../../errors.ts";
import { constantBuffer, type DeviceLimits, frameBuffer, type Program } from "../../gpu/program.ts";
import { WIDE_WORKGROUP_SIZE, WORKGROUP_SIZE } from "../../gpu/workgroup.ts";

/** Most steps of a walk, and most sums of rows of one: about a second of a core. A search ends only between walks. */
const WALK_STEPS = 4096;
const WALK_SUMS = 2 ** 30;
/** Steps before a walk lists words, by rows of the generator matrix: all walks begin at the same matrix. */
const MIXING = 2;
/** Steps of a walk between two searches for sums, by the number of rows of a sum. */
const SUM_STEPS = [1, 8, 64] as const;
/** Most slots in which rows of a sum must cancel: their chains are in workgroup memory. */
const WINDOW_MAXIMUM = 11;
/** Most words that a run lists, and most 32-bit words that it takes for them. */
const FOUND_MAXIMUM = 2 ** 15;
const FOUND_WORDS = 2 ** 21;
/** Invocations of a walk on the CPU engine: the lanes of a WebAssembly SIMD vector. */
const SIMD_INVOCATIONS = 4;

/** Random walks over information sets as a program: a frame is a walk. */
export interface WalkProgram extends Program {
  /** 32-bit words of an entry of `found`. */
  readonly entry: number;
  /** Most words that a run lists. */
  readonly capacity: number;
}

export const walkSumsMaximum = (q: number): number => (q === 2 ? SUM_STEPS.length : 1);

/**
 * Steps of a walk that list words, an information set each.
 * @param k rows of the generator matrix.
 * @param sums most rows in a sum.
 */
export function walkSteps(k: number, sums: number): number {
  const between = SUM_STEPS[sums - 1];
  return Math.min(WALK_STEPS, between * Math.max(1, Math.floor(WALK_SUMS / binomial(k, sums))));
}

/**
 * @param start the matrix at which walks begin.
 * @param options `labelled` lists only words with symbols without weight; `sums` is the maximum number of rows in a sum.
 * @throws InputError if the matrix has no redundancy.
 */
export function walkProgram(
  { k: K, columns, labels: LABELS, field, words }: WalkStart,
  { labelled, sums: SUMS }: { readonly labelled: boolean; readonly sums: number },
  { simd, workgroupBytes }: DeviceLimits,
): WalkProgram {
  const SLOTS = columns.length - K;
  if (SLOTS === 0) throw new InputError("the code has no redundancy, so its distance is 1: leave out --engine");
  const { p: P, polynomial: POLYNOMIAL } = field;
  const steps = walkSteps(K, SUMS);
  const COLUMN_WORDS = Math.ceil(columns.length / 32);
  const entry = 2 + (COLUMN_WORDS + LABELS) * P;
  const capacity = Math.max(1, Math.min(FOUND_MAXIMUM, Math.floor(FOUND_WORDS / entry)));
  const wide = K > 2 * WORKGROUP_SIZE ? WIDE_WORKGROUP_SIZE : WORKGROUP_SIZE;
  const shape = {
    K,
    P,
    POLYNOMIAL,
    SLOTS,
    LABELS,
    LABELLED: labelled ? 1 : 0,
    COLUMN_WORDS,
    CAPACITY: capacity,
    STEPS: MIXING * K + steps,
    MIXING: MIXING * K,
    INVOCATIONS: simd ? SIMD_INVOCATIONS : wide,
    SUMS,
    SUM_STEPS: SUM_STEPS[SUMS - 1],
    WINDOW: SUMS === 1 ? 0 : Math.min(Math.floor(Math.log2(K)) + 2, SLOTS, WINDOW_MAXIMUM),
  };
  const isShared = walkBytes({ ...shape, SHARED: 1 }) <= workgroupBytes;
  const constants = { ...shape, SHARED: isShared ? 1 : 0 };
  const elements = walkElements(constants);
  const bytes = walkBytes(constants);
  if (bytes > workgroupBytes) {
    throw new InputError(
      `a walk over ${columns.length} columns takes ${bytes} bytes of workgroup memory, the device has ${workgroupBytes}: leave out --engine`,
    );
  }
  return {
    buffers: {
      generator: constantBuffer(words),
      columns: constantBuffer(columns),
      limit: { type: "u32", length: 1, perFrame: false },
      stored_rows: frameBuffer("u32", isShared ? 1 : elements),
      found: { type: "u32", length: 1 + entry * capacity, perFrame: false, cleared: true },
    },
    start: [
      {
        kernel: "low-weight/walk",
        constants,
        variant: withRandom(DEFAULT_GENERATOR),
        buffers: ["generator", "columns", "limit", "stored_rows", "found"],
        workgroups: 1,
      },
    ],
    iterate: [],
    repeats: 0,
    afterIterations: [],
    plan: [
      `walks of ${steps} information sets, ${isShared ? bytes : 4 * elements} bytes of ${isShared ? "workgroup" : "device"} memory each`,
    ],
    entry,
    capacity,
  };
}
