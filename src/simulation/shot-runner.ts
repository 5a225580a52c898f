import { channelCode } from "../channel/channel-kind.ts";
import { type ChannelFamily, channelAt, channelUse } from "../channel/channels.ts";
import { modelWindows } from "../code/windows.ts";
import type { DecoderProgram } from "../decoder/decoder-program.ts";
import { codedTables, sampledShots } from "../decoder/shots/coded.ts";
import { decodingGraph, type ModelCode, shotStart } from "../decoder/shots/model.ts";
import { shotProgram } from "../decoder/shots/program.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { shotFrameDecoder, windowCode } from "../engine/decode-shots.ts";
import type { Engine } from "../engine/engine.ts";
import type { DeviceLimits } from "../gpu/program.ts";
import type { CodewordSource } from "../source/word-source.ts";
import { ChunkRows, type ChunkRun, type ChunkRunner, ROW_COUNTS } from "./chunks/chunk-block.ts";
import { randomKey } from "./monte-carlo-runner.ts";
import { requireShots } from "./program/monte-carlo.ts";
import { noisePoint } from "./receiver.ts";
import type { Task } from "./task.ts";

/** Most shots that are sampled, then decoded, at a time. */
const TOGETHER = 8192;

/** The program of the first window. */
export type WindowProgram = DecoderProgram & { readonly alphabet?: undefined };

/** The program of the first window, for its plan and its errors. */
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

/** A shot of a task. */
export interface DrawnShot {
  /** Its number in the task. */
  readonly frame: number;
  /** Detectors that occurred, [⌈detectors/8⌉], the first one the lowest bit. */
  readonly detectors: Uint8Array;
  /** Observables that its mechanisms flip, [⌈observables/8⌉]. */
  readonly observables: Uint8Array;
  /** Observables that the correction flips, in the same form. */
  readonly correction: Uint8Array;
  /** Wrong observables. */
  readonly errors: number;
  /** Of them, in a pair of codes, those that X errors flip. */
  readonly errorsX?: number;
  /** Whether a correction explains all detectors. */
  readonly explained: boolean;
  readonly iterations: number;
}

/** Draws shots of a task and decodes them, with what a simulation does not bring back. */
export interface ShotDrawer {
  /** Most shots of a call. */
  readonly framesMaximum: number;
  run(firstFrame: number, frames: number): Promise<DrawnShot[]>;
  release(): void;
}

/** @throws InputError as `channelAt`, `shotFrameDecoder` and `probabilities`. */
export async function shotDrawer(
  engine: Engine,
  code: ModelCode,
  spec: DecoderSpec,
  { channel, random, ...task }: Task,
): Promise<ShotDrawer> {
  // Checks the value, as for every decoder.
  channelAt(channel, channelCode(code));
  const point = noisePoint(channel);
  const { detectors, observables } = code.model;
  const { checks, always, alwaysObservables } = shotStart(code, point);
  const [stride, width] = [detectors, observables].map((bits) => Math.ceil(bits / 8));
  const words = Math.ceil(observables / 32);
  const { rows, field } = code.matrix;
  const { checkOfDetector, pair } = decodingGraph(code);
  const ofX = Uint8Array.from(
    { length: width },
    (_, i) => (1 << Math.max(0, Math.min(8, observables / 2 - 8 * i))) - 1,
  );
  const key = randomKey({ ...task, channel });
  const decoder = await shotFrameDecoder(engine, code, spec, { shots: TOGETHER, point });
  const program = { ...sampledShots(code, random), iterate: [], repeats: 0, afterIterations: [], plan: [] };
  const framesMaximum = Math.min(decoder.shots, engine.framesMaximum(program));
  const sampler = await engine.prepare(program, framesMaximum);
  sampler.write("mechanisms", codedTables(code, point).mechanisms);
  return {
    framesMaximum,
    async run(firstFrame, frames) {
      const parameters = { firstFrame, frames, chunkFrames: task.chunkFrames, key, llrScale: 1, amplitude: 0 };
      const { outputs } = await sampler.run(parameters, [
        { buffer: "syndrome", elements: frames * rows },
        { buffer: "wrong", elements: frames * words },
      ]);
      const [syndrome, flipped] = outputs;
      const packed = new Uint8Array(frames * stride);
      for (let shot = 0; shot < frames; shot++) {
        for (const [c, d] of checks.entries()) {
          const place = checkOfDetector[d];
          const bit = (syndrome[shot * rows + Math.floor(place / field.p)] >> (place % field.p)) & 1;
          packed[shot * stride + (d >> 3)] |= (bit ^ always[c]) << (d & 7);
        }
      }
      const corrections = await decoder.decode(packed);
      return Array.from({ length: frames }, (_, shot) => {
        const occurred = Uint8Array.from(
          { length: width },
          (_, k) => (flipped[shot * words + (k >> 2)] ^ alwaysObservables[k >> 2]) >>> (8 * (k & 3)),
        );
        const correction = corrections.observables.subarray(shot * width, (shot + 1) * width);
        return {
          frame: firstFrame + shot,
          detectors: packed.subarray(shot * stride, (shot + 1) * stride),
          observables: occurred,
          correction,
          errors: bitErrors(occurred, correction),
          ...(pair && {
            errorsX: bitErrors(
              occurred.map((byte, i) => byte & ofX[i]),
              correction.map((byte, i) => byte & ofX[i]),
            ),
          }),
          explained: corrections.found[shot] > 0,
          iterations: corrections.iterations[shot],
        };
      });
    },
    release() {
      sampler.release();
      decoder.release();
    },
  };
}

/** Bits that differ. */
export function bitErrors(a: Uint8Array, b: Uint8Array): number {
  let errors = 0;
  for (let k = 0; k < a.length; k++) {
    for (let left = a[k] ^ b[k]; left > 0; left &= left - 1) errors++;
  }
  return errors;
}

/** Adds shots to the counts of their chunks, as wgsl/quantum/tally.wgsl and count-shot.wgsl do. */
export function countShots(
  rows: ChunkRows,
  firstChunk: number,
  chunkFrames: number,
  shots: readonly DrawnShot[],
): void {
  for (const { frame, errors, errorsX, explained, iterations } of shots) {
    const at = ROW_COUNTS * (Math.floor(frame / chunkFrames) - firstChunk);
    const failed = Number(errors > 0);
    // In the order of the counts' names.
    const [information, symbols] =
      errorsX === undefined ? [failed, errors] : [Number(errorsX > 0), Number(errorsX > 0) + Number(errors > errorsX)];
    const own = [
      ...[1, failed, information, symbols, errors, failed * Number(explained)],
      ...[iterations, failed === 1 ? 0 : iterations, symbols ** 2, errors ** 2],
    ];
    for (const [i, count] of own.entries()) rows.data[at + i] += count;
  }
}

/** Runs the chunks of one point of an error model that is decoded in windows: shots are those of every decoder of the model. */
export function windowRunner(engine: Engine, code: ModelCode, spec: DecoderSpec, task: Task): ChunkRunner {
  const { chunkFrames } = task;
  let opened: Promise<ShotDrawer> | undefined;
  return {
    chunksMaximum: Number.MAX_SAFE_INTEGER,
    runsInFlight: 1,
    async run(firstChunk, chunks): Promise<ChunkRun> {
      const begin = performance.now();
      opened ??= shotDrawer(engine, code, spec, task);
      const { framesMaximum, run } = await opened;
      const counts = new ChunkRows(chunks);
      const end = (firstChunk + chunks) * chunkFrames;
      for (let firstFrame = firstChunk * chunkFrames; firstFrame < end; firstFrame += framesMaximum) {
        const shots = await run(firstFrame, Math.min(framesMaximum, end - firstFrame));
        countShots(counts, firstChunk, chunkFrames, shots);
      }
      return { counts, seconds: (performance.now() - begin) / 1000 };
    },
    close: async () => (await opened)?.release(),
  };
}
