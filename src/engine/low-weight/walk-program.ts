import { withRandom } from "../../../wgsl/common/random/parts.ts";
import { lowWeightWalk, walkBytes } from "../../../wgsl/low-weight/walk.ts";
import { DEFAULT_GENERATOR } from "../../channel/random/generators.ts";
import type { WalkStart } from "../../code/low-weight/bit-generator.ts";
import { InputError } from "../../errors.ts";
import { constantBuffer, type DeviceLimits, type Program } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";

/** Steps of a walk. */
export const WALK_STEPS = 4096;
/** Steps before a walk lists words, by rows of the generator matrix: all walks begin at the same matrix. */
const MIXING = 2;
/** Words that a run lists. */
export const FOUND_MAXIMUM = 2 ** 15;
/** Most columns of a listed word. */
const COLUMNS_MAXIMUM = 256;
/** Invocations of a walk on the CPU engine: the lanes of a WebAssembly SIMD vector. */
const SIMD_INVOCATIONS = 4;

/** Random walks over information sets as a program: a frame is a walk. */
export interface WalkProgram extends Program {
  /** Words of an entry of `found`. */
  readonly entry: number;
}

/**
 * @param start the matrix at which walks begin. @param parameters heaviest: largest weight of a word; labelled: list only words with
 * symbols without weight.
 * @throws InputError if the matrix has no redundancy or does not fit workgroup memory.
 */
export function walkProgram(
  start: WalkStart,
  { heaviest, labelled }: { readonly heaviest: number; readonly labelled: boolean },
  { simd, workgroupBytes }: DeviceLimits,
): WalkProgram {
  const { k: K, columns, labels: LABELS } = start;
  const SLOTS = columns.length - K;
  if (SLOTS === 0) throw new InputError("the code has no redundancy, so its distance is 1: leave out --engine");
  const HEAVIEST = Math.min(heaviest, COLUMNS_MAXIMUM);
  const constants = {
    ...{ K, SLOTS, LABELS, LABELLED: labelled ? 1 : 0, HEAVIEST, CAPACITY: FOUND_MAXIMUM },
    ...{ STEPS: MIXING * K + WALK_STEPS, MIXING: MIXING * K, INVOCATIONS: simd ? SIMD_INVOCATIONS : WORKGROUP_SIZE },
  };
  const bytes = walkBytes(constants);
  if (bytes > workgroupBytes) {
    throw new InputError(
      `a walk takes ${bytes} bytes of workgroup memory for the generator matrix, the device has ${workgroupBytes}: leave out --engine`,
    );
  }
  const entry = 2 + LABELS + HEAVIEST;
  return {
    buffers: {
      generator: constantBuffer(start.words),
      columns: constantBuffer(columns),
      limit: { type: "u32", length: 1, perFrame: false },
      found: { type: "u32", length: 1 + entry * FOUND_MAXIMUM, perFrame: false, cleared: true },
    },
    start: [
      {
        kernel: lowWeightWalk.name,
        constants,
        variant: withRandom(DEFAULT_GENERATOR),
        buffers: ["generator", "columns", "limit", "found"],
        workgroups: 1,
      },
    ],
    iterate: [],
    repeats: 0,
    afterIterations: [],
    plan: [`walks of ${WALK_STEPS} information sets, ${bytes} bytes of workgroup memory each`],
    entry,
  };
}
