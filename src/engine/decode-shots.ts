import type { Code } from "../code/code.ts";
import { codeOfModel } from "../code/formats/quantum.ts";
import { codeHash } from "../code/hash.ts";
import { type ModelWindow, modelWindows } from "../code/windows.ts";
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
  /** Whether the program is a decoder of codes, on the syndromes of the model's matrix. */
  const isCoded = program.buffers.model_priors !== undefined;
  const most = isCoded ? defaultFrames(engine, program) : engine.framesMaximum(program);
  const shots = Math.max(1, Math.min(wanted, SHOTS_MOST, most));
  const prepared = await engine.prepare(program, shots);
  for (const [name, table] of Object.entries(pointTables(code, program, point))) prepared.write(name, table);
  const { checks, always, alwaysObservables } = shotStart(code, point);
  const { detectors, observables: observableCount } = code.model;
  const stride = Math.ceil(detectors / 8);
  /** Words of a shot's flipped observables, behind which shots without codes have a word of counts. */
  const width = isCoded ? Math.ceil(observableCount / 32) : alwaysObservables.length;
  const [words, bits] = isCoded ? [code.matrix.rows, code.matrix.field.p] : [Math.ceil(checks.length / 32), 32];
  const checkOfDetector = isCoded ? decodingGraph(code).checkOfDetector : undefined;
  const places = Uint32Array.from(checks, (d, c) => checkOfDetector?.[d] ?? c);
  /** The word and the bit in it of each check. */
  const [wordOf, bitOf] = [places.map((place) => Math.floor(place / bits)), places.map((place) => place % bits)];
  /** Whether a shot's checks are its detectors, bit by bit. */
  const isPlain = !isCoded && checks.length === detectors && always.every((each) => each === 0);
  return {
    shots,
    async decode(packed) {
      const count = packed.length / stride;
      const given = new Uint32Array(count * words);
      const bytes = new Uint8Array(given.buffer);
      if (isPlain && stride === 4 * words) bytes.set(packed);
      else if (isPlain) {
        for (let shot = 0; shot < count; shot++) {
          bytes.set(packed.subarray(shot * stride, (shot + 1) * stride), 4 * words * shot);
        }
      } else {
        for (let shot = 0; shot < count; shot++) {
          for (let c = 0; c < checks.length; c++) {
            const detector = checks[c];
            const bit = ((packed[shot * stride + (detector >> 3)] >> (detector & 7)) & 1) ^ always[c];
            given[shot * words + wordOf[c]] |= bit << bitOf[c];
          }
        }
      }
      if (isCoded) {
        const { outputs } = await prepared.run(
          givenRun(count),
          [
            { buffer: "wrong", elements: count * width },
            { buffer: "unsatisfied", elements: count * spec.iterations },
          ],
          { syndrome: given },
        );
        const { iterations, converged } = progress(outputs[1], count, spec);
        const observables = packedObservables(outputs[0], width, count, observableCount, alwaysObservables);
        return { observables, iterations, found: Uint32Array.from(converged) };
      }
      const readback = { buffer: "corrections", elements: (width + 1) * count };
      const [corrections] = (await prepared.run(givenRun(count), [readback], { given })).outputs;
      const observables = packedObservables(corrections, width + 1, count, observableCount, alwaysObservables);
      const last = Uint32Array.from({ length: count }, (_, shot) => corrections[(width + 1) * shot + width]);
      return { observables, iterations: last.map((each) => each & 0xffff), found: last.map((each) => each >>> 16) };
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
