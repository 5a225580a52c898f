import type { BufferData, KernelCall, KernelConstants } from "../../gpu/kernel.ts";
import type { Dispatch } from "../../gpu/program.ts";
import { Recent } from "../../recent.ts";
import { type CompiledShader, compileShader } from "../../wgsl-cpu/compile.ts";
import { BUFFERS_WORD, RUN_WORD, SCRATCH_WORD } from "../../wgsl-cpu/descriptor.ts";
import type { Intrinsics } from "../../wgsl-cpu/intrinsic.ts";
import { WgslError } from "../../wgsl-cpu/parse/syntax.ts";
import { intrinsicsOf, shaderOf } from "../shader.ts";
import type { ProgramMemory } from "./memory.ts";
import { textNow } from "./shader-texts.ts";

/** A store that keeps compiled shaders between processes. */
export interface ShaderStore {
  /**
   * The stored shader of a key, or the one that `compile` makes, which is then stored.
   * @param key the whole text of the shader and its intrinsics.
   */
  compiled(key: string, compile: () => CompiledShader): CompiledShader;
}

/** Compiled shaders by their keys, for all programs of a process; a program has some twenty. */
const compiled = new Recent<string, CompiledShader>(1024);

/**
 * Compiles a dispatch's kernel from WGSL to WebAssembly SIMD at its first call, because many programs are made only to
 * be described. A call whose constants differ from the dispatch's gets a kernel compiled for these constants.
 * @param store keeps compiled shaders; none if left out.
 * @throws Error with file, line and source line if the shader is not of the language that is compiled.
 */
export function compiledWhenCalled(
  dispatch: Dispatch,
  buffers: readonly BufferData[],
  memory: ProgramMemory,
  store?: ShaderStore,
): (call: KernelCall) => void {
  const forConstants = new Map<string, (call: KernelCall) => void>();
  let last: { readonly constants: KernelConstants; readonly run: (call: KernelCall) => void } | undefined;
  return (call) => {
    const { constants } = call;
    if (last?.constants !== constants) {
      const key = constants === dispatch.constants ? "" : JSON.stringify(constants);
      const run = forConstants.get(key) ?? compiledKernel({ ...dispatch, constants }, buffers, memory, store);
      forConstants.set(key, run);
      last = { constants, run };
    }
    last.run(call);
  };
}

/**
 * Compiles a dispatch's kernel from WGSL to WebAssembly SIMD.
 * @throws Error with file, line and source line if the shader is not of the language that is compiled.
 */
function compiledKernel(
  dispatch: Dispatch,
  buffers: readonly BufferData[],
  memory: ProgramMemory,
  store?: ShaderStore,
): (call: KernelCall) => void {
  const source = sourceOf(dispatch);
  const { bytes, scratchBytes } = compiledShader(dispatch, source, store);
  const { first, later = first } = memory.instance(source.key, () => bytes);
  const descriptor = memory.words(BUFFERS_WORD + 2 * buffers.length);
  const floats = new Float32Array(descriptor.buffer, descriptor.byteOffset, descriptor.length);
  descriptor[SCRATCH_WORD] = memory.scratch(scratchBytes);
  let bound: readonly BufferData[] = [];
  return ({ buffers: now, parameters, iteration, range }) => {
    if (now !== bound) {
      bound = now;
      for (const [i, buffer] of now.entries()) {
        descriptor[BUFFERS_WORD + 2 * i] = buffer.byteOffset;
        descriptor[BUFFERS_WORD + 2 * i + 1] = buffer.length;
      }
    }
    const { firstFrame, frames, chunkFrames, key, llrScale, amplitude } = parameters;
    descriptor[0] = range.from;
    descriptor[1] = range.to;
    descriptor[2] = range.firstSlot;
    descriptor[3] = range.lastSlot;
    descriptor[RUN_WORD] = firstFrame % 2 ** 32;
    descriptor[RUN_WORD + 1] = Math.floor(firstFrame / 2 ** 32);
    descriptor[RUN_WORD + 2] = key[0];
    descriptor[RUN_WORD + 3] = key[1];
    descriptor[RUN_WORD + 4] = frames;
    descriptor[RUN_WORD + 5] = iteration;
    descriptor[RUN_WORD + 6] = chunkFrames;
    descriptor[RUN_WORD + 7] = firstFrame % chunkFrames;
    floats[RUN_WORD + 8] = llrScale;
    descriptor[RUN_WORD + 9] = amplitude;
    if (iteration === 0) first(descriptor.byteOffset);
    else later(descriptor.byteOffset);
  };
}

/** The input of the compiler. */
interface ShaderSource {
  readonly text: string;
  readonly intrinsics: Intrinsics;
  /** Equal keys mean equal compiled shaders. */
  readonly key: string;
}

/** The shader of a dispatch, without f16, which WebAssembly does not have. */
function sourceOf(dispatch: Dispatch): ShaderSource {
  const shader = shaderOf(dispatch, textNow, false);
  const { code: text } = shader;
  const intrinsics = intrinsicsOf(shader);
  return { text, intrinsics, key: `${text}\n// ${JSON.stringify(intrinsics)}` };
}

function compiledShader(dispatch: Dispatch, source: ShaderSource, store?: ShaderStore): CompiledShader {
  const { text, intrinsics, key } = source;
  try {
    const compile = () => compileShader(text, intrinsics);
    return compiled.get(key, () => store?.compiled(key, compile) ?? compile());
  } catch (error) {
    if (!(error instanceof WgslError)) throw error;
    const { lines } = shaderOf(dispatch, textNow, false);
    const { file, line } = lines[error.line - 1] ?? { file: dispatch.kernel, line: 0 };
    const wrong = text.split("\n")[error.line - 1] ?? "";
    throw new Error(`wgsl/${file}.wgsl:${line}: ${error.message}\n    ${wrong.trim()}`, { cause: error });
  }
}
