import { NO_POSITION } from "../../wgsl/reprocess/index.ts";
import { decoderProgram } from "../decoder/decoder.ts";
import type { DecodableCode } from "../decoder/rule.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { InputError } from "../errors.ts";
import { requireLlr } from "./decode.ts";
import type { Engine } from "./engine.ts";
import { givenRun } from "./frame-slots.ts";

/**
 * A test of reprocessing: a decoding of the frame with some bits saturated.
 * @example
 * const hasWord = ({ word }: ReprocessingTest) => word !== undefined;
 */
export interface ReprocessingTest {
  /** Number of saturated bits. */
  readonly stage: number;
  /** Its index in the stage, 0 … 2^stage − 1; its children have the indices 2·test and 2·test + 1. */
  readonly test: number;
  /** The saturated bits, in the order of their selection, each with its assumed value. */
  readonly saturated: readonly { readonly position: number; readonly bit: 0 | 1 }[];
  /** The word to which the test converged; absent if it did not converge. */
  readonly word?: Uint32Array;
  /** Distance of the word from the received signs: Σ |LLR| over the bits in which they differ. */
  readonly cost?: number;
}

/**
 * Returns the tests of reprocessing for a frame that belief propagation does not decode, stage by stage, for pictures
 * and for studies of selection rules. It decodes each stage anew, so it takes twice the time of a decoding.
 * @param engine the engine that decodes; it stays open.
 * @param code a code over GF(2).
 * @param spec a decoder with `reprocess`, for example `sum-product iterations=30 reprocess=eqml stages=4`.
 * @param channelLlr [N], ln P(0)/P(1), of one frame.
 * @returns no tests if the decoder converges without reprocessing.
 * @throws InputError for a decoder without reprocessing, LLRs that are not one frame in a Float32Array, or NaN or an infinity among them.
 * @example
 * const binary = constructCode({ family: "peg", name: "b", q: 2, polynomial: 3, n: 96, degrees: [3, 6], labels: "random", seed: 1, attempts: 1 });
 * const spec = readDecoder("sum-product reprocess=eqml stages=2");
 * (await reprocessingTests(engine, binary, spec, new Float32Array(96).fill(4))).length; // → 0
 */
export async function reprocessingTests(
  engine: Engine,
  code: DecodableCode,
  spec: DecoderSpec,
  channelLlr: Float32Array<ArrayBuffer>,
): Promise<ReprocessingTest[]> {
  const stages = Number(spec.options.stages);
  if (!(stages >= 1)) {
    throw new InputError(`decoder ${spec.rule} has no tests of reprocessing: add reprocess=eqml stages=3`);
  }
  if (channelLlr.length !== code.matrix.columns) {
    throw new InputError(`${channelLlr.length} channel LLRs are not one frame of ${code.matrix.columns}`);
  }
  requireLlr(channelLlr, channelLlr.length);
  const tests: ReprocessingTest[] = [];
  for (let stage = 1; stage <= stages; stage++) {
    const found = await testsOfStage(
      engine,
      code,
      { ...spec, options: { ...spec.options, stages: stage } },
      channelLlr,
    );
    tests.push(...found);
  }
  return tests;
}

/** Returns the tests of the last stage. */
async function testsOfStage(
  engine: Engine,
  code: DecodableCode,
  spec: DecoderSpec,
  channelLlr: Float32Array<ArrayBuffer>,
): Promise<ReprocessingTest[]> {
  const stage = Number(spec.options.stages);
  const { columns } = code.matrix;
  const program = decoderProgram(code, spec, engine.limits, { frames: 1 });
  const prepared = await engine.prepare(program, 1);
  try {
    await prepared.run(givenRun(1), [], { channel_llr: channelLlr });
    const positions = await prepared.read("positions");
    const costs = await prepared.read("costs");
    const words = (await prepared.read("test_decision")) as Uint32Array;
    const failed = await prepared.read("failed");
    // Frames of a round: [stage][test] has 2^stage − 1 of them before the last stage.
    const roundFrames = positions.length / (2 ** stage - 1);
    const pathPosition = (test: number, k: number) => positions[roundFrames * (2 ** k - 1) + (test >> (stage - k))];
    // The place of the first waiting frame moves with each round: without a round no frame failed.
    if (failed[1] === 0) return [];
    return Array.from({ length: 2 ** stage }, (_, test): ReprocessingTest | undefined => {
      if (pathPosition(test, stage - 1) === NO_POSITION) return undefined;
      const saturated = Array.from({ length: stage }, (_, k) => {
        const bit = ((test >> (stage - 1 - k)) & 1) as 0 | 1;
        return { position: pathPosition(test, k), bit };
      });
      const cost = costs[test];
      const word = words.slice(test * columns, (test + 1) * columns);
      return { stage, test, saturated, ...(cost < 2 ** 127 && { word, cost }) };
    }).filter((test) => test !== undefined);
  } finally {
    prepared.release();
  }
}
