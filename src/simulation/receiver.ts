import { channelCode } from "../channel/channel-kind.ts";
import { type ChannelPoint, channelAt, channelKind } from "../channel/channels.ts";
import type { DiscreteChannel } from "../channel/discrete-channel.ts";
import { pauliShares } from "../channel/mechanisms.ts";
import { receivedFrame } from "../channel/modulation/demap.ts";
import { type Modulated, receivedModulation } from "../channel/modulation/modulated.ts";
import { type ChannelTable, tableAtValue } from "../channel/table/channel-tables.ts";
import type { Code } from "../code/code.ts";
import { meanSent, sendsTwice, transmittedPositions } from "../code/rate-matching.ts";
import type { DecoderProgram } from "../decoder/decoder-program.ts";
import { convertLlr, type LlrKind } from "../decoder/llr.ts";
import { isModelCode } from "../decoder/shots/model.ts";
import { pointTables } from "../decoder/shots/program.ts";
import type { NoisePoint } from "../quantum/error-model.ts";

/**
 * The channel of a point as a decoder's receiver has it, with the tables that an error model's program needs. Where LLRs are no true ones, by
 * `mismatch` or by a table's own `llr`, they are scaled as those of a file: all frames of a point as a typical one.
 */
export function simulatedChannel(point: ChannelPoint, code: Code, program: DecoderProgram): DiscreteChannel {
  const channel = channelAt(point, channelCode(code));
  if (isModelCode(code)) {
    return { ...channel, tables: pointTables(code, program, noisePoint(point)) };
  }
  const typical = typicalFrame(point, code);
  if (typical === undefined) return channel;
  const { columns, rows, field } = code.matrix;
  const symbols = typical.values.length / (typical.kind === "bit" ? field.p : field.q);
  const sent = transmittedPositions(code).length;
  const scaling = {
    widest: program.llrWidest ?? Number.POSITIVE_INFINITY,
    information: (symbols * field.p * (columns - rows - (code.shortened?.length ?? 0))) / sent,
    copies: sendsTwice(code) ? meanSent(code) / new Set(code.sending?.order).size : 1,
  };
  const { scales } = convertLlr(typical.kind, typical.values, field, symbols, { input: program.input, scaling });
  return { ...channel, llrScale: channel.llrScale * scales[0] };
}

/** The noise of a point of a task. */
export function noisePoint({ parameter, value, options }: ChannelPoint): NoisePoint {
  if (parameter !== "p") return { factor: value };
  const pauli = pauliShares(options);
  return { p: value, ...(pauli && { pauli }) };
}

interface TypicalFrame {
  readonly kind: LlrKind;
  readonly values: Float64Array;
}

/** Symbols of a typical frame: each label of 256-QAM several times, and whole labels of each modulation. */
const SYMBOLS = 1920;

/** Metrics of a frame whose LLRs are no true ones; undefined for true LLRs, which no decoder needs scaled. */
function typicalFrame(point: ChannelPoint, code: Code): TypicalFrame | undefined {
  const { field } = code.matrix;
  const { use, sigma } = channelKind(point);
  if (use.alphabet === "table" && point.table !== undefined) {
    const table = tableAtValue(point.table, point.value);
    return table.llr === undefined ? undefined : { kind: "bit", values: typicalOutputs(table, table.llr, field.p) };
  }
  if (use.alphabet !== "point" || sigma === undefined || (use.modulated.mismatch ?? 0) === 0) return undefined;
  return typicalPoints(use.modulated, field.p, sigma(point.value, channelCode(code)));
}

/** LLRs of the outputs at equal steps of probability, for both inputs in turn. */
function typicalOutputs({ probabilities }: ChannelTable, llr: readonly number[], p: number): Float64Array {
  const uses = SYMBOLS * p;
  return Float64Array.from({ length: uses }, (_, i) => {
    const row = probabilities[i % 2];
    let output = 0;
    for (let left = (i + 0.5) / uses - row[0]; left >= 0 && output < row.length - 1; left -= row[output]) output++;
    return llr[output];
  });
}

/** Metrics of all labels in turn, with noise at equal steps of its probability. Chips of CCSK have no receiver here, so that they stay. */
function typicalPoints(modulated: Modulated, p: number, sigma: number): TypicalFrame | undefined {
  const { shape } = receivedModulation(modulated, p);
  if (shape.axes === "chips") return undefined;
  const assumed = sigma * 10 ** (-(modulated.mismatch ?? 0) / 20);
  // An interleaver of a file is for frames of one length, and the order of labels changes no statistic.
  const { interleaver: _, ...plain } = modulated;
  const { kind, points, values, demap } = receivedFrame(plain, SYMBOLS, p, assumed);
  const received = new Float64Array(2 * points);
  for (let i = 0; i < points; i++) {
    const radius = sigma * Math.sqrt(-2 * Math.log((i + 0.5) / points));
    const angle = 2 * Math.PI * Math.sqrt(2) * i;
    const [x, y] =
      shape.axes === "joint"
        ? shape.points[i % shape.points.length]
        : [shape.amplitudes[i % shape.amplitudes.length], shape.amplitudes[(i >> 3) % shape.amplitudes.length]];
    received[2 * i] = x + radius * Math.cos(angle);
    received[2 * i + 1] = y + radius * Math.sin(angle);
  }
  const metrics = new Float64Array(values);
  demap(received, metrics);
  return { kind, values: metrics };
}
