import { expect } from "vitest";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import type { DecodableCode } from "../../../src/decoder/rule.ts";
import type { DecoderSpec } from "../../../src/decoder/spec.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import type { BinaryResult } from "../../oracle/binary/decoder.ts";
import type { Nearness } from "../../oracle/rule-oracle.ts";
import { expectSameElements } from "../../same-elements.ts";
import { type Decoded, decodeOn } from "./decode.ts";
import { FRAME_KINDS, randomFrames } from "./frames.ts";
import { expectNear, nearnessOf, ofModerateKind } from "./near.ts";
import { oracleOf } from "./oracle.ts";

/** Random frames to decode: their number, their seed, whether the decoder reads syndromes, and symbols that are not sent. */
export interface Request {
  readonly count: number;
  readonly seed: number;
  readonly withSyndrome: boolean;
  /** Number of first symbols that are punctured, and of last symbols that are shortened; 0 if left out. */
  readonly ends?: number;
}

/**
 * Expects engines to decode random frames like the oracle. For an exact rule, decisions, posteriors and the unsatisfied checks after each
 * iteration are equal bit for bit. For other rules, decisions and iterations are equal and posteriors are within the tolerance.
 * @returns the number of compared frames. With an inexact rule only frames that converge are compared, because other frames amplify the
 * smallest difference.
 */
export async function expectOracle(
  engines: readonly Engine[],
  code: DecodableCode,
  words: string,
  { count, seed, withSyndrome, ends }: Request,
): Promise<number> {
  const spec = readDecoder(words);
  const frames = randomFrames(code.matrix, count, seed, withSyndrome, seed, ends);
  const expected = frames.map(oracleOf(code, spec, withSyndrome));
  const kinds = frames.map((_, f) => FRAME_KINDS[(seed + f) % FRAME_KINDS.length]);
  const nearness = nearnessOf(spec);
  const compared = expected.map((result, f) => nearness === undefined || isComparable(result, nearness, kinds[f]));
  for (const engine of engines) {
    const decoded = await decodeOn(engine, code, spec, frames, withSyndrome);
    decoded.forEach((result, f) => {
      if (compared[f]) compare(result, expected[f], spec, `${engine.info.engine}, frame ${f} (${kinds[f]})`);
    });
  }
  return compared.filter((each) => each).length;
}

function isComparable({ unsatisfied, iterations }: BinaryResult, { ofEveryFrame }: Nearness, kind: string): boolean {
  return !unsatisfied[iterations - 1] && (ofEveryFrame || ofModerateKind(kind));
}

function compare(decoded: Decoded, expected: BinaryResult, spec: DecoderSpec, what: string): void {
  const nearness = nearnessOf(spec);
  if (nearness === undefined) expectSameElements(decoded.posterior, expected.posterior, `${what}: posterior`);
  else expectNear(decoded.posterior, expected.posterior, nearness, what);
  expectSameElements(decoded.decision, expected.decision, `${what}: decision`);
  // Without early termination only the last iteration counts.
  const counted = (unsatisfied: readonly boolean[]) => (spec.stop === "none" ? unsatisfied.slice(-1) : unsatisfied);
  expect(counted(decoded.unsatisfied), `${what}: unsatisfied`).toEqual(counted(expected.unsatisfied));
}
