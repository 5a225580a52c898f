import { pointText } from "../../channel/channel-kind.ts";
import { channelKind } from "../../channel/channels.ts";
import type { Code } from "../../code/code.ts";
import { decoderText, readDecoder } from "../../decoder/decoder.ts";
import { inputWidth } from "../../decoder/decoder-program.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import type { Engine } from "../../engine/engine.ts";
import { readyWords } from "../../node/codes/ready-encoder.ts";
import { loadStoredCode, requireCodeFile } from "../../node/codes/stored-code.ts";
import { INTERRUPTED } from "../../node/interrupts.ts";
import { openRun } from "../../node/run/run.ts";
import { decodedAgain } from "../../simulation/replay/decode-again.ts";
import type { DrawnFrame } from "../../simulation/replay/failures.ts";
import { frameOutcome } from "../../simulation/replay/outcome.ts";
import type { SweepPoint } from "../../simulation/sweep.ts";
import { camel } from "../command-line/case.ts";
import { defineCommand } from "../command-line/command.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { CommandExit } from "../exit.ts";
import { untilInterrupted } from "../interrupt.ts";
import { chosenDecoder, DECODER_WORDS } from "../options/decoder.ts";
import { openChosenEngine } from "../options/engine.ts";
import { printJson, printText } from "../output.ts";
import { Progress } from "../progress.ts";
import { requireReplayFiles, writeReplayFiles } from "./arrays.ts";
import { drawFrames, type ReplayRequest } from "./draw.ts";
import { REPLAY_OPTIONS, type ReplayOptions } from "./options.ts";
import { replayText } from "./text.ts";

export default defineCommand({
  options: REPLAY_OPTIONS,
  about: [
    "A frame is a function of the run and its number, so its word and its noise can be drawn again. A frame ends at (a, b): a wrong variables and b unsatisfied checks, as trapping sets are named.",
  ],
  examples: [
    {
      line: "ldpc replay runs/nb620 --point 2",
      does: "decode the failed frames at 2 dB again, and list where they end",
    },
    {
      line: "ldpc replay runs/nb620 --point 2 --iterations 100 --out failures",
      does: "the same with more iterations, with all LLRs and decisions for NumPy",
    },
  ],
  run: (options) => untilInterrupted((signal) => replay(options, signal)),
});

async function replay(options: ReplayOptions, signal: AbortSignal): Promise<void> {
  if (options.failures && options.frame.length > 0) {
    throw new UsageError("--failures and --frame name different frames: leave one of them out");
  }
  if (options.out !== undefined) requireReplayFiles(options.out, options.force);
  const progress = new Progress(process.stderr, options.quiet, process.env);
  const reader = openRun(options.run, (said) => progress.warn(said));
  const point = pointOf(reader.points, options);
  if (options.code === undefined) requireCodeFile(reader.file.code, options.run);
  const code = loadStoredCode(reader.file.code, options.run, options.code);
  const spec = readDecoder(reader.file.decoder);
  const isAnother = DECODER_WORDS.some((word) => options[camel(word)] !== undefined);
  const other = isAnother ? anotherDecoder(code, options, reader.file.decoder) : undefined;
  await readyWords(code, point.task.codeword, point.task.channel, { signal, say: (said) => progress.say(said) });
  const engine = await openChosenEngine(options);
  try {
    await replayOn(engine, { options, code, spec, other, point, progress, signal });
  } finally {
    progress.stop();
    await engine.close();
  }
}

/** The given decoder. Options without a decoder change the run's decoder. */
function anotherDecoder(code: Code, options: ReplayOptions, ofRun: string): DecoderSpec {
  return chosenDecoder(code, { ...options, decoder: options.decoder ?? ofRun });
}

async function replayOn(engine: Engine, request: ReplayRequest): Promise<void> {
  const { options, code, spec, other, point, signal } = request;
  const { frames, input } = await drawFrames(engine, request);
  if (signal.aborted) throw new CommandExit("interrupted; nothing is written", INTERRUPTED);
  const { codeword, channel } = point.task;
  const decoded = other === undefined ? frames : await decodedAgain(engine, code, other, frames, { input, codeword });
  const outcomes = decoded.map((frame: DrawnFrame) => frameOutcome(code.matrix, frame, frame.sent, frame.decision));
  const { out, force, json, frame: named } = options;
  const llrsPerSymbol = inputWidth(input, code.matrix.field.q);
  let files: readonly string[] = [];
  let failure: unknown;
  try {
    if (out !== undefined) files = writeReplayFiles(out, decoded, outcomes, { llrsPerSymbol, force });
  } catch (error) {
    failure = error;
  }
  const shown = {
    code: code.name,
    decoder: decoderText(other ?? spec),
    point: pointText(channelKind(channel), channel.value),
    isNamed: named.length > 0,
    isAnother: other !== undefined,
    counts: point.state.counts,
    outcomes,
    files,
  };
  const { value, text: lines } = replayText(shown);
  if (json) printJson(value);
  else printText(lines);
  // The frames are listed before, because they took time.
  if (failure !== undefined) throw failure;
}

/** The point of a replay. @throws UsageError if the run has no such point, or several points and none is named. */
function pointOf(points: readonly SweepPoint[], { point: value, frame }: ReplayOptions): SweepPoint {
  const known = points.map(({ task }) => task.channel.value);
  const point = value === undefined ? (points.length === 1 ? points[0] : undefined) : points[known.indexOf(value)];
  if (point === undefined) {
    const wrong = value === undefined ? "give --point: the run has" : `--point ${value}: the run has`;
    throw new UsageError(`${wrong} ${known.join(", ")}`);
  }
  if (frame.length === 0 && point.state.chunks === 0) {
    throw new UsageError(`--point ${point.task.channel.value} has no frames yet: let ldpc simulate begin it`);
  }
  return point;
}
