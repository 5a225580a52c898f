import type { Code } from "../code/code.ts";
import { codeOfModel } from "../code/formats/quantum.ts";
import { codeHash } from "../code/hash.ts";
import { type ModelWindow, modelWindows } from "../code/windows.ts";
import type { DecoderProgram } from "../decoder/decoder-program.ts";
import { decodingGraph, isModelCode, type ModelCode, shotStart } from "../decoder/shots/model.ts";
import { pointTables, shotProgram } from "../decoder/shots/program.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { InputError } from "../errors.ts";
import { requireOptions } from "../options.ts";
import type { ErrorModel, NoisePoint } from "../quantum/error-model.ts";
import { progress } from "./decode.ts";
import type { Engine } from "./engine.ts";
import { defaultFrames, givenRun } from "./frame-slots.ts";

/**
 * Corrections of shots.
 * @example
 * const failed = ({ found }: ShotCorrections) => found.filter((each) => each === 0).length;
 */
export interface ShotCorrections {
  /** Observables that the correction of a shot flips, [shot][⌈observables/8⌉], the first one the lowest bit. */
  readonly observables: Uint8Array;
  readonly iterations: Uint32Array;
  /** Corrections found that explain the shot's detectors. */
  readonly found: Uint32Array;
}

/**
 * Decodes shots of an error model, until it is released.
 * @example
 * const most = ({ shots }: ShotFrameDecoder) => shots;
 */
export interface ShotFrameDecoder {
  /** Most shots of a call. */
  readonly shots: number;
  /**
   * @param packed [shot][⌈detectors/8⌉], the first detector the lowest bit.
   */
  decode(packed: Uint8Array): Promise<ShotCorrections>;
  release(): void;
}

interface ShotOptions {
  readonly shots?: number;
  readonly point?: NoisePoint;
  readonly timed?: boolean;
}

/** Most shots of a call, for memory on the host. */
const SHOTS_MOST = 2 ** 16;

/**
 * A decoder of shots that were measured elsewhere.
 * @param engine that decodes.
 * @param code an error model: a file of Stim (`.dem`) that `readCode` has read.
 * @param spec a decoder of bits, or of error models.
 * @param options `shots`: most shots of a call; `point`: the noise, that of the file if left out; `timed`: false leaves a GPU's timestamp queries
 *   out, which cost a call some 20 µs.
 * @throws InputError for a code that is no error model, and for a decoder that does not take it.
 * @example
 * const model = readCode("error(0.1) D0\nerror(0.1) D0 D1\nerror(0.1) D1 L0", "chain.dem");
 * const shots = await shotFrameDecoder(engine, model, readDecoder("min-sum iterations=5"));
 * [...(await shots.decode(Uint8Array.of(0b00, 0b10))).observables]; // → [0, 1]
 * shots.release();
 */
export async function shotFrameDecoder(
  engine: Engine,
  code: Code,
  spec: DecoderSpec,
  options: ShotOptions = {},
): Promise<ShotFrameDecoder> {
  if (!isModelCode(code)) throw new InputError(`${code.name} is no error model, and has no shots`);
  requireOptions("shotFrameDecoder", options, { shots: true, point: true, timed: true });
  const { shots: wanted = SHOTS_MOST, point, timed } = options;
  if (code.windows !== undefined) return windowedDecoder(engine, code, spec, options);
  const program = { ...shotProgram(code, spec, engine.limits, "given", { refills: 1 }), timed };
  if (program.buffers.model_priors !== undefined) return codedDecoder(engine, code, spec, program, wanted, point);
  const shots = Math.max(1, Math.min(wanted, SHOTS_MOST, engine.framesMaximum(program)));
  const prepared = await engine.prepare(program, shots);
  for (const [name, table] of Object.entries(pointTables(code, program, point))) prepared.write(name, table);
  const { checks, always, alwaysObservables } = shotStart(code, point);
  const words = Math.ceil(checks.length / 32);
  const stride = Math.ceil(code.model.detectors / 8);
  const width = alwaysObservables.length + 1;
  /** Whether a shot's checks are its detectors, bit by bit. */
  const isPlain = checks.length === code.model.detectors && always.every((each) => each === 0);
  return {
    shots,
    async decode(packed) {
      const count = packed.length / stride;
      const given = new Uint32Array(count * words);
      if (isPlain) {
        const bytes = new Uint8Array(given.buffer);
        if (stride === 4 * words) bytes.set(packed);
        else
          for (let shot = 0; shot < count; shot++) {
            bytes.set(packed.subarray(shot * stride, (shot + 1) * stride), 4 * words * shot);
          }
      } else {
        for (let shot = 0; shot < count; shot++) {
          for (let c = 0; c < checks.length; c++) {
            const detector = checks[c];
            const bit = ((packed[shot * stride + (detector >> 3)] >> (detector & 7)) & 1) ^ always[c];
            given[shot * words + (c >> 5)] |= bit << (c & 31);
          }
        }
      }
      const readback = { buffer: "corrections", elements: width * count };
      const { outputs } = await prepared.run(givenRun(count), [readback], { given });
      const [corrections] = outputs;
      const observables = packedObservables(corrections, width, count, code.model.observables, alwaysObservables);
      const [iterations, found] = [new Uint32Array(count), new Uint32Array(count)];
      for (let shot = 0; shot < count; shot++) {
        iterations[shot] = corrections[width * shot + width - 1] & 0xffff;
        found[shot] = corrections[width * shot + width - 1] >>> 16;
      }
      return { observables, iterations, found };
    },
    release: () => prepared.release(),
  };
}

/** The same window by window. Windows with equal models share a decoder. A shot is explained if all windows are. */
async function windowedDecoder(
  engine: Engine,
  { model, windows, name }: ModelCode,
  spec: DecoderSpec,
  options: ShotOptions,
): Promise<ShotFrameDecoder> {
  const opened = new Map<string, ShotFrameDecoder>();
  const parts: (ModelWindow & { readonly decoder: ShotFrameDecoder })[] = [];
  for (const part of modelWindows(model, windows!, name)) {
    if (part.model.start[part.model.columns] === 0) continue;
    const code = windowCode(part.model, name);
    const key = codeHash(code.matrix, code);
    if (!opened.has(key)) opened.set(key, await shotFrameDecoder(engine, code, spec, options));
    parts.push({ ...part, decoder: opened.get(key)! });
  }
  const stride = Math.ceil(model.detectors / 8);
  const width = Math.ceil(model.observables / 8);
  return {
    shots: Math.min(...parts.map(({ decoder }) => decoder.shots), options.shots ?? SHOTS_MOST),
    async decode(packed) {
      const count = packed.length / stride;
      const left = Uint8Array.from(packed);
      const observables = new Uint8Array(count * width);
      const [iterations, found] = [new Uint32Array(count), new Uint32Array(count).fill(2 ** 32 - 1)];
      for (const { decoder, detectors, handed, model: part } of parts) {
        const [own, flips] = [Math.ceil(detectors.length / 8), Math.ceil(part.observables / 8)];
        const given = new Uint8Array(count * own);
        for (let shot = 0; shot < count; shot++) {
          for (const [i, d] of detectors.entries()) {
            given[shot * own + (i >> 3)] |= ((left[shot * stride + (d >> 3)] >> (d & 7)) & 1) << (i & 7);
          }
        }
        const result = await decoder.decode(given);
        for (let shot = 0; shot < count; shot++) {
          const flipped = (k: number) => (result.observables[shot * flips + (k >> 3)] >> (k & 7)) & 1;
          for (let k = 0; k < model.observables; k++) observables[shot * width + (k >> 3)] ^= flipped(k) << (k & 7);
          for (const [i, d] of handed.entries()) {
            left[shot * stride + (d >> 3)] ^= flipped(model.observables + i) << (d & 7);
          }
          iterations[shot] += result.iterations[shot];
          found[shot] = Math.min(found[shot], result.found[shot]);
        }
      }
      return { observables, iterations, found };
    },
    release() {
      for (const decoder of opened.values()) decoder.release();
    },
  };
}

export function windowCode(model: ErrorModel, name: string): Code & { readonly model: ErrorModel } {
  return { name, description: "", source: "", ...codeOfModel(model, name), model };
}

async function codedDecoder(
  engine: Engine,
  code: ModelCode,
  spec: DecoderSpec,
  program: DecoderProgram,
  wanted: number,
  point: NoisePoint | undefined,
): Promise<ShotFrameDecoder> {
  const { rows, field } = code.matrix;
  const { detectors, observables: observableCount } = code.model;
  const shots = Math.max(1, Math.min(wanted, SHOTS_MOST, defaultFrames(engine, program)));
  const prepared = await engine.prepare(program, shots);
  for (const [name, table] of Object.entries(pointTables(code, program, point))) prepared.write(name, table);
  const { checkOfDetector } = decodingGraph(code);
  const { checks, always, alwaysObservables } = shotStart(code, point);
  const [stride, words] = [Math.ceil(detectors / 8), Math.ceil(observableCount / 32)];
  return {
    shots,
    async decode(packed) {
      const count = packed.length / stride;
      const syndrome = new Uint32Array(count * rows);
      for (let shot = 0; shot < count; shot++) {
        for (let c = 0; c < checks.length; c++) {
          const d = checks[c];
          const bit = ((packed[shot * stride + (d >> 3)] >> (d & 7)) & 1) ^ always[c];
          const place = checkOfDetector[d];
          syndrome[shot * rows + Math.floor(place / field.p)] |= bit << (place % field.p);
        }
      }
      const { outputs } = await prepared.run(
        givenRun(count),
        [
          { buffer: "wrong", elements: count * words },
          { buffer: "unsatisfied", elements: count * spec.iterations },
        ],
        { syndrome },
      );
      const [flipped, unsatisfied] = outputs;
      const observables = packedObservables(flipped, words, count, observableCount, alwaysObservables);
      const { iterations, converged } = progress(unsatisfied, count, spec);
      return { observables, iterations, found: Uint32Array.from(converged) };
    },
    release: () => prepared.release(),
  };
}

/**
 * Observables as `ShotCorrections` has them.
 * @param flips by the correction, [shot][width], 32 to a word.
 * @param always observables that flip in every shot, 32 to a word.
 */
function packedObservables(
  flips: ArrayLike<number>,
  width: number,
  shots: number,
  observables: number,
  always: ArrayLike<number>,
): Uint8Array {
  const stride = Math.ceil(observables / 8);
  const packed = new Uint8Array(shots * stride);
  for (let shot = 0; shot < shots; shot++) {
    for (let k = 0; k < stride; k++) {
      packed[shot * stride + k] = (flips[width * shot + (k >> 2)] ^ always[k >> 2]) >>> (8 * (k & 3));
    }
  }
  return packed;
}
