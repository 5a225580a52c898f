import { domains } from "../../../wgsl/nonbinary/domains/index.ts";
import { int12ShortsStorage } from "../../../wgsl/nonbinary/formats/index.ts";
import {
  channelConstants,
  channelPacking,
  levelPacking,
  packingConstants,
} from "../../../wgsl/nonbinary/formats/levels.ts";
import type { SymbolStorage } from "../../../wgsl/nonbinary/formats/storage.ts";
import { tannerGraph } from "../../code/tanner-graph.ts";
import { InputError } from "../../errors.ts";
import { type GaloisField, multiply } from "../../galois/field.ts";
import { constantBuffer, type DeviceLimits } from "../../gpu/program.ts";
import type { Schedule } from "../order.ts";
import type { DecodableCode } from "../rule.ts";
import { receivedMaximum, stepConstant } from "../step.ts";
import type { FrameArithmetic } from "./arithmetic.ts";
import { halves, TILE, tileConstants, tileOf } from "./vectors.ts";

/** Levels of messages, and the LLR of a step. */
export interface LevelFormat {
  readonly levels: number;
  readonly step: number;
}

/** Words of messages that a variable node holds in registers. */
const REGISTERS_MAXIMUM = 128;

/** Largest channel value of a known symbol in steps of a layered decoder by the number of levels: a lane holds it and two messages. */
const POSTERIOR_MAX: Readonly<Record<number, number>> = { 8: 127, 16: 32767, 32: 2 ** 20 };

/** Channel value of a known symbol in steps, the largest. @throws InputError where sums of levels at a variable do not fit a lane. */
export function channelMaximum(variableDegree: number, levels: number, layered: boolean): number {
  const maximum = layered ? POSTERIOR_MAX[levels] : channelPacking(levels).maximum;
  // Sums of a flooding variable: lanes wider than 8 bits hold each message plus one. Layered: a posterior and the
  // message subtracted from it.
  const summed = layered ? 2 * levels : variableDegree * levels;
  if (maximum + summed < 2 ** levels) return maximum;
  throw new InputError(
    `messages=levels${levels} sums ${levels} bits at a variable, too few for column weight ${variableDegree}: use levels16, levels32 or f32`,
  );
}

/** Largest channel value of levels in 16 bits, and most checks of a variable: twice the sum of their messages stays below that value. */
const SHORT_CHANNEL_MAX = 16383;
const SHORT_DEGREE_MAXIMUM = 60;

/**
 * The format of levels as 16-bit integers of steps for Min-Max on numbers: a CPU computes eight numbers at once. Undefined on other devices
 * and for variables with too many checks.
 * A larger channel value has the effect of SHORT_CHANNEL_MAX: its symbol is never decided, and a check's input of it is cut in any case.
 */
export function levelShorts(
  matrix: DecodableCode["matrix"],
  { levels, step }: LevelFormat,
  schedule: Schedule,
  { simd = false }: Pick<DeviceLimits, "simd">,
): SymbolStorage | undefined {
  const { variableDegreeMaximum } = tannerGraph(matrix);
  const maximum = channelMaximum(variableDegreeMaximum, levels, schedule === "layered");
  if (!simd || variableDegreeMaximum > SHORT_DEGREE_MAXIMUM) return undefined;
  const channel = Math.min(maximum, SHORT_CHANNEL_MAX);
  const received = receivedMaximum(levels - 1);
  const bounds = {
    message: levels - 1,
    channel: received,
    certain: channel,
    input: channel,
    sum: 2 * SHORT_CHANNEL_MAX,
  };
  return { ...int12ShortsStorage, steps: { perLlr: 1 / step, ...bounds } };
}

/** Level-sliced Min-Max, levels as thermometer codes. @throws InputError where sums of levels do not fit a lane. */
export function levelArithmetic(
  matrix: DecodableCode["matrix"],
  { levels, step }: LevelFormat,
  schedule: Schedule,
  limits: DeviceLimits,
): FrameArithmetic {
  const { field } = matrix;
  const { q } = field;
  const { variableDegreeMaximum } = tannerGraph(matrix);
  const interleave = 32 / levels;
  const layered = schedule === "layered";
  const channel = channelPacking(levels);
  const channelMax = channelMaximum(variableDegreeMaximum, levels, layered);
  const tile = tileOf(q, limits);
  // The messages of a variable stay in registers if sums and addresses still fit; WebAssembly has 16 registers.
  const fits = q <= TILE && variableDegreeMaximum * q <= REGISTERS_MAXIMUM;
  const inRegisters = fits && !layered && limits.simd !== true;
  const packing = packingConstants(levels, q, inRegisters);
  const constants = {
    ...stepConstant(step),
    LEVELS: levels,
    INTERLEAVE: interleave,
    RECEIVED_MAX: receivedMaximum(levels - 1),
    CHANNEL_MAX: channelMax,
  };
  return {
    check: "nonbinary/rules/min-max-levels",
    checkConstants: {
      ...constants,
      ...tileConstants(q, tile, limits),
      ...halves(tile, 1),
      ...packingConstants(levels, q, tile === q),
    },
    choices: { domain: domains.llr, beliefs: { name: "nonbinary/posteriors/levels" } },
    pack: "nonbinary/pack-levels",
    packConstants: { DIRECT: limits.simd ? 1 : 0 },
    variable: "nonbinary/variable-levels",
    variableConstants: {
      ...constants,
      ...packing,
      ...channelConstants(levels, packing.PART),
      ...permutationConstants(field),
      IN_REGISTERS: inRegisters ? 1 : 0,
      UNROLLED_DEGREE: inRegisters ? variableDegreeMaximum : 0,
      QUAD: Math.min(q, 4),
      // Symbols that pack-levels transposes at a time, and rows of these that it loads.
      BLOCK: inRegisters ? q : Math.min(q, 8),
      BLOCK_LOADS: Math.min(q, 8),
    },
    ...(inRegisters
      ? {
          tables: {
            logarithms: constantBuffer(Uint32Array.from({ length: Math.max(q, 4) }, (_, h) => field.log[h] ?? 0)),
          },
          variableProducts: "logarithms",
        }
      : {}),
    messageWords: levelPacking(levels, q).words,
    channelWords: q / channel.perLane,
    interleave,
    notes: [
      `${levels} levels of ${step}, ${interleave} frame${interleave === 1 ? "" : "s"} to a word`,
      `an invocation for a check of one word, ${tile} × ${tile} pairs at a time`,
    ],
  };
}

/**
 * Constants of wgsl/nonbinary/formats/permute-symbols: PERMUTATION_t_d_i = α^(d·4^t)·x^i. A logarithm has
 * PERMUTATION_DIGITS digits to the base 4; digit t is below PERMUTATION_END_t.
 */
function permutationConstants(field: GaloisField): Record<string, number> {
  const { p, q, exp } = field;
  const digits = Array.from({ length: Math.ceil(p / 2) }, (_, t) => ({ t, end: Math.min(4, 2 ** p / 4 ** t) }));
  const images = digits.flatMap(({ t, end }) =>
    Array.from({ length: end * p }, (_, at) => {
      const [d, i] = [Math.floor(at / p), at % p];
      return [`PERMUTATION_${t}_${d}_${i}`, multiply(field, exp[(d * 4 ** t) % (q - 1)], 2 ** i)];
    }),
  );
  const ends = digits.map(({ t, end }) => [`PERMUTATION_END_${t}`, end]);
  return { PERMUTATION_DIGITS: digits.length, ...Object.fromEntries([...ends, ...images]) };
}
