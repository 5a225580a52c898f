import { COUNTERS } from "../../../wgsl/statistics/chunk-counters.ts";
import type { Code } from "../../code/code.ts";
import { type DecoderProgram, inputWidth } from "../../decoder/decoder-program.ts";
import { isModelCode } from "../../decoder/shots/model.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import { progress } from "../../engine/decode.ts";
import { chunksTouched, type Engine } from "../../engine/engine.ts";
import { defaultFrames } from "../../engine/frame-slots.ts";
import { growingProgram } from "../../engine/growing-program.ts";
import { InputError } from "../../errors.ts";
import { addCounts, type ChunkCounts, ZERO_COUNTS } from "../counts.ts";
import { countsOf, randomKey } from "../monte-carlo-runner.ts";
import { monteCarloProgram } from "../program/monte-carlo.ts";
import { writeChannel } from "../program/write-channel.ts";
import { simulatedChannel } from "../receiver.ts";
import type { Task } from "../task.ts";

/** Consecutive frames of a task, drawn and decoded again. */
export interface ReplayedFrames {
  /** Number of the first frame in the task. */
  readonly firstFrame: number;
  readonly frames: number;
  /** [frame][N] or [frame][N][q], in the form of `Replayer.input`. */
  readonly llr: Float32Array<ArrayBuffer>;
  /** The words sent, [frame][N]. */
  readonly sent: Uint32Array;
  /** The decisions, [frame][N]. */
  readonly decisions: Uint32Array;
  /** Iterations done, [frame]. */
  readonly iterations: Uint32Array;
  /** 1 where the decision satisfies every check, or has the syndrome sent, else 0; [frame]. */
  readonly converged: Uint8Array;
  /** The counts of the frames as a simulation counts them. */
  readonly counts: ChunkCounts;
}

/** Draws and decodes frames of a task again, with LLRs and decisions. */
export interface Replayer {
  /** Form of the LLRs: bits [frame][N], or symbols [frame][N][q]. */
  readonly input: DecoderProgram["input"];
  /** Most frames of one call. */
  readonly framesMaximum: number;
  /** @param frames at most `framesMaximum`. @throws DeviceLostError if the device was lost. */
  run(firstFrame: number, frames: number): Promise<ReplayedFrames>;
  /** Releases the buffers on the device. The engine stays open. */
  release(): void;
}

/** Most LLRs that a call brings back: 64 MiB. */
const LLRS_MAXIMUM = 2 ** 24;

/**
 * Makes a replayer: a frame is a function of the task and its number, so it has the same word and noise as in the run.
 * @param code the task's code.
 * @param spec the task's decoder.
 * @throws InputError as `monteCarloProgram` and `channelAt`.
 */
export function replayer(engine: Engine, code: Code, spec: DecoderSpec, task: Task): Replayer {
  if (isModelCode(code)) {
    throw new InputError(
      `${code.name} is an error model: its shots have no word and no LLRs that could be shown; decode shots of your own by ldpc decode --shots`,
    );
  }
  const { matrix } = code;
  const program = monteCarloProgram(code, spec, task.codeword, engine.limits, task.channel, {
    generator: task.random,
    asSymbols: true,
    refills: 1,
  });
  const channel = simulatedChannel(task.channel, code, program);
  const symbols = matrix.columns;
  const perFrame = symbols * inputWidth(program.input, matrix.field.q);
  const framesMaximum = Math.max(1, Math.min(defaultFrames(engine, program), Math.floor(LLRS_MAXIMUM / perFrame)));
  const growing = growingProgram(engine, program);
  const { llrScale, amplitude } = channel;
  const { chunkFrames } = task;
  return {
    input: program.input,
    framesMaximum,
    async run(firstFrame, frames) {
      const slots = await growing.withSlots(frames);
      writeChannel(slots, channel);
      const parameters = { firstFrame, frames, chunkFrames, key: randomKey(task), llrScale, amplitude };
      const chunks = chunksTouched(parameters);
      const { outputs } = await slots.run(parameters, [
        { buffer: "channel_llr", elements: frames * perFrame },
        { buffer: "codeword", elements: frames * symbols },
        { buffer: "decision", elements: frames * symbols },
        { buffer: "unsatisfied", elements: frames * spec.iterations },
        { buffer: "counters", elements: chunks * COUNTERS },
      ]);
      const [llr, sent, decisions, unsatisfied, counters] = outputs;
      let counts = ZERO_COUNTS;
      for (let i = 0; i < chunks; i++) {
        counts = addCounts(counts, countsOf(counters.subarray(i * COUNTERS, (i + 1) * COUNTERS)));
      }
      return {
        firstFrame,
        frames,
        llr: llr as Float32Array<ArrayBuffer>,
        sent: sent as Uint32Array,
        decisions: decisions as Uint32Array,
        ...progress(unsatisfied, frames, spec),
        counts,
      };
    },
    release: () => growing.release(),
  };
}
