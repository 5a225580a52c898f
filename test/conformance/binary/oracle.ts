import { checkLayers, mergedLayers, rowLayers } from "../../../src/code/layers.ts";
import type { DecodableCode } from "../../../src/decoder/check-node-rule.ts";
import type { DecoderSpec } from "../../../src/decoder/spec.ts";
import { layerChecks } from "../../code/expect-layers.ts";
import { type Arithmetic, float16, float32, int8 } from "../../oracle/binary-arithmetic.ts";
import {
  type BinaryCheckNode,
  minSum,
  minSumInt8,
  normalisedMinSum,
  offsetMinSum,
  phi,
  sumProduct,
} from "../../oracle/binary-check-nodes.ts";
import {
  type BinaryResult,
  baseTerms,
  decodeFlooding,
  decodeLayered,
  degreeOneVariables,
  type MessageObserver,
} from "../../oracle/binary-decoder.ts";
import { isStructured } from "./codes.ts";
import type { Frame } from "./frames.ts";

/**
 * A decoder of the textbook for a spec: frame by frame, its arithmetic that of the spec, sum-product's Φ in float64.
 * @param observe told of all messages to checks.
 */
export function oracleOf(
  code: DecodableCode,
  spec: DecoderSpec,
  withSyndrome: boolean,
  observe?: MessageObserver,
): (frame: Frame) => BinaryResult {
  const { matrix } = code;
  const base = isStructured(code) ? code.base : undefined;
  const { rule, options, iterations } = spec;
  const arithmetic = arithmeticOf(spec);
  const checkNode = checkNodeOf(spec);
  // Circulants that lack a one keep their variables of degree 1 in the loop, and so does the tutorial's decoder.
  const withoutDegreeOne = rule === "sionna-5g-min-sum" || (base?.absent.length ?? 0) > 0;
  const common = {
    iterations,
    stop: spec.stop === "syndrome",
    arithmetic,
    observe,
    ...(withoutDegreeOne ? {} : { leaves: degreeOneVariables(matrix) }),
    ...(base === undefined ? {} : { terms: baseTerms(base) }),
  };
  const layers =
    base === undefined
      ? checkLayers(matrix)
      : layerChecks(base, options.layers === "rows" ? rowLayers(base) : mergedLayers(base));
  return ({ llr, syndrome }) => {
    const request = { ...common, ...(withSyndrome ? { syndrome } : {}) };
    return options.schedule === "layered"
      ? decodeLayered(matrix, layers, llr, checkNode, request)
      : decodeFlooding(matrix, llr, checkNode, request);
  };
}

function arithmeticOf({ rule, options }: DecoderSpec): Arithmetic {
  const step = options.step as number;
  if (rule === "sionna-5g-min-sum") {
    // Differences as they are, up to ±254.
    return { ...int8(step), difference: (posterior, message) => posterior - message };
  }
  return options.messages === "int8" ? int8(step) : options.messages === "f16" ? float16 : float32;
}

function checkNodeOf({ rule, options }: DecoderSpec): BinaryCheckNode {
  const scale = (options.scale as number) ?? 1;
  const offset = (options.offset as number) ?? 0;
  if (rule === "sum-product") {
    if (options.form === "phi") return sumProduct({ magnitudes: [1e-7, 40], sums: [1e-7, 40] });
    return sumProduct({ magnitudes: [2 ** -100, 80], sums: [phi(options.bound as number), 80] });
  }
  if (rule === "sionna-5g-min-sum") return damped;
  if (options.messages === "int8") {
    return minSumInt8({ sixteenths: 16 * scale, offset: offset / (options.step as number) });
  }
  if (rule === "normalised-min-sum") return normalisedMinSum(scale, "single");
  return rule === "offset-min-sum" ? offsetMinSum(offset, "single") : minSum();
}

/** The tutorial's check node: least magnitude of the others times 3/4, rounded towards zero, at most 127. */
const damped: BinaryCheckNode = (t, syndrome) =>
  t.map((_, n) => {
    const others = t.filter((_, i) => i !== n);
    const magnitude = Math.min(Math.floor((Math.min(...others.map(Math.abs)) * 3) / 4), 127);
    const negative = others.filter((value) => value < 0).length + syndrome;
    return negative % 2 === 1 ? -magnitude : magnitude;
  });
