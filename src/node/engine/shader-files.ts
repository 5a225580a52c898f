import { createHash } from "node:crypto";
import { join } from "node:path";
import type { ShaderStore } from "../../engine/cpu/compiled.ts";
import type { CompiledShader } from "../../wgsl-cpu/index.ts";
import { CacheFiles, cacheFolder, madeOnce } from "../disk/cache-files.ts";
import { compilerHash } from "./compiler-hash.ts";

const SCRATCH_BYTES = 4;

/**
 * Shaders compiled to WebAssembly, a file each in the user's cache folder, named by the SHA-256 of the compiler's source files and the
 * shader's text and intrinsics: another version of the compiler makes files of its own. Of the processes that want a shader at the same
 * time, one compiles it.
 * @param say called for a file that is invalid or cannot be written: the shader is then compiled anew.
 */
export function shaderFiles(say: (text: string) => void, folder: string = cacheFolder("shaders")) {
  const files = new CacheFiles({
    result: "a compiled shader",
    magic: "gfq-ldpc shader 1\n",
    limit: 2 ** 27,
    say,
    folder,
  });
  return {
    compiled(key, compile) {
      const name = shaderName(key);
      const load = () => files.load(name, shaderIn);
      return madeOnce(join(folder, `${name}.claim`), load, () => {
        const shader = compile();
        files.keep(name, shaderParts(shader));
        return shader;
      });
    },
  } satisfies ShaderStore;
}

/** The name of the file of a shader: another version of the compiler has other names. @param parts of its key. */
export function shaderName(...parts: readonly string[]): string {
  return parts.reduce((hash, part) => hash.update(part), createHash("sha256").update(compilerHash())).digest("hex");
}

export const shaderParts = ({ scratchBytes, bytes }: CompiledShader): readonly Uint8Array[] => [
  new Uint8Array(Uint32Array.of(scratchBytes).buffer),
  bytes,
];

/** The shader of a file's body; undefined if it is none. */
export function shaderIn(body: Uint8Array): CompiledShader | undefined {
  if (body.length < SCRATCH_BYTES) return undefined;
  const [scratchBytes] = new Uint32Array(body.slice(0, SCRATCH_BYTES).buffer);
  return { scratchBytes, bytes: body.slice(SCRATCH_BYTES) };
}
