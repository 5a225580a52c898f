import { SENT } from "../../../wgsl/channel/bit-llr.ts";
import { LANE_NOISE_EXTENT, laneNoiseWords } from "../../../wgsl/channel/lane-noise.ts";
import { noiseTable, sampleLanesDispatch } from "../../../wgsl/channel/sample-lanes.ts";
import { BIT_FRAMES } from "../../../wgsl/common/lane-signs.ts";
import { withRandom } from "../../../wgsl/common/random/parts.ts";
import {
  COUNTERS,
  laneErrorsDispatch,
  packedErrorsDispatch,
  tallyInvocations,
} from "../../../wgsl/statistics/index.ts";
import { ALIAS_CELLS, type ChannelUse } from "../../channel/discrete-channel.ts";
import type { RandomGenerator } from "../../channel/random.ts";
import type { Code } from "../../code/code.ts";
import type { DecoderLanes, DecoderProgram } from "../../decoder/decoder-program.ts";
import { type DecoderSpec, stopConstant } from "../../decoder/spec.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import {
  constantBuffer,
  type DeviceLimits,
  type Dispatch,
  frameBuffer,
  type ProgramBuffer,
} from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { type CodewordSource, hasSyndrome, wordSource } from "../../source/word-source.ts";
import { channelDispatches, sentStates } from "./channel-dispatches.ts";
import { type PointLanes, pointDispatches, pointLanes } from "./point-dispatches.ts";

/** The parameters of a Monte-Carlo batch. */
export interface ChainRequest {
  readonly code: Code;
  readonly spec: DecoderSpec;
  readonly codeword: CodewordSource;
  /** Random generator of the words and the noise. */
  readonly generator: RandomGenerator;
}

/** The dispatches of a Monte-Carlo batch around its decoder. */
export interface Chain {
  /** Words, channel and received values. */
  readonly before: readonly Dispatch[];
  /** Error counts. */
  readonly after: readonly Dispatch[];
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
}

/**
 * The chain around any decoder: words and decisions as symbols [frame][N], LLRs as f32.
 * @param input the decoder's kind of input; bits not from a channel of symbols.
 */
export function llrChain(
  { code, spec, codeword, generator }: ChainRequest,
  input: DecoderProgram["input"],
  use: ChannelUse,
): Chain {
  const n = code.matrix.columns;
  const words = wordSource(code, codeword, 1, generator);
  const noisy =
    use.alphabet === "point"
      ? pointDispatches(code, input, use, generator)
      : channelDispatches(code, input, use, generator);
  const isInformation = new Uint32Array(n);
  for (const position of words.informationPositions) isInformation[position] = 1;
  const tally: Dispatch = {
    kernel: "statistics/tally",
    constants: {
      N: n,
      P: code.matrix.field.p,
      SYMBOLS: use.alphabet === "symbol" ? 1 : 0,
      PART_BITS: noisy.partBits ?? 0,
      STOP: stopConstant(spec),
      OUTER: Number(codeword === "checked-syndrome"),
      ITERATIONS: spec.iterations,
    },
    buffers: ["codeword", "decision", "is_information", "unsatisfied", "received", "sent_state", "counters"],
    workgroups: 1,
  };
  return {
    before: [...words.dispatches, ...noisy.dispatches],
    after: [tally],
    buffers: {
      ...words.buffers,
      ...noisy.buffers,
      codeword: frameBuffer("u32", n),
      is_information: constantBuffer(isInformation),
      sent_state: constantBuffer(sentStates(code)),
      counters: { ...frameBuffer("u32", COUNTERS), cleared: true, perChunk: true },
    },
  };
}

interface BitTransmission {
  /** A channel of bits, or of points that `hasPointLanes` accepts. */
  readonly use: ChannelUse;
  /** Frames in flight, if known. */
  readonly batch?: number;
}

/**
 * The chain around a decoder of bits, in its own format: a word of `codeword` holds one bit of 32 frames, the channel
 * writes LLRs in the decoder's number format and order of variables, and the signs of the posteriors give the errors.
 * Device memory holds neither f32 LLRs nor symbol words.
 */
export function bitChain(
  { code, spec, codeword, generator }: ChainRequest,
  lanes: DecoderLanes,
  limits: DeviceLimits,
  { use, batch }: BitTransmission,
): Chain {
  const { matrix } = code;
  const n = matrix.columns;
  const words = wordSource(code, codeword, BIT_FRAMES, generator);
  const drawing = { ...lanes, variant: withRandom(generator, lanes.variant) };
  const extent = [n, lanes.interleave, lanes.frameInterleaved] as const;
  const roles = symbolUse(code, lanes, words.informationPositions);
  const channel =
    use.alphabet === "point"
      ? pointSteps(pointLanes(code, use.modulated, roles, lanes, limits, batch), drawing)
      : bitSteps(n, roles, drawing, limits, batch);
  const liftingSize = lanes.constants.PACKED_SIGNS;
  const errors =
    liftingSize > 0
      ? lanesDispatch(
          lanes,
          "statistics/packed-errors",
          packedErrorsDispatch(n, lanes.interleave, liftingSize),
          { N: n },
          ["codeword", "posteriors", "variable_symbol", "errors"],
        )
      : lanesDispatch(lanes, "statistics/lane-errors", laneErrorsDispatch(...extent), { N: n }, [
          "codeword",
          "posteriors",
          "symbol_use",
          "errors",
        ]);
  const tally = lanesDispatch(
    drawing,
    channel.tally.kernel,
    { workgroups: 1, framesPerWorkgroup: tallyInvocations(n) },
    {
      ...{
        N: n,
        STOP: stopConstant(spec),
        ITERATIONS: spec.iterations,
        OUTER: Number(codeword === "checked-syndrome"),
      },
      ...channel.tally.constants,
    },
    channel.tally.buffers,
  );
  const syndrome = hasSyndrome(codeword) ? sentSyndrome(code, lanes) : undefined;
  return {
    before: [...words.dispatches, ...(syndrome?.dispatches ?? []), ...channel.dispatches],
    after: [errors, tally],
    buffers: {
      ...words.buffers,
      ...syndrome?.buffers,
      ...channel.buffers,
      ...(liftingSize > 0 ? { variable_symbol: constantBuffer(variableSymbol(lanes, roles)) } : {}),
      codeword: frameBuffer("u32", n, BIT_FRAMES),
      noise: { type: "u32", length: ALIAS_CELLS, perFrame: false },
      errors: { ...frameBuffer("u32", 2), cleared: true },
      counters: { ...frameBuffer("u32", COUNTERS), cleared: true, perChunk: true },
    },
  };
}

/** The channel of a chain of bits, and the kernel that counts its outcomes. */
interface LaneChannel {
  readonly dispatches: readonly Dispatch[];
  readonly tally: Pick<Dispatch, "kernel" | "buffers"> & { readonly constants?: KernelConstants };
  readonly buffers: Chain["buffers"];
}

/** A channel of bits. @param use role of each symbol. */
function bitSteps(
  n: number,
  use: Uint32Array,
  lanes: DecoderLanes,
  limits: DeviceLimits,
  batch: number | undefined,
): LaneChannel {
  const table = noiseTable(lanes, limits);
  const [hasLaneNoise, short] = [table.values !== "outcomes", table.values === "short"];
  const sample = lanesDispatch(
    lanes,
    "channel/sample-lanes",
    sampleLanesDispatch(n, lanes.interleave, lanes.frameInterleaved, table, batch),
    { N: n, COPY: lanes.copy ? 1 : 0, UNSENT: use.some((entry) => (entry & 3) !== SENT) ? 1 : 0 },
    [hasLaneNoise ? "lane_noise" : "noise", "codeword", "symbol_use", "channel", "posteriors"],
  );
  const laneNoise = lanesDispatch(lanes, "channel/lane-noise", LANE_NOISE_EXTENT, { SHORT_VALUES: Number(short) }, [
    "noise",
    "lane_noise",
  ]);
  return {
    dispatches: [...(hasLaneNoise ? [laneNoise] : []), sample],
    tally: {
      kernel: "statistics/tally-bits",
      buffers: ["errors", "unsatisfied", "codeword", "posteriors", "symbol_use", "noise", "counters"],
    },
    buffers: {
      ...(hasLaneNoise ? { lane_noise: { type: "u32", length: laneNoiseWords(short), perFrame: false } } : {}),
      symbol_use: constantBuffer(use),
    },
  };
}

function pointSteps({ steps, use, tally, buffers }: PointLanes, lanes: DecoderLanes): LaneChannel {
  return {
    dispatches: steps.map((step) => lanesDispatch(lanes, step.kernel, step.extent, step.constants, step.buffers)),
    tally: { kernel: "statistics/tally-points", ...tally },
    buffers: { ...buffers, symbol_use: constantBuffer(use) },
  };
}

/** Extent of a dispatch, and the constants that define it. */
interface Extent extends Pick<Dispatch, "workgroups" | "framesPerWorkgroup" | "frames"> {
  readonly constants?: KernelConstants;
}

/** A dispatch of a kernel that reads or writes a decoder's words. */
function lanesDispatch(
  lanes: DecoderLanes,
  kernel: string,
  { constants: ofExtent, ...extent }: Extent,
  constants: KernelConstants,
  buffers: readonly string[],
): Dispatch {
  const { variant } = lanes;
  return { ...extent, kernel, constants: { ...lanes.constants, ...ofExtent, ...constants }, variant, buffers };
}

/** The syndromes of the sent words, if the decoder receives them. */
function sentSyndrome({ matrix }: Code, lanes: DecoderLanes) {
  const { columns, rows, checkStart, variable } = matrix;
  const dispatch = lanesDispatch(
    lanes,
    "binary/sent-syndrome",
    { workgroups: Math.ceil(rows / WORKGROUP_SIZE), framesPerWorkgroup: BIT_FRAMES },
    { N: columns, CHECKS: rows },
    ["row", "matrix_row_start", "matrix_columns", "codeword", "check_signs"],
  );
  return {
    dispatches: [dispatch],
    buffers: { matrix_row_start: constantBuffer(checkStart), matrix_columns: constantBuffer(variable) },
  };
}

/**
 * Role of each symbol (channel/sample-lanes): the decoder's variable, whether it carries information, and its state as
 * in `sentStates`.
 */
function symbolUse(code: Code, { symbol }: DecoderLanes, informationPositions: Uint32Array): Uint32Array {
  const use = sentStates(code);
  for (const n of informationPositions) use[n] += 4;
  symbol.forEach((n, variable) => {
    use[n] += 8 * variable;
  });
  return use;
}

/** `variable_symbol` of statistics/packed-errors. @param roles as `symbolUse` has them. */
function variableSymbol({ symbol }: DecoderLanes, roles: Uint32Array): Uint32Array {
  return symbol.map((n) => 2 * n + ((roles[n] >> 2) & 1));
}
