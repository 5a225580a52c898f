import type { ParityCheckMatrix } from "../../code/parity-check-matrix.ts";
import { tannerGraph } from "../../code/tanner-graph.ts";
import type { DeviceLimits } from "../../gpu/program.ts";
import { WORKGROUPS_MAXIMUM } from "../../gpu/workgroup.ts";
import type { FrameArithmetic } from "./arithmetic.ts";

/** Symbols of a vector that an invocation finds, and of each operand that it holds at a time. */
const BLOCK = 8;
/** Blocks of both operands whose loads overlap. */
const BLOCKS_TOGETHER = 4;
/** Smaller fields have vectors that one invocation holds. */
const STEP_LEAST_FIELD = 64;
/** Invocations of a workgroup at most. */
const STEP_INVOCATIONS = 256;
/** Words of frames of a workgroup, next to each other in memory: two sectors, and at least half of one. */
const LANES_MAXIMUM = 16;
const LANES_MINIMUM = 4;
/** Numbers of a check's inputs that an invocation loads at once. */
const STEP_REGISTERS = 96;

/**
 * How Min-Max spreads a check over invocations on a GPU: q / 8 for each word of frames. Undefined for small fields, for checks that do
 * not fit workgroup memory, for syndromes of frames that share a word, and for software devices, which have few registers and costly
 * barriers.
 */
export function spreadSteps(
  q: number,
  degree: number,
  limits: DeviceLimits,
  { interleave, syndrome }: { readonly interleave: number; readonly syndrome: boolean },
): Pick<FrameArithmetic, "check" | "checkConstants" | "degreeConstants" | "checkFrames" | "notes"> | undefined {
  if (limits.software || q < STEP_LEAST_FIELD || BLOCK * degree > STEP_REGISTERS || (syndrome && interleave > 1))
    return undefined;
  const groups = q / BLOCK;
  const constants = { BLOCK, BLOCK_QUADS: BLOCK / 4, BLOCK_PAIRS: BLOCK / 2, BLOCKS_TOGETHER };
  const vectors = (most: number) => ({ VECTORS: most + Math.max(most, 4) - 3 });
  const fits = (lanes: number) => {
    const bytes = 4 * lanes * (vectors(degree).VECTORS * q + degree);
    return bytes <= limits.workgroupBytes && groups * lanes <= Math.min(STEP_INVOCATIONS, limits.workgroupSize);
  };
  let lanes = LANES_MAXIMUM;
  while (lanes >= LANES_MINIMUM && !fits(lanes)) lanes /= 2;
  if (lanes < LANES_MINIMUM) return undefined;
  return {
    check: "nonbinary/rules/min-max-spread",
    checkConstants: { ...constants, LANES: lanes },
    degreeConstants: vectors,
    checkFrames: lanes * interleave,
    notes: [
      `${groups} invocations for a check of ${interleave === 1 ? "one frame" : "two frames"}, ${BLOCK} × ${BLOCK} pairs at a time`,
    ],
  };
}

/** The kernel of checks. */
export const SPREAD_TRANSFORMS = "nonbinary/rules/qspa-spread";
/** Invocations of a workgroup aimed at. */
const INVOCATIONS = { single: 256, paired: 64 };
/** Words of frames of a workgroup, next to each other in memory. */
const CHECK_SLOTS_MAXIMUM = 32;
const CHECK_FRAMES_WANTED = 16;
const CHECK_FRAMES_MINIMUM = 8;
/** Numbers, of all edges of a check, that an invocation keeps in registers beside the current part of a vector. */
const REGISTERS = { single: 128, paired: 192 };
/** Workgroups of a check or variable that follow each other, so that they read whole rows of memory together. */
const NEIGHBOURS = 8;
const neighboursOf = (nodes: number) => (NEIGHBOURS * nodes <= WORKGROUPS_MAXIMUM ? NEIGHBOURS : 1);
/** Smaller fields have vectors that one invocation holds. */
const LEAST_FIELD = 32;
/** Largest degree of checks whose products of spectra on a grid are normal numbers as they are. */
const GRID_DEGREE = 6;

/**
 * How qspa spreads a vector over invocations on a GPU: over GF(32) 4 of 8 symbols, over GF(64) 8 of 8, over GF(128) 8 of 16, over GF(256)
 * 16 of 16. Undefined for smaller fields, for checks of too many edges, and for software devices, which have few registers and costly
 * barriers.
 * @param words what a word of messages has: a symbol of one frame or two symbols of it, or a symbol of two frames.
 * @param onGrid for the operations of qspa-grid, flooding.
 * @param contiguous whether memory has vectors of two frames one behind another, which the invocations of one of them fill.
 */
export function spreadTransforms(
  matrix: ParityCheckMatrix,
  limits: DeviceLimits,
  words: keyof typeof INVOCATIONS,
  onGrid = false,
  contiguous = false,
):
  | Pick<
      FrameArithmetic,
      "check" | "checkConstants" | "checkLists" | "degreeConstants" | "checkFrames" | "checkNeighbours" | "notes"
    >
  | undefined {
  const { q } = matrix.field;
  const { checkDegreeMaximum: degree, edges } = tannerGraph(matrix);
  const neighbours = contiguous ? 1 : neighboursOf(matrix.rows);
  const part = 2 ** Math.ceil(Math.log2(q) / 2);
  const groups = q / part;
  const frames = words === "paired" ? 2 : 1;
  const ringOf = (most: number) => 2 * Math.ceil(most / 2);
  if (limits.software || q < LEAST_FIELD || frames * part * ringOf(degree) > REGISTERS[words]) return undefined;
  // Groups of less than 128 bytes use different banks.
  const padOf = (slots: number) => (slots * frames < 32 ? 1 : 0);
  const bytes = (slots: number) =>
    4 * frames * slots * (2 * groups * (part + padOf(slots)) + ringOf(degree) * (onGrid ? 1 + groups : 1));
  const fits = (slots: number) => groups * slots <= limits.workgroupSize && bytes(slots) <= limits.workgroupBytes;
  // Messages of long codes leave a buffer room for few frames.
  const room = Math.floor(
    limits.bufferBytes === undefined ? Number.POSITIVE_INFINITY : limits.bufferBytes / (4 * q * edges),
  );
  const least = contiguous ? 2 : CHECK_FRAMES_MINIMUM / frames;
  let slots = contiguous
    ? least
    : Math.max(CHECK_FRAMES_WANTED / frames, Math.min(CHECK_SLOTS_MAXIMUM, INVOCATIONS[words] / groups));
  while (slots > least && slots >= 2 * room) slots /= 2;
  while (slots >= least && !fits(slots)) slots /= 2;
  if (slots < least) return undefined;
  const powers = (end: number) => Array.from({ length: Math.log2(end) }, (_, i) => 2 ** i);
  return {
    check: SPREAD_TRANSFORMS,
    checkConstants: {
      PART: part,
      PART_QUADS: part / 4,
      SLOTS: slots,
      PAD: padOf(slots),
      PAIRED: frames === 2 ? 1 : 0,
      ON_GRID: onGrid ? 1 : 0,
      NORMALISES: onGrid && frames === 1 ? 1 : 0,
      QUAD: 4,
    },
    degreeConstants: (most) => {
      const SCALES = onGrid && most > GRID_DEGREE ? 1 : 0;
      return { RING: ringOf(most), LAST: ringOf(most) - 1, SCALES, SUMS: onGrid ? SCALES : 1 };
    },
    checkLists: { LENGTHS_0: powers(part), LENGTHS_1: powers(groups).map((length) => length * (part / groups)) },
    checkFrames: slots * frames,
    checkNeighbours: neighbours,
    notes: [
      ...(contiguous ? ["vectors of two frames one behind another in memory"] : []),
      `${groups} invocations for a check of ${frames === 2 ? "two frames" : "one frame"}, transforms of ${part} symbols each`,
    ],
  };
}

/** The kernel of checks on a CPU. */
export const LANE_TRANSFORMS = "nonbinary/rules/qspa-lanes";
/** Words of a CPU's widest vectors. Narrower ones take several for a message, in the same order of operations. */
const LANES = 16;

/**
 * How qspa has the words of a message in the lanes of a CPU's vectors, so that a single frame fills them. Undefined for fields that fill no
 * vector, for variables of many edges and for checks of too many.
 */
export function laneTransforms(
  matrix: ParityCheckMatrix,
  { workgroupBytes, vectorWords }: Pick<DeviceLimits, "workgroupBytes" | "vectorWords">,
  { messageWords, variableConstants }: Pick<FrameArithmetic, "messageWords" | "variableConstants">,
) {
  const { q } = matrix.field;
  const fits = messageWords >= LANES && 4 * q * tannerGraph(matrix).checkDegreeMaximum <= workgroupBytes;
  if (!fits || variableConstants.UNROLLED_DEGREE === 0) return undefined;
  const perWord = q / messageWords;
  const PART = q / LANES;
  const constants = { GROUPS: LANES, PART, PART_WORDS: PART / perWord, SYMBOLS_OF_WORD: perWord };
  const powers = (from: number, end: number) => Array.from({ length: Math.log2(end / from) }, (_, i) => from * 2 ** i);
  const lists = {
    LENGTHS: powers(1, PART),
    WORD_LENGTHS: powers(1, perWord),
    LANE_LENGTHS: powers(1, LANES),
    REGISTER_LENGTHS: powers(perWord, PART),
  };
  return {
    check: LANE_TRANSFORMS,
    checkConstants: constants,
    checkLists: lists,
    checkFrames: 1,
    variable: "nonbinary/variable-lanes",
    variableConstants: {
      ...variableConstants,
      ...constants,
      IN_WORDS: vectorWords === LANES ? 1 : 0,
      JOINT: 0,
      SIDES: 1,
      START: 0,
    },
    variableLists: lists,
    variableTables: ["quotients"],
    variableFrames: 1,
    startsWithVariables: true,
    contiguous: true,
    notes: ["the words of a vector in lanes, one frame after the other"],
  } satisfies Partial<FrameArithmetic>;
}

/** Slots of a workgroup of variables, next to each other in memory, and its invocations at most. */
const SLOTS = [32, 16, 8];
const VARIABLE_INVOCATIONS = 256;
/** Blocks of slots that it has one after the other. */
const BLOCKS = 2;
/** Symbols of each message that an invocation of variables has in registers, and those of all its messages at most. */
const VARIABLE_PARTS = [16, 8, 4];
const VARIABLE_SYMBOLS = 32;

/**
 * How qspa-grid has messages of 16 bits, two frames to a word: variables normalise them, and spread a vector over invocations for it.
 * Undefined where checks do not spread theirs, and for variables of too many edges.
 */
export function packedOnGrid(matrix: ParityCheckMatrix, limits: DeviceLimits) {
  const { q } = matrix.field;
  const { variableDegreeMaximum: degree } = tannerGraph(matrix);
  const spread = spreadTransforms(matrix, limits, "paired", true);
  const part = VARIABLE_PARTS.find((symbols) => symbols * degree <= VARIABLE_SYMBOLS);
  if (spread === undefined || part === undefined) return undefined;
  const groups = q / part;
  const fits = (slots: number) =>
    groups * slots <= Math.min(VARIABLE_INVOCATIONS, limits.workgroupSize) &&
    16 * slots * groups * (degree + 2) <= limits.workgroupBytes;
  const slots = SLOTS.find(fits);
  if (slots === undefined) return undefined;
  const neighbours = neighboursOf(matrix.columns);
  return {
    ...spread,
    variable: "nonbinary/variable-grid",
    variableConstants: {
      DEGREE: degree,
      PART: part,
      PART_QUADS: part / 4,
      LANES: slots,
      NEIGHBOURS: neighbours,
      START: 0,
      BLOCKS,
    },
    variableFrames: 2 * slots * BLOCKS,
    variableNeighbours: neighbours,
    startsWithVariables: true,
    hasFirstChecks: false,
    packConstants: { DIRECT: 0 },
  } satisfies Partial<FrameArithmetic>;
}
