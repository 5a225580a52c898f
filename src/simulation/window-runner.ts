import { channelCode } from "../channel/channel-kind.ts";
import { type ChannelFamily, channelAt, channelUse } from "../channel/channels.ts";
import type { DecoderProgram } from "../decoder/decoder-program.ts";
import { codedTables, sampledShots } from "../decoder/shots/coded.ts";
import { type ModelCode, shotStart } from "../decoder/shots/model.ts";
import { shotProgram } from "../decoder/shots/program.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { type ShotFrameDecoder, shotFrameDecoder, windowCode } from "../engine/decode-shots.ts";
import type { Engine, PreparedProgram } from "../engine/engine.ts";
import type { DeviceLimits } from "../gpu/program.ts";
import { modelWindows } from "../quantum/windows.ts";
import type { CodewordSource } from "../source/word-source.ts";
import { ChunkRows, type ChunkRun, type ChunkRunner, ROW_COUNTS } from "./chunks/chunk-block.ts";

import { randomKey } from "./monte-carlo-runner.ts";
import { requireShots } from "./program/monte-carlo.ts";
import type { Task } from "./task.ts";

/** Most shots that are sampled, then decoded window by window, at a time. */
const TOGETHER = 8192;

/** The program of the first window. */
export type WindowProgram = DecoderProgram & { readonly alphabet?: undefined };

/**
 * The program of the first window, for its plan and its errors.
 * @throws InputError as `shotProgram`, `requireShots` and `modelWindows`.
 */
export function windowProgram(
  code: ModelCode,
  spec: DecoderSpec,
  codeword: CodewordSource,
  limits: DeviceLimits,
  channel: ChannelFamily,
): WindowProgram {
  requireShots(code, codeword, channelUse(channel, 2).alphabet);
  const { window, commit } = code.windows!;
  const windows = modelWindows(code.model, code.windows!, code.name);
  const program = shotProgram(windowCode(windows[0].model, code.name), spec, limits, "given", { refills: 1 });
  const rounds =
    windows.length === 1 ? "one window" : `${windows.length} windows of ${window} rounds, ${commit} of them committed`;
  return { ...program, plan: [rounds, ...program.plan] };
}

/** Runs the chunks of one point of an error model that is decoded in windows: shots are those of every decoder of the model. */
export function windowRunner(engine: Engine, code: ModelCode, spec: DecoderSpec, task: Task): ChunkRunner {
  const { chunkFrames, channel, random } = task;
  // Checks the value, as for every decoder.
  channelAt(channel, channelCode(code));
  const point = channel.parameter === "p" ? { p: channel.value } : { factor: channel.value };
  const { detectors, observables } = code.model;
  const { checks, always, alwaysObservables } = shotStart(code, point);
  const [stride, width] = [detectors, observables].map((bits) => Math.ceil(bits / 8));
  const key = randomKey(task);
  let opened: Promise<{ sampler: PreparedProgram; decoder: ShotFrameDecoder; shots: number }> | undefined;

  async function open() {
    const decoder = await shotFrameDecoder(engine, code, spec, { shots: TOGETHER, point });
    const program = { ...sampledShots(code, random), iterate: [], repeats: 0, afterIterations: [], plan: [] };
    const shots = Math.min(decoder.shots, engine.framesMaximum(program));
    const sampler = await engine.prepare(program, shots);
    sampler.write("mechanisms", codedTables(code, point).mechanisms);
    return { sampler, decoder, shots };
  }

  return {
    chunksMaximum: Number.MAX_SAFE_INTEGER,
    runsInFlight: 1,
    async run(firstChunk, chunks): Promise<ChunkRun> {
      const begin = performance.now();
      opened ??= open();
      const { sampler, decoder, shots } = await opened;
      const counts = new ChunkRows(chunks);
      const end = (firstChunk + chunks) * chunkFrames;
      for (let firstFrame = firstChunk * chunkFrames; firstFrame < end; firstFrame += shots) {
        const frames = Math.min(shots, end - firstFrame);
        const { outputs } = await sampler.run({ firstFrame, frames, chunkFrames, key, llrScale: 1, amplitude: 0 }, [
          { buffer: "syndrome", elements: frames * code.matrix.rows },
          { buffer: "wrong", elements: frames * Math.ceil(observables / 32) },
        ]);
        const [syndrome, flipped] = outputs;
        const packed = new Uint8Array(frames * stride);
        for (let shot = 0; shot < frames; shot++) {
          for (const [c, d] of checks.entries()) {
            packed[shot * stride + (d >> 3)] |= (syndrome[shot * checks.length + c] ^ always[c]) << (d & 7);
          }
        }
        const corrections = await decoder.decode(packed);
        for (let shot = 0; shot < frames; shot++) {
          let errors = 0;
          for (let k = 0; k < observables; k++) {
            const occurred =
              (flipped[shot * Math.ceil(observables / 32) + (k >> 5)] ^ alwaysObservables[k >> 5]) >>> (k & 31);
            errors += (occurred ^ (corrections.observables[shot * width + (k >> 3)] >> (k & 7))) & 1;
          }
          const at = ROW_COUNTS * (Math.floor((firstFrame + shot) / chunkFrames) - firstChunk);
          const failed = Number(errors > 0);
          const iterations = corrections.iterations[shot];
          const undetected = failed * Number(corrections.found[shot] > 0);
          // In the order of the counts' names.
          const own = [
            1,
            failed,
            failed,
            errors,
            errors,
            undetected,
            iterations,
            failed === 1 ? 0 : iterations,
            errors ** 2,
            errors ** 2,
          ];
          for (const [i, count] of own.entries()) counts.data[at + i] += count;
        }
      }
      return { counts, seconds: (performance.now() - begin) / 1000 };
    },
    async close() {
      const all = await opened;
      all?.sampler.release();
      all?.decoder.release();
    },
  };
}
