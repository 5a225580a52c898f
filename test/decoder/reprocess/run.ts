import { decoderProgram } from "../../../src/decoder/decoder.ts";
import type { DecodableCode } from "../../../src/decoder/rule.ts";
import type { DecoderSpec } from "../../../src/decoder/spec.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import type { DeviceLimits } from "../../../src/gpu/program.ts";
import { FAILED_HEAD, NO_POSITION, stageAt } from "../../../wgsl/reprocess/index.ts";
import { runParameters } from "../../run-parameters.ts";
import { type Frame, inputsOf } from "../binary/frames.ts";

export interface ReprocessedFrame {
  readonly decision: number[];
  /** By iteration. */
  readonly unsatisfied: boolean[];
  readonly tests: number;
  /** Chosen positions by stage and path, undefined for paths without children. Only for frames of the last round. */
  readonly positions?: readonly (readonly (number | undefined)[])[];
}

/**
 * Runs a decoder with reprocessing. The result includes the number of rounds and their frames.
 * @param limits limits of a device for the plan. Default: the engine's device.
 */
export async function reprocessOn(
  engine: Engine,
  code: DecodableCode,
  spec: DecoderSpec,
  frames: readonly Frame[],
  withSyndrome: boolean,
  limits: DeviceLimits = engine.limits,
): Promise<{ readonly frames: ReprocessedFrame[]; readonly roundFrames: number; readonly failed: number }> {
  const program = decoderProgram(code, spec, limits, { syndrome: withSyndrome, frames: frames.length });
  if (program.rounds === undefined) throw new Error("the decoder has no rounds");
  const roundFrames = program.rounds.framesPerRound;
  const count = frames.length;
  const { columns } = code.matrix;
  const prepared = await engine.prepare(program, count);
  const { outputs } = await prepared.run(
    runParameters({ frames: count }),
    [
      { buffer: "decision", elements: count * columns },
      { buffer: "unsatisfied", elements: count * spec.iterations },
      { buffer: "tests", elements: count },
      { buffer: "failed", elements: FAILED_HEAD + count },
    ],
    inputsOf(frames, withSyndrome),
  );
  const stages = Number(spec.options.stages ?? 0);
  const positions = stages === 0 ? [] : await prepared.read("positions");
  prepared.release();
  const [decision, unsatisfied, tests, failed] = outputs;
  if (failed[0] !== 0) throw new Error(`${failed[0]} frames wait still`);
  const slots = Array.from(failed.subarray(FAILED_HEAD, FAILED_HEAD + failed[1]));
  const ofLastRound = slots.slice(Math.floor((slots.length - 1) / roundFrames) * roundFrames);
  const tree = (g: number) =>
    Array.from({ length: stages }, (_, j) =>
      Array.from({ length: 2 ** j }, (_, path) => {
        const position = positions[stageAt(roundFrames, j) + g * 2 ** j + path];
        return position === NO_POSITION ? undefined : position;
      }),
    );
  return {
    frames: frames.map((_, f) => ({
      decision: Array.from(decision.subarray(f * columns, (f + 1) * columns)),
      unsatisfied: Array.from({ length: spec.iterations }, (_, i) => unsatisfied[i * count + f] === 1),
      tests: tests[f],
      ...(stages > 0 && ofLastRound.includes(f) ? { positions: tree(ofLastRound.indexOf(f)) } : {}),
    })),
    roundFrames,
    failed: slots.length,
  };
}
