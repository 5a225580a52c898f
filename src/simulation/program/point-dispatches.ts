import { SENT } from "../../../wgsl/channel/bit-llr.ts";
import { samplePointLanesDispatch } from "../../../wgsl/channel/point-lanes/sample.ts";
import { LANE_TABLE_EXTENT, rowWords } from "../../../wgsl/channel/point-lanes/table.ts";
import { PADDING } from "../../../wgsl/channel/points/sample.ts";
import { withRandom } from "../../../wgsl/common/random/parts.ts";
import { ALIAS_CELLS, type ChannelUse } from "../../channel/discrete-channel.ts";
import { exponentialTable, logarithmTable, SOFT_ROWS } from "../../channel/modulation/demap.ts";
import {
  type BitOrder,
  bitOrder,
  bitsOfUse,
  dimensionsOf,
  type GridPoints,
  hasSeveralSymbols,
  labelBits,
  type Modulated,
  modulationOf,
  receivedModulation,
  requireSendable,
  symbolOrder,
} from "../../channel/modulation/modulated.ts";
import { GAINS } from "../../channel/modulation/modulated-kind.ts";
import type { RandomGenerator } from "../../channel/random.ts";
import type { Code } from "../../code/code.ts";
import { sendsTwice, transmittedPositions } from "../../code/rate-matching.ts";
import type { DecoderLanes, DecoderProgram } from "../../decoder/decoder-program.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import {
  constantBuffer,
  type DeviceLimits,
  type Dispatch,
  frameBuffer,
  type ProgramBuffer,
} from "../../gpu/program.ts";
import { joined } from "../../joined.ts";
import { bitLlrs, type ChannelDispatches, dispatchOf, partLlrs } from "./channel-dispatches.ts";

/** The numbers of labels and uses in a frame. */
interface Uses {
  readonly n: number;
  readonly p: number;
  readonly uses: number;
  readonly bits: number;
  readonly dimensions: GridPoints["dimensions"];
  readonly fading: 0 | 1;
  readonly turns: Turns;
}

/** Constants of kernels: a transport block has BLOCKS code blocks, and the first SHORTER code blocks send fewer bits than the others. */
interface Turns {
  readonly BLOCKS: number;
  readonly SHORTER: number;
}

/**
 * The dispatches from `codeword` to `channel_llr` over a modulation: points and noise, then the receiver's metrics of bits or of symbols.
 */
export function pointDispatches(
  code: Code,
  input: DecoderProgram["input"],
  { modulated, sampler }: Extract<ChannelUse, { alphabet: "point" }>,
  generator: RandomGenerator,
): ChannelDispatches {
  const { field, columns: n } = code.matrix;
  const { p } = field;
  requireSendable(modulated, p);
  const modulation = receivedModulation(modulated, p);
  const bits = bitsOfUse(modulation);
  const isWhole = modulated.demapper === "symbols";
  const size = { bits, pointBits: modulation.bits };
  const order = bitOrder(modulated, code.sending !== undefined);
  const labels = isWhole
    ? labelBits(symbolBits(code, modulated.interleaver), size, PADDING)
    : labelBits(sentBits(code), size, PADDING, order);
  const uses = labels.length / bits;
  const dimensions = dimensionsOf(modulation);
  const fading = modulated.fading === undefined ? 0 : 1;
  const { shorter } = code.sending ?? {};
  const turns: Turns = { BLOCKS: shorter?.blocks ?? 1, SHORTER: shorter?.count ?? 0 };
  const shape = { n, p, uses, bits, dimensions, fading, turns } as const;
  const all = shorter === undefined ? [labels] : [shorterLabels(labels, shorter.order, size, order), labels];
  const sample = dispatchOf(
    "channel/points/sample",
    {
      N: n,
      P: p,
      USES: uses,
      BITS: bits,
      DIMENSIONS: dimensions,
      FADING: fading,
      BLOCK: modulated.fading ?? 1,
      USES_OF_POINT: modulation.bits / bits,
      ...turns,
      ...sampler?.constants,
    },
    ["noise", "codeword", "label_bits", "points", "values"],
    (uses * dimensions) / 4,
    withRandom(generator, { imports: { sent: sampler?.part ?? "channel/points/sent" } }),
  );
  const metrics = !isWhole
    ? bitMetrics(code, input, modulated, shape, all)
    : hasSeveralSymbols(modulation, p)
      ? partMetrics(code, shape)
      : symbolMetrics(code, shape);
  return {
    dispatches: [sample, ...metrics.dispatches],
    buffers: {
      noise: { type: "u32", length: ALIAS_CELLS, perFrame: false },
      label_bits: constantBuffer(joined(Uint32Array, all)),
      points: { type: "i32", length: 2 ** bits * dimensions + fading * GAINS, perFrame: false },
      values: frameBuffer("i32", uses * (dimensions + fading)),
      ...metrics.buffers,
    },
    // Costs are of uses, or of symbols where a use carries several.
    partBits: isWhole ? Math.min(p, bits) : 0,
  };
}

/** Labels of the shorter code blocks of a transport block, with padding up to the length of the longer code blocks. */
function shorterLabels(
  longer: Uint32Array,
  sent: Uint32Array,
  size: Parameters<typeof labelBits>[1],
  order: BitOrder,
): Uint32Array {
  const labels = new Uint32Array(longer.length).fill(PADDING);
  labels.set(labelBits(sent, size, PADDING, order));
  return labels;
}

/**
 * Computes LLR vectors of symbols that are each sent in uses of their own; `received` holds the costs of their points.
 */
function symbolMetrics(code: Code, { uses, bits, dimensions, fading }: Uses): ChannelDispatches {
  const costs = dispatchOf(
    "channel/points/costs",
    { USES: uses, BITS: bits, DIMENSIONS: dimensions, FADING: fading },
    ["values", "points", "label_bits", "received"],
    uses,
  );
  const llrs = partLlrs(code, bits);
  return {
    dispatches: [costs, ...llrs.dispatches],
    buffers: { received: frameBuffer("i32", uses * 2 ** bits), ...llrs.buffers },
  };
}

/** Computes the LLR vectors of symbols where a channel use carries several symbols; `received` holds their costs. */
function partMetrics(code: Code, { n, p, uses, bits, dimensions, fading }: Uses): ChannelDispatches {
  const { q } = code.matrix.field;
  const costs = dispatchOf(
    "channel/points/part-costs",
    { N: n, P: p, USES: uses, BITS: bits, DIMENSIONS: dimensions, FADING: fading },
    ["values", "points", "label_bits", "soft_scale", "exponentials", "logarithms", "received"],
    n,
  );
  const llrs = partLlrs(code, p);
  return {
    dispatches: [costs, ...llrs.dispatches],
    buffers: { ...softTables(), received: frameBuffer("i32", n * q), ...llrs.buffers },
  };
}

/** The tables of sums of exponentials. */
function softTables(): Readonly<Record<string, ProgramBuffer>> {
  return {
    soft_scale: { type: "f32", length: 2, perFrame: false },
    exponentials: constantBuffer(exponentialTable()),
    logarithms: constantBuffer(logarithmTable()),
  };
}

/** Computes the LLRs of single bits; `received` holds them as integers. */
function bitMetrics(
  code: Code,
  input: DecoderProgram["input"],
  modulated: Modulated,
  shape: Uses,
  all: readonly Uint32Array[],
): ChannelDispatches {
  const { n, p, turns } = shape;
  const llrs = bitLlrs(code, input);
  const labels = all[all.length - 1];
  if (!needsCombining(code)) {
    const demapped = demapping(modulated, shape, { N: n, P: p }, ["label_bits", "received"]);
    return {
      dispatches: [...demapped.dispatches, ...llrs.dispatches],
      buffers: { ...demapped.buffers, received: frameBuffer("i32", n * p), ...llrs.buffers },
    };
  }
  // A bit in several labels has the sum of its LLRs: the LLRs stand by labels first.
  const demapped = demapping(modulated, shape, { N: labels.length, P: 1 }, ["label_places", "soft_sent"]);
  const combine = dispatchOf(
    "channel/points/combine",
    { N: n * p, SENT: labels.length, ...turns },
    ["soft_sent", "combine_start", "combine_places", "received"],
    n * p,
  );
  const { starts, places } = placesOfBits(all, n * p);
  return {
    dispatches: [...demapped.dispatches, combine, ...llrs.dispatches],
    buffers: {
      ...demapped.buffers,
      label_places: constantBuffer(labels.map((bit, place) => (bit === PADDING ? PADDING : place))),
      soft_sent: frameBuffer("i32", labels.length),
      combine_start: constantBuffer(starts),
      combine_places: constantBuffer(places),
      received: frameBuffer("i32", n * p),
      ...llrs.buffers,
    },
  };
}

/** Whether the receiver adds up LLRs by coded bits: bits are sent several times, or not by every code block. */
function needsCombining(code: Code): boolean {
  return sendsTwice(code) || code.sending?.shorter !== undefined;
}

/** The places of each coded bit in each of the labels: bit n has places[starts[n]] … places[starts[n + 1] − 1]. */
function placesOfBits(all: readonly Uint32Array[], bits: number) {
  let before = 0;
  const parts = all.map((labels) => {
    const sent = Uint32Array.from(labels.keys()).filter((place) => labels[place] !== PADDING);
    const places = sent.sort((a, b) => labels[a] - labels[b] || a - b);
    const starts = new Uint32Array(bits + 1);
    for (const place of places) starts[labels[place] + 1]++;
    starts[0] = before;
    for (let bit = 0; bit < bits; bit++) starts[bit + 1] += starts[bit];
    before += places.length;
    return { starts, places };
  });
  const [starts, places] = [parts.map((part) => part.starts), parts.map((part) => part.places)];
  return { starts: joined(Uint32Array, starts), places: joined(Uint32Array, places) };
}

/**
 * The demapper, which writes LLRs of bits to the indices that a buffer names.
 * @param extent bits of a frame in the output, as N·P.
 * @param names the buffers of the indices and of the output.
 */
function demapping(
  { demapper }: Modulated,
  { uses, bits, dimensions, fading }: Uses,
  extent: { readonly N: number; readonly P: number },
  [indices, output]: readonly [indices: string, output: string],
): ChannelDispatches {
  const constants = { ...extent, USES: uses, BITS: bits };
  const axis = dispatchOf("channel/points/demap-axis", constants, ["values", indices, "soft_table", output], uses);
  const plane = dispatchOf(
    "channel/points/demap-plane",
    { ...constants, DIMENSIONS: dimensions, FADING: fading, EXACT: demapper === "log-map" ? 1 : 0 },
    ["values", "points", indices, "soft_scale", "exponentials", "logarithms", output],
    uses,
  );
  const hasTable = dimensions === 1 && fading === 0;
  const tables: Readonly<Record<string, ProgramBuffer>> = hasTable
    ? { soft_table: softTableBuffer(bits) }
    : softTables();
  return { dispatches: [hasTable ? axis : plane], buffers: tables };
}

/** The table of `channel/points/demap-axis`, with the points behind it. */
function softTableBuffer(bits: number): ProgramBuffer {
  return { type: "i32", length: SOFT_ROWS * bits + 2 ** bits, perFrame: false };
}

/** Indices of the coded bits that are sent, in their order. */
function sentBits(code: Code): Uint32Array {
  const { p } = code.matrix.field;
  return Uint32Array.from([...transmittedPositions(code)].flatMap((position) => bitsOfSymbol(position, p)));
}

function bitsOfSymbol(position: number, p: number): number[] {
  return Array.from({ length: p }, (_, bit) => position * p + bit);
}

/** Indices of all coded bits, symbol by symbol in the order of sending. */
function symbolBits(code: Code, interleaver: Modulated["interleaver"]): Uint32Array {
  const { columns, field } = code.matrix;
  const order = symbolOrder(transmittedPositions(code), columns, interleaver);
  return Uint32Array.from([...order].flatMap((symbol) => bitsOfSymbol(symbol, field.p)));
}

/** Whether the chain of bits can send points: each bit once, on an axis, with a demapper that is a table. */
export function hasPointLanes(code: Code, { modulated, sampler }: Extract<ChannelUse, { alphabet: "point" }>): boolean {
  return (
    sampler === undefined &&
    modulated.demapper !== "symbols" &&
    modulated.fading === undefined &&
    dimensionsOf(modulationOf(modulated)) === 1 &&
    code.matrix.field.p === 1 &&
    !needsCombining(code)
  );
}

/** A dispatch without its number format. */
interface LaneStep {
  readonly kernel: string;
  readonly extent: Pick<Dispatch, "workgroups" | "framesPerWorkgroup" | "frames">;
  readonly constants: KernelConstants;
  readonly buffers: readonly string[];
}

/** The channel of the chain of bits over a modulation of axes. */
export interface PointLanes {
  /** From words to the decoder's channel words. */
  readonly steps: readonly LaneStep[];
  /** `symbol_use`: the roles of the symbols, and labels behind them (wgsl/channel/point-lanes/uses). */
  readonly use: Uint32Array;
  /** Constants and buffers of `statistics/tally-points`. */
  readonly tally: Pick<LaneStep, "constants" | "buffers">;
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
}

/**
 * @param roles role of each symbol, as in channel/sample-lanes.
 * @param batch frames in flight, if known.
 */
export function pointLanes(
  code: Code,
  modulated: Modulated,
  roles: Uint32Array,
  { interleave, frameInterleaved, copy }: DecoderLanes,
  limits: DeviceLimits,
  batch: number | undefined,
): PointLanes {
  const n = code.matrix.columns;
  const modulation = modulationOf(modulated);
  const bits = bitsOfUse(modulation);
  const labels = labelBits(
    sentBits(code),
    { bits, pointBits: modulation.bits },
    PADDING,
    bitOrder(modulated, code.sending !== undefined),
  );
  const uses = labels.length / bits;
  const places = new Uint32Array(n).fill(PADDING);
  labels.forEach((symbol, place) => {
    if (symbol !== PADDING) places[symbol] = place;
  });
  const unsent = Uint32Array.from(roles.keys()).filter((symbol) => (roles[symbol] & 3) !== SENT);
  const words = rowWords(bits, interleave);
  const { constants, ...extent } = samplePointLanesDispatch(
    { uses, bits, unsent: unsent.length, isPadded: labels.includes(PADDING) },
    interleave,
    frameInterleaved,
    { ...limits, batch },
  );
  const table: LaneStep = {
    kernel: "channel/point-lanes/table",
    extent: LANE_TABLE_EXTENT,
    constants: { BITS: bits, ROW_WORDS: words },
    buffers: ["soft_table", "row_table"],
  };
  const sample: LaneStep = {
    kernel: "channel/point-lanes/sample",
    extent,
    constants: {
      ...constants,
      N: n,
      ROW_WORDS: words,
      COPY: copy ? 1 : 0,
      UNSENT: unsent.length > 0 ? 1 : 0,
    },
    buffers: [
      "noise",
      "codeword",
      "symbol_use",
      "points",
      words > 0 ? "row_table" : "soft_table",
      "channel",
      "posteriors",
    ],
  };
  return {
    steps: [...(words > 0 ? [table] : []), sample],
    use: joined(Uint32Array, [roles, labels, places, unsent]),
    tally: {
      constants: { USES: uses, BITS: bits },
      buffers: ["errors", "unsatisfied", "codeword", "posteriors", "symbol_use", "noise", "soft_table", "counters"],
    },
    buffers: {
      points: { type: "i32", length: 2 ** bits, perFrame: false },
      soft_table: softTableBuffer(bits),
      ...(words > 0 ? { row_table: { type: "i32", length: SOFT_ROWS * words, perFrame: false } } : {}),
    },
  };
}
