import { type ModelCode, shotStart } from "../decoder/shots/model.ts";
import { pointTables, shotProgram } from "../decoder/shots/program.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import type { NoisePoint } from "../quantum/error-model.ts";
import type { Engine } from "./engine.ts";

/** Corrections of shots. */
export interface ShotCorrections {
  /** Observables that the correction of a shot flips, [shot][⌈observables/8⌉], the first one the lowest bit. */
  readonly observables: Uint8Array;
  readonly iterations: Uint32Array;
  /** Corrections found that explain the shot's detectors. */
  readonly found: Uint32Array;
}

/** Decodes shots of an error model. */
export interface ShotFrameDecoder {
  /** Most shots of a call. */
  readonly shots: number;
  /**
   * @param packed [shot][⌈detectors/8⌉], the first detector the lowest bit.
   */
  decode(packed: Uint8Array): Promise<ShotCorrections>;
  release(): void;
}

/** Most shots of a call, for memory on the host. */
const SHOTS_MOST = 2 ** 16;

/**
 * A decoder of shots that were measured elsewhere.
 * @param point the noise; that of the file if left out.
 * @throws InputError as `shotProgram`, and `probabilities`.
 */
export async function shotFrameDecoder(
  engine: Engine,
  code: ModelCode,
  spec: DecoderSpec,
  { shots: wanted = SHOTS_MOST, point }: { readonly shots?: number; readonly point?: NoisePoint } = {},
): Promise<ShotFrameDecoder> {
  const program = shotProgram(code, spec, engine.limits, "given");
  const shots = Math.max(1, Math.min(wanted, SHOTS_MOST, engine.framesMaximum(program)));
  const prepared = await engine.prepare(program, shots);
  for (const [name, table] of Object.entries(pointTables(code, program, point))) prepared.write(name, table);
  const { checks, always, alwaysObservables } = shotStart(code, point);
  const words = Math.ceil(checks.length / 32);
  const stride = Math.ceil(code.model.detectors / 8);
  const width = alwaysObservables.length + 1;
  const outStride = Math.ceil(code.model.observables / 8);
  /** Whether a shot's checks are its detectors, bit by bit. */
  const isPlain = checks.length === code.model.detectors && always.every((each) => each === 0);
  return {
    shots,
    async decode(packed) {
      const count = packed.length / stride;
      const given = new Uint32Array(count * words);
      if (isPlain) {
        const bytes = new Uint8Array(given.buffer);
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
      const parameters = {
        firstFrame: 0,
        frames: count,
        chunkFrames: count,
        key: [0, 0],
        llrScale: 1,
        amplitude: 0,
      } as const;
      const { outputs } = await prepared.run(parameters, [{ buffer: "corrections", elements: width * count }], {
        given,
      });
      const [corrections] = outputs;
      const observables = new Uint8Array(count * outStride);
      const [iterations, found] = [new Uint32Array(count), new Uint32Array(count)];
      for (let shot = 0; shot < count; shot++) {
        for (let k = 0; k < outStride; k++) {
          const flips = corrections[width * shot + (k >> 2)] ^ alwaysObservables[k >> 2];
          observables[shot * outStride + k] = flips >>> (8 * (k & 3));
        }
        iterations[shot] = corrections[width * shot + width - 1] & 0xffff;
        found[shot] = corrections[width * shot + width - 1] >>> 16;
      }
      return { observables, iterations, found };
    },
    release: () => prepared.release(),
  };
}
