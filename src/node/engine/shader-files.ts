import { createHash } from "node:crypto";
import type { ShaderStore } from "../../engine/cpu/compiled.ts";
import { CacheFiles, cacheFolder } from "../disk/cache-files.ts";
import { compilerHash } from "./compiler-hash.ts";

/** Shaders that were compiled in less time are not stored: a file takes about as long to write. */
const SECONDS_WORTH_KEEPING = 0.01;
const SCRATCH_BYTES = 4;

/**
 * Shaders compiled to WebAssembly, a file each in the user's cache folder, named by the SHA-256 of the compiler's source files and the
 * shader's text and intrinsics: another version of the compiler makes files of its own.
 * @param say called for a file that is invalid or cannot be written: the shader is then compiled anew.
 * @example
 * const engine = cpuEngine("CPU", { store: shaderFiles((text) => console.error(text)) });
 */
export function shaderFiles(say: (text: string) => void, folder: string = cacheFolder("shaders")): ShaderStore {
  const files = new CacheFiles({
    result: "a compiled shader",
    magic: "gfq-ldpc shader 1\n",
    limit: 2 ** 27,
    say,
    folder,
  });
  const nameOf = (key: string) => createHash("sha256").update(compilerHash()).update(key).digest("hex");
  return {
    load: (key) =>
      files.load(nameOf(key), (body) => {
        if (body.length < SCRATCH_BYTES) return undefined;
        const [scratchBytes] = new Uint32Array(body.slice(0, SCRATCH_BYTES).buffer);
        return { scratchBytes, bytes: body.slice(SCRATCH_BYTES) };
      }),
    keep(key, { bytes, scratchBytes }, seconds) {
      if (seconds < SECONDS_WORTH_KEEPING) return;
      files.keep(nameOf(key), [new Uint8Array(Uint32Array.of(scratchBytes).buffer), bytes]);
    },
  };
}
