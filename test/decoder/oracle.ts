import { checkLayers } from "../../src/code/layers.ts";
import type { ParityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { tannerGraph } from "../../src/code/tanner-graph.ts";
import { givenFile } from "../../src/decoder/given-files.ts";
import { randomOrders } from "../../src/decoder/order.ts";
import type { DecoderSpec } from "../../src/decoder/spec.ts";
import { type Arithmetic, float32, float64, half } from "../oracle/binary/arithmetic.ts";
import {
  f16,
  f32,
  grid,
  levels,
  levelsOf,
  type MessageDomain,
  probabilities,
  scaledLevels,
  wholeSteps,
} from "../oracle/message-domain.ts";
import { edgeOracle, oracleFor, variableOracle } from "../oracle/rules.ts";
import { stepFormat } from "../oracle/step-formats.ts";
import {
  type CostArithmetic,
  decodeTextbook,
  type NodeOracles,
  type TextbookDecoding,
  type TextbookRequest,
} from "../oracle/textbook-decoder.ts";
import { nearestOfTwelveBits, twelveBits } from "../oracle/twelve-bits.ts";
import type { SymbolFrame } from "./words.ts";

/**
 * A textbook decoder for a spec of a message-passing rule over GF(q). It decodes frame by frame, with the order and rounding of the spec's
 * number format; qspa is in float64.
 * @param withSyndrome whether frames are decoded to their syndromes; otherwise to codewords.
 * @param member of an ensemble.
 */
export function oracleOf(
  matrix: ParityCheckMatrix,
  given: DecoderSpec,
  withSyndrome = false,
  member = 0,
): (frame: Pick<SymbolFrame, "llr" | "syndrome"> & Pick<TextbookRequest, "carried">) => TextbookDecoding {
  const spec = withScale(given, matrix);
  const { options, iterations } = spec;
  const request: TextbookRequest = {
    nodes: nodesOf(spec, member),
    weighted: weightsOf(spec),
    ...(String(options.order).startsWith("random") && { layers: randomLayers(matrix, spec, member) }),
    rule: oracleFor(spec.rule, "symbols").checkNode(options, tannerGraph(matrix).variableDegreeMaximum),
    domain: domainOf(spec),
    schedule: options.schedule === "layered" ? ("layered" as const) : ("flooding" as const),
    iterations,
    stop: spec.stop === "syndrome",
  };
  return ({ llr, syndrome, carried }) =>
    decodeTextbook(matrix, llr, { ...request, carried, ...(withSyndrome && { syndrome }) });
}

/** The layers of a code in the random orders of a spec. */
function randomLayers(matrix: ParityCheckMatrix, { options, iterations }: DecoderSpec, member: number) {
  const layers = checkLayers(matrix);
  const orders = randomOrders(String(options.order), layers.length, iterations, member)!;
  return (iteration: number) => [...orders[iteration % orders.length]].map((layer) => layers[layer]);
}

/** The weights of a spec's file, lists by iteration and edge, in its number format. */
function weightsOf({ options }: DecoderSpec): TextbookRequest["weighted"] {
  if (options.edge !== "weighted") return undefined;
  const { scale, offset } = JSON.parse(givenFile(String(options.weights)).text) as Record<string, number[][]>;
  const of = (list: number[][], edge: number, i: number) => list[Math.min(i, list.length - 1)][edge];
  const format = stepFormat(options.messages ?? "f32");
  return (value, edge, iteration) => {
    const [s, o] = [of(scale, edge, iteration), of(offset, edge, iteration)];
    if (format === undefined) {
      const factor = s === 0 ? 0 : nearestOfTwelveBits(s);
      const scaled = factor === 1 ? value : twelveBits(value) * factor;
      const weighted = Math.max(Math.fround(scaled - Math.fround(o)), 0);
      return options.messages === "f16" ? half(weighted) : weighted;
    }
    const scaled = Math.min(Math.floor((value * Math.round(256 * s)) / 256 + 0.5), format.message);
    return Math.max(scaled - Math.round(o * format.perLlr), 0);
  };
}

/** The rules of variables and edges of a spec on costs of its number format; undefined if both are plain. */
function nodesOf({ rule, options }: DecoderSpec, member: number): NodeOracles | undefined {
  const { messages = "f32" } = options;
  const format = stepFormat(messages);
  const isProbability = rule === "qspa";
  const arithmetic: Arithmetic = isProbability
    ? float64
    : format === undefined
      ? float32
      : { ...float64, portion: (sum, factor) => Math.floor((sum * Math.round(256 * factor)) / 256 + 0.5) };
  const most = isProbability ? 60 : (format?.certain ?? (messages === "f16" ? 2 ** 15 : 2 ** 20));
  const costs: CostArithmetic = {
    costs: (vector) => vector.map((value) => (isProbability ? -Math.log(value) : value)),
    values: (vector) => vector.map((cost) => (isProbability ? Math.exp(-cost) : cost)),
    mostPrior: most,
    mostPosterior: isProbability ? -Math.log(1e-36) : (format?.sum ?? Number.POSITIVE_INFINITY),
    round: isProbability ? (cost) => cost : Math.fround,
  };
  const prior = variableOracle(String(options.variable ?? "plain")).prior?.(options, member);
  const { edge, message } = edgeOracle(options.edge === "weighted" ? "plain" : String(options.edge ?? "plain"));
  const each = edge?.(options);
  const ofMessage =
    message ??
    (each && ((t: readonly number[], before?: readonly number[]) => t.map((x, a) => each(x, before?.[a], arithmetic))));
  if (prior === undefined && ofMessage === undefined) return undefined;
  return {
    costs,
    ...(prior && {
      prior: (channel, posterior, n) => channel.map((own, a) => prior(own, posterior[a], n, arithmetic)),
    }),
    ...(ofMessage && { edge: (t, before) => [...ofMessage(t, before)] }),
  };
}

/** A spec of Trellis Min-Max with the number that `scale=auto` is for a code: the mean of 1.5/d over its variables, in sixteenths. */
export function withScale(spec: DecoderSpec, { columns, variable }: ParityCheckMatrix): DecoderSpec {
  if (!spec.rule.endsWith("trellis-min-max") || spec.options.scale !== "auto") return spec;
  const degrees = new Array<number>(columns).fill(0);
  for (const n of variable) degrees[n]++;
  const mean = degrees.reduce((sum, degree) => sum + 1.5 / Math.max(degree, 1), 0) / columns;
  const sixteenths = [...Array(16).keys()].map((i) => (i + 1) / 16);
  const scale = sixteenths.reduce((best, each) => (Math.abs(each - mean) <= Math.abs(best - mean) ? each : best));
  return { ...spec, options: { ...spec.options, scale } };
}

/** Storage and arithmetic of a spec's number format. */
export function domainOf({ rule, options }: DecoderSpec): MessageDomain {
  const { messages = "f32", step = 0.5 } = options;
  const scale = rule.endsWith("trellis-min-max") ? Number(options.scale) : 1;
  const channelBound = Number(options["llr-clip"] ?? 60);
  if (rule === "qspa-grid") return grid(Number(options["llr-clip"]));
  if (rule === "qspa") return probabilities({ messages: messages as "f32" | "bf16", channelBound });
  if (messages === "f32") return f32;
  if (messages === "f16") return f16;
  const count = levelsOf(messages);
  if (count === undefined) return wholeSteps(messages, scale, step);
  return rule === "trellis-min-max" ? scaledLevels(count, Number(step), scale) : levels(count, Number(step));
}
