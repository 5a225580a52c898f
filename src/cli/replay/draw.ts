import type { Code } from "../../code/code.ts";
import { decoderText } from "../../decoder/decoder.ts";
import type { DecoderProgram } from "../../decoder/decoder-program.ts";
import { checkNodeRules } from "../../decoder/rules.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import type { Engine } from "../../engine/engine.ts";
import { InputError } from "../../errors.ts";
import { counted, formatCount } from "../../report/format.ts";
import { monteCarloRunner } from "../../simulation/monte-carlo-runner.ts";
import { monteCarloProgram } from "../../simulation/program/monte-carlo.ts";
import { type DrawnFrame, drawnFrames, failedFrames } from "../../simulation/replay/failures.ts";
import { replayer } from "../../simulation/replay/replayer.ts";
import type { Disagreement } from "../../simulation/replay/wrong-chunks.ts";
import type { SweepPoint } from "../../simulation/sweep.ts";
import type { Progress } from "../progress.ts";
import type { ReplayOptions } from "./options.ts";

/** Settings of a replay other than its engine. */
export interface ReplayRequest {
  readonly options: ReplayOptions;
  readonly code: Code;
  /** The run's decoder. */
  readonly spec: DecoderSpec;
  /** The decoder that replaces the run's. */
  readonly other?: DecoderSpec;
  readonly point: SweepPoint;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** The frames of a replay, with the results of the run's decoder. */
export interface Drawn {
  readonly frames: readonly DrawnFrame[];
  /** Form of the frames' LLRs. */
  readonly input: DecoderProgram["input"];
}

/** Draws the frames that the options name, or the failed frames. @throws InputError as `replayer`, or if a device computes wrongly. */
export async function drawFrames(engine: Engine, request: ReplayRequest): Promise<Drawn> {
  const { options, code, spec, point } = request;
  const drawing = replayer(engine, code, spec, point.task);
  try {
    const { input } = drawing;
    if (options.frame.length === 0) return { input, frames: await failures(engine, request, drawing) };
    const frames: DrawnFrame[] = [];
    for (const frame of options.frame) frames.push(...drawnFrames(await drawing.run(frame, 1)));
    return { input, frames };
  } finally {
    drawing.release();
  }
}

async function failures(
  engine: Engine,
  { options, code, spec, point, progress, signal }: ReplayRequest,
  drawing: ReturnType<typeof replayer>,
): Promise<DrawnFrame[]> {
  const { task, all, state } = point;
  const { random: generator } = task;
  const { channel, codeword } = task;
  const { value: _, ...family } = channel;
  const program = monteCarloProgram(code, spec, codeword, engine.limits, family, { generator });
  const runner = monteCarloRunner(engine, program, task, code);
  const frames: DrawnFrame[] = [];
  let seen = 0;
  const line = () =>
    `replayed ${formatCount(seen)} frames; ${formatCount(frames.length)} of ${counted(state.counts.frameErrors, "failed frame")}`;
  progress.start({ table: line, line });
  const disagree: Disagreement = ({ first, count, counts }, now) => {
    const where = count === 1 ? `chunk ${first}` : `chunks ${first} to ${first + count - 1}`;
    const text = `${where}: ${counted(now.frameErrors, "failed frame")} here, ${formatCount(counts.frameErrors)} in the run, and not the same counts`;
    if (checkNodeRules[spec.rule].exactness.devices === "bit-equal") {
      throw new InputError(`${text}, though ${decoderText(spec)} gives the same bits on every device`, {
        file: options.run,
      });
    }
    progress.warn(`${text}: ${decoderText(spec)} does not give the same bits on every device`);
  };
  try {
    const onFrames = (more: number) => (seen += more);
    const found = failedFrames({ chunks: all, state, replayer: drawing, runner, disagree, onFrames, signal });
    for await (const frame of found) {
      frames.push(frame);
      if (frames.length >= options.first) break;
    }
  } finally {
    await runner.close();
  }
  return frames;
}
