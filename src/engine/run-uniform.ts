import type { RunParameters } from "../kernel/kernel.ts";

/** Bytes between the uniform's copies for successive iterations: WebGPU's alignment of dynamic offsets. */
export const UNIFORM_STRIDE = 256;
/** Bytes of `Run` in wgsl/shared/run.wgsl. */
export const UNIFORM_BYTES = 48;

/** The uniform `run` for iterations 0 … repeats, one copy per iteration at UNIFORM_STRIDE. */
export function runUniforms(parameters: RunParameters, repeats: number): Uint32Array {
  const { firstFrame, frames, chunkFrames, key, llrScale, amplitude } = parameters;
  const words = new Uint32Array(((repeats + 1) * UNIFORM_STRIDE) / 4);
  const floats = new Float32Array(words.buffer);
  for (let iteration = 0; iteration <= repeats; iteration++) {
    const at = (iteration * UNIFORM_STRIDE) / 4;
    words.set(
      [
        firstFrame % 2 ** 32,
        Math.floor(firstFrame / 2 ** 32),
        key[0],
        key[1],
        frames,
        iteration,
        chunkFrames,
        firstFrame % chunkFrames,
      ],
      at,
    );
    floats[at + 8] = llrScale;
    words[at + 9] = amplitude;
  }
  return words;
}
