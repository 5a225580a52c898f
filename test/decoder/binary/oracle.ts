import { philox } from "../../../src/channel/random.ts";
import { checkLayers, mergedLayers, rowLayers } from "../../../src/code/layers.ts";
import type { DecodableCode } from "../../../src/decoder/rule.ts";
import type { DecoderSpec } from "../../../src/decoder/spec.ts";
import { layerChecks } from "../../code/expect-layers.ts";
import {
  type BinaryOptions,
  type BinaryResult,
  baseEdges,
  baseTerms,
  decodeFlooding,
  decodeLayered,
  degreeOneVariables,
  type MessageObserver,
} from "../../oracle/binary/decoder.ts";
import { formatOracle } from "../../oracle/formats.ts";
import { edgeOracle, oracleFor, variableOracle } from "../../oracle/rules.ts";
import { isStructured } from "./codes.ts";
import type { Frame } from "./frames.ts";

/**
 * A textbook decoder for a spec. It decodes frame by frame in the spec's arithmetic.
 * @param observe called with every message from a variable to a check.
 * @throws Error if the rule has no oracle for bits, or the number format has none.
 */
export function oracleOf(
  code: DecodableCode,
  spec: DecoderSpec,
  withSyndrome: boolean,
  observe?: MessageObserver,
  member = 0,
): (frame: Frame & { readonly carried?: readonly number[] }) => BinaryResult {
  const { matrix } = code;
  const base = isStructured(code) ? code.base : undefined;
  const { rule, options, iterations } = spec;
  const oracle = oracleFor(rule, "bits");
  const arithmetic = oracle.arithmetic?.(options) ?? formatOracle(String(options.messages)).arithmetic(options);
  const checkNode = oracle.checkNode(options);
  const prior = variableOracle(options.variable as string | undefined).prior?.(options, member);
  const edge = edgeOracle(options.edge as string | undefined).edge?.(options);
  // If a prior changes, or a circulant lacks a one, degree-1 variables take part in the iterations.
  const withoutDegreeOne = oracle.degreeOneInLoop === true || prior !== undefined || (base?.absent.length ?? 0) > 0;
  const common = {
    iterations,
    stop: spec.stop === "syndrome",
    arithmetic,
    observe,
    prior,
    edge,
    order: randomOrder(options.order, member),
    partialSums: oracle.partialSums?.(options),
    ...(withoutDegreeOne ? {} : { degreeOne: degreeOneVariables(matrix) }),
    ...(base === undefined ? {} : { terms: baseTerms(base), edgesOfChecks: baseEdges(base) }),
  };
  const { order } = options;
  const layers =
    base === undefined
      ? checkLayers(matrix, visited(order, matrix.rows))
      : layerChecks(base, (options.layers === "rows" ? rowLayers : mergedLayers)(base, visited(order, base.rows)));
  return ({ llr, syndrome, carried }) => {
    const request = { ...common, carried, ...(withSyndrome ? { syndrome } : {}) };
    return options.schedule === "layered"
      ? decodeLayered(matrix, layers, llr, checkNode, request)
      : decodeFlooding(matrix, llr, checkNode, request);
  };
}

/** Orders of layers that `order=random` draws: the last place without a layer exchanges its own with a random one's. */
function randomOrder(order: unknown, member: number): BinaryOptions["order"] {
  const seed = /^random(?:\((\d+)\))?$/.exec(String(order));
  if (seed === null) return undefined;
  return (layers, iteration) => {
    const places = Array.from({ length: layers }, (_, place) => place);
    const words = new Uint32Array(4);
    for (let last = layers - 1; last > 0; last--) {
      philox(last, iteration, member, 8, Number(seed[1] ?? 0), 0, words);
      const other = Math.floor(((last + 1) * words[0]) / 2 ** 32);
      places.splice(other, 1, ...places.splice(last, 1, places[other]));
    }
    return places;
  };
}

/** Rows in the order that a spec's option names. */
function visited(order: unknown, rows: number): Uint32Array {
  const natural = Uint32Array.from({ length: rows }, (_, row) => row);
  if (order === undefined || order === "natural" || String(order).startsWith("random")) return natural;
  return order === "descending" ? natural.reverse() : Uint32Array.from(String(order).split(","), Number);
}
