import { expect } from "vitest";
import type { DecodableCode } from "../../../src/decoder/check-node-rule.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import type { DecoderSpec } from "../../../src/decoder/spec.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import type { BinaryResult } from "../../oracle/binary-decoder.ts";
import { expectSameElements } from "../../same-elements.ts";
import { type Decoded, decodeOn } from "./decode.ts";
import { FRAME_KINDS, randomFrames } from "./frames.ts";
import { expectNear, ofModerateKind } from "./near.ts";
import { oracleOf } from "./oracle.ts";

/** Random frames to decode: how many, from what seed, and whether the decoder is given their syndromes. */
export interface Request {
  readonly count: number;
  readonly seed: number;
  readonly withSyndrome: boolean;
}

/**
 * Expects engines to decode random frames as the oracle does: min-sum bit for bit, decisions, posteriors and what is
 * unsatisfied after which iteration; sum-product with equal decisions and iterations, and near posteriors.
 * @returns frames compared: all, but with sum-product those that converge (others take off from the least difference).
 */
export async function expectOracle(
  engines: readonly Engine[],
  code: DecodableCode,
  words: string,
  { count, seed, withSyndrome }: Request,
): Promise<number> {
  const spec = readDecoder(words);
  const frames = randomFrames(code.matrix, count, seed, withSyndrome, seed);
  const expected = frames.map(oracleOf(code, spec, withSyndrome));
  const kinds = frames.map((_, f) => FRAME_KINDS[(seed + f) % FRAME_KINDS.length]);
  const compared = expected.map((result, f) => spec.rule !== "sum-product" || isComparable(result, spec, kinds[f]));
  for (const engine of engines) {
    const decoded = await decodeOn(engine, code, spec, frames, withSyndrome);
    decoded.forEach((result, f) => {
      if (compared[f]) compare(result, expected[f], spec, `${engine.info.engine}, frame ${f} (${kinds[f]})`);
    });
  }
  return compared.filter((each) => each).length;
}

function isComparable({ unsatisfied, iterations }: BinaryResult, { options }: DecoderSpec, kind: string): boolean {
  return !unsatisfied[iterations - 1] && (options.form === "safe" || ofModerateKind(kind));
}

function compare(decoded: Decoded, expected: BinaryResult, { rule, options, stop }: DecoderSpec, what: string): void {
  if (rule === "sum-product") {
    const { form, messages } = options as { form: "safe" | "tanh" | "phi"; messages: "f32" | "f16" };
    expectNear(decoded.posterior, expected.posterior, form, messages, what);
  } else expectSameElements(decoded.posterior, expected.posterior, `${what}: posterior`);
  expectSameElements(decoded.decision, expected.decision, `${what}: decision`);
  // Of a decoder that does all iterations only the last counts.
  const counted = (unsatisfied: readonly boolean[]) => (stop === "none" ? unsatisfied.slice(-1) : unsatisfied);
  expect(counted(decoded.unsatisfied), `${what}: unsatisfied`).toEqual(counted(expected.unsatisfied));
}
