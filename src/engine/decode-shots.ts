import { type ModelCode, shotStart } from "../decoder/shots/model.ts";
import { pointTables, shotProgram } from "../decoder/shots/program.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import type { NoisePoint } from "../quantum/error-model.ts";
import type { Engine } from "./engine.ts";

/** Corrections of shots. */
export interface ShotCorrections {
  /** Observables that the correction of a shot flips, as bits. */
  readonly observables: Uint32Array;
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
  return {
    shots,
    async decode(packed) {
      const count = packed.length / stride;
      const given = new Uint32Array(count * words);
      for (let shot = 0; shot < count; shot++) {
        for (const [c, detector] of checks.entries()) {
          const bit = ((packed[shot * stride + (detector >> 3)] >> (detector & 7)) & 1) ^ always[c];
          given[shot * words + (c >> 5)] |= bit << (c & 31);
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
      const { outputs } = await prepared.run(parameters, [{ buffer: "corrections", elements: 2 * count }], { given });
      const [corrections] = outputs;
      const column = (of: (first: number, second: number) => number) =>
        Uint32Array.from({ length: count }, (_, shot) => of(corrections[2 * shot], corrections[2 * shot + 1]));
      return {
        observables: column((first) => (first ^ alwaysObservables) >>> 0),
        iterations: column((_, second) => second & 0xffff),
        found: column((_, second) => second >>> 16),
      };
    },
    release: () => prepared.release(),
  };
}
