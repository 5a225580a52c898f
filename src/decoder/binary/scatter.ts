import type { BaseMatrix } from "../../code/base-matrix.ts";
import { InputError } from "../../errors.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import { constantBuffer, type DeviceLimits, type Dispatch, frameBuffer, type Program } from "../../gpu/program.ts";
import { WIDE_WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import type { DecodableCode } from "../rule.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";

/** Invocations that share a check on a GPU. Software would only do more work. */
const PARTS = 8;
/** Sections of sums, as in wgsl/binary/scatter/sums: read, added to, cleared. */
const SECTIONS = 3;
/** Edges of a check that an invocation of software takes at a time. */
const BATCH = 4;
/** A word holds five bits for the number of an edge. */
const DEGREE_MAXIMUM = 32;
/** Number of int8 values, one of them the channel's, whose sum fits a field of 16 bits. */
const MESSAGES_MAXIMUM = 256;

/** The arithmetic of a rule whose checks add to sums: min-sum in int8 with magnitudes times 3/4. */
export interface ScatterArithmetic {
  /** Partial sums of a variable, each clipped: message j is in sum j mod partialSums. */
  readonly partialSums: number;
  readonly messageClip: number;
  readonly accumulatorClip: number;
}

/**
 * A decoder of few frames as a program. Input: `llr_bytes` [frame][N] int8 in steps, four to a word. Output: `outcome`
 * [frame][bitWords + iterations] u32: decisions as bits, n mod 32 of word ⌊n/32⌋, then `unsatisfied` as of DecoderProgram.
 */
interface ScatterProgram extends Program {
  /** Words of a frame's decision. */
  readonly bitWords: number;
}

/**
 * Flooding with a dispatch for each iteration, and one for the decision: an invocation for each check adds its messages to sums of the variables by
 * atomics, so that no dispatch for variables is between two iterations.
 */
export function scatterProgram(
  code: DecodableCode,
  spec: DecoderSpec,
  arithmetic: ScatterArithmetic,
  { software }: Pick<DeviceLimits, "software">,
): ScatterProgram {
  const base = scatterBase(code);
  const { columns: n, rows: checks } = code.matrix;
  const { partialSums, messageClip, accumulatorClip } = arithmetic;
  const { iterations } = spec;
  const parts = software ? 1 : PARTS;
  const degree = degreeOf(base);
  // On a GPU an invocation loads its edges after the first together, if it has a second.
  const edges = software ? BATCH * Math.ceil(degree / BATCH) : Math.max(2, Math.ceil(degree / parts));
  const bitWords = Math.ceil(n / 32);
  const words = Math.ceil(partialSums / 2);
  const constants: KernelConstants = {
    N: n,
    CHECKS: checks,
    LIFTING_SIZE: base.liftingSize,
    PARTIAL_SUMS: partialSums,
    ACCUMULATOR_CLIP: accumulatorClip,
    BIT_WORDS: bitWords,
    OUTCOME: bitWords + iterations,
    STOP: stopConstant(spec),
    PARTS: parts,
    EDGES: edges,
    SPREAD: parts > 1 ? 1 : 0,
  };
  const graph = ["llr_bytes", "entries", "sums"];
  const checkWorkgroups = Math.ceil((parts * checks) / WIDE_WORKGROUP_SIZE);
  const check: Dispatch = {
    kernel: "binary/scatter/check",
    constants: { ...constants, MESSAGE_CLIP: messageClip, BATCH },
    buffers: [...graph, "check_state", "outcome"],
    workgroups: checkWorkgroups,
  };
  // The decision of a full run is in section iterations mod 3, and the first iteration adds to section 1. Clearing takes some microseconds.
  const leavesClear = spec.stop === "none" && iterations % SECTIONS !== 1;
  const finish: Dispatch = {
    kernel: "binary/scatter/finish",
    constants: { ...constants, ITERATIONS: iterations, LEAVES_CLEAR: leavesClear ? 1 : 0 },
    buffers: [...graph, "outcome"],
    workgroups: Math.max(Math.ceil(n / WIDE_WORKGROUP_SIZE), checkWorkgroups),
  };
  return {
    bitWords,
    buffers: {
      llr_bytes: frameBuffer("u32", n, 4),
      entries: constantBuffer(scatterEntries(base, partialSums, parts * edges, software)),
      sums: { ...frameBuffer("u32", SECTIONS * words * n), cleared: !leavesClear },
      check_state: frameBuffer("u32", 2 * parts * checks),
      outcome: frameBuffer("u32", bitWords + iterations),
    },
    start: [check],
    iterate: [check],
    repeats: iterations - 1,
    afterIterations: [finish],
    plan: ["flooding", "checks add to sums of variables, a dispatch for each iteration"],
  };
}

/** The base matrix of a code for this kind of program. @throws InputError if the program does not support the code. */
function scatterBase({ base, name = "the code" }: DecodableCode): BaseMatrix {
  const isPlain = base?.absent.length === 0 && base.symbolOrder.step.every((step) => step === 1);
  if (base === undefined || !isPlain) {
    throw new InputError(
      `int8 LLRs and packed decisions are for quasi-cyclic codes, block after block: ${name} is none`,
    );
  }
  const degrees = new Uint32Array(base.columns);
  for (const c of base.column) degrees[c]++;
  const refuseAbove = (most: number, nodes: string, degree: number) => {
    if (degree <= most) return;
    throw new InputError(
      `${name} has ${nodes} of degree ${degree}, int8 LLRs and packed decisions are for ${most} at most`,
    );
  };
  refuseAbove(DEGREE_MAXIMUM, "checks", degreeOf(base));
  refuseAbove(MESSAGES_MAXIMUM, "variables", Math.max(...degrees));
  return base;
}

function degreeOf({ rowStart }: Pick<BaseMatrix, "rowStart">): number {
  return Math.max(...Array.from(rowStart.subarray(1), (end, row) => end - rowStart[row]));
}

/**
 * [block row][edge of a part][part], two words each: the block column's first variable; the shift, from bit 16 the partial sum of its
 * messages, and bit 31 if the row has no such edge. Such an entry has the variable of the row's first edge. With degrees, bits 24 to 29 are
 * the number of the row's edges.
 */
function scatterEntries(
  { columns, rows, rowStart, liftingSize, column, shift }: BaseMatrix,
  partialSums: number,
  places: number,
  withDegrees: boolean,
): Uint32Array {
  const before = new Uint32Array(columns);
  const words = Array.from(column, (c, e) => [c * liftingSize, shift[e] | ((before[c]++ % partialSums) << 16)]);
  const entries = new Uint32Array(2 * rows * places);
  for (let row = 0; row < rows; row++) {
    const degree = withDegrees ? rowStart[row + 1] - rowStart[row] : 0;
    for (let k = 0; k < places; k++) {
      const e = rowStart[row] + k;
      const [first, second] = words[e < rowStart[row + 1] ? e : rowStart[row]];
      const marks = (degree << 24) | (e < rowStart[row + 1] ? 0 : 0x80000000);
      entries.set([first, second | marks], 2 * (row * places + k));
    }
  }
  return entries;
}
