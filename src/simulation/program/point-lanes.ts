import { SENT } from "../../../wgsl/channel/bit-llr.ts";
import { samplePointLanesDispatch } from "../../../wgsl/channel/point-lanes/sample.ts";
import { LANE_TABLE_EXTENT, rowWords } from "../../../wgsl/channel/point-lanes/table.ts";
import { PADDING } from "../../../wgsl/channel/points/sample.ts";
import type { ChannelUse } from "../../channel/discrete-channel.ts";
import { SOFT_ROWS } from "../../channel/modulation/demap.ts";
import {
  bitOrder,
  bitsOfUse,
  dimensionsOf,
  labelBits,
  type Modulated,
  modulationOf,
} from "../../channel/modulation/modulated.ts";
import type { Code } from "../../code/code.ts";
import type { DecoderLanes } from "../../decoder/decoder-program.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import type { DeviceLimits, Dispatch, ProgramBuffer } from "../../gpu/program.ts";
import { joined } from "../../joined.ts";
import { needsCombining, sentBits, softTableBuffer } from "./point-dispatches.ts";

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
      ...["noise", "codeword", "symbol_use", "points"],
      ...[words > 0 ? "row_table" : "soft_table", "channel", "posteriors"],
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
