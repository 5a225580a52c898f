import type { I32, V128 } from "../../../../src/wasm/code.ts";
import { FunctionBuilder } from "../../../../src/wasm/function.ts";
import { add, loadWord, mul } from "../../../../src/wasm/i32.ts";
import { load, store } from "../../../../src/wasm/simd.ts";
import { laneAccess, PLACE_PARAMETERS } from "../../simd/lanes.ts";
import { EDGE_PARAMETERS } from "./forward-backward.ts";
import type { LaneShape } from "./lane-checks.ts";

const VECTOR = 16;

/** The rule's normalisation of a message. */
export interface Normalisation {
  /** Start value of the statistic over all symbols. */
  readonly start: V128;
  readonly gathered: (total: V128, value: V128) => V128;
  /** Computes the normaliser from the statistic, once. */
  readonly normaliser?: (total: V128) => V128;
  readonly normalised: (value: V128, normaliser: V128) => V128;
}

type EdgeShape = Pick<LaneShape, "q" | "layered" | "domain" | "together">;

/**
 * The function `load`: loads an edge's message into [x][lane], normalised.
 * @param offset bytes between the given address and the output.
 */
export function loadFunction(
  { q, layered, domain, together }: EdgeShape,
  normalisation: Normalisation,
  offset = 0,
): FunctionBuilder {
  const f = new FunctionBuilder("load", EDGE_PARAMETERS.length + PLACE_PARAMETERS);
  const [base, edge, beliefs, messages, rowBytes, heard] = EDGE_PARAMETERS.map((_, i) => f.parameter(i));
  const lanes = laneAccess(f, EDGE_PARAMETERS.length, together);
  const message = f.integer(add(layered ? messages : beliefs, mul(loadWord(edge), rowBytes)));
  const variable = f.integer(add(beliefs, mul(loadWord(edge, 4), rowBytes)));
  const quotient = f.integer(loadWord(edge, 8));
  const vector = f.integer(add(base, offset));
  const end = f.integer(add(vector, q * VECTOR));
  const to = f.integer(vector);
  const value = f.local("v128");
  const before = f.local("v128");
  const total = f.vector(normalisation.start);
  f.count(to, end, VECTOR, () => {
    if (!layered) lanes.load(value, message);
    else {
      lanes.load(value, add(variable, mul(loadWord(quotient), rowBytes)));
      f.if(heard, () => {
        lanes.load(before, message);
        f.set(value, domain.without(value, before));
      });
      f.advance(quotient, 4);
    }
    f.advance(message, rowBytes);
    f.do(store(to, value));
    f.set(total, normalisation.gathered(total, value));
  });
  if (normalisation.normaliser !== undefined) f.set(total, normalisation.normaliser(total));
  f.set(to, vector);
  f.count(to, end, VECTOR, () => f.do(store(to, normalisation.normalised(load(to), total))));
  return f;
}

/**
 * The function `give`: writes the check's message to an edge, [x][lane], into its rows. Layered, it also adds the message to the incoming
 * message in the posterior.
 * @param outgoing converts a value into its outgoing form, once for a vector. Default: no conversion.
 * @param offset the offset of `load`.
 */
export function giveFunction(
  { q, layered, domain, together }: EdgeShape,
  outgoing: (f: FunctionBuilder, vector: I32) => (value: V128) => V128 = () => (value) => value,
  offset = 0,
): FunctionBuilder {
  const f = new FunctionBuilder("give", EDGE_PARAMETERS.length + PLACE_PARAMETERS);
  const [vector, edge, beliefs, messages, rowBytes, heard] = EDGE_PARAMETERS.map((_, i) => f.parameter(i));
  const lanes = laneAccess(f, EDGE_PARAMETERS.length, together);
  const message = f.integer(add(messages, mul(loadWord(edge), rowBytes)));
  const variable = f.integer(add(beliefs, mul(loadWord(edge, 4), rowBytes)));
  const quotient = f.integer(loadWord(edge, 8));
  const end = f.integer(add(vector, q * VECTOR));
  const from = f.integer(vector);
  // The check's previous input from the edge.
  const input = f.integer(add(heard, offset));
  const sent = outgoing(f, vector);
  const value = f.local("v128");
  f.count(from, end, VECTOR, () => {
    f.set(value, sent(load(from)));
    lanes.store(message, value);
    if (layered) {
      lanes.store(add(variable, mul(loadWord(quotient), rowBytes)), domain.together(load(input), value));
      f.advance(quotient, 4);
    }
    f.advance(message, rowBytes);
    f.advance(input, VECTOR);
  });
  return f;
}
