import type { BufferData, KernelCall } from "../../gpu/kernel.ts";
import type { Dispatch } from "../../gpu/program.ts";
import { Recent } from "../../recent.ts";
import {
  BUFFERS_WORD,
  type CompiledShader,
  compileShader,
  type Intrinsics,
  RUN_WORD,
  SCRATCH_WORD,
  WgslError,
} from "../../wgsl-cpu/index.ts";
import { intrinsicsOf, shaderError, shaderOf } from "../shader.ts";
import type { ProgramMemory } from "./memory.ts";
import { textNow } from "./shader-texts.ts";

/** A store that keeps compiled shaders for several processes or threads. */
export interface ShaderStore {
  /**
   * The stored shader of a key, or the one that `compile` makes, which is then stored; a promise of it if another thread may have it. An
   * engine whose store gives promises takes one call at a time.
   * @param key the whole text of the shader and its intrinsics.
   */
  compiled(key: string, compile: () => CompiledShader): CompiledShader | Promise<CompiledShader>;
}

/** Compiled shaders by their keys, for all programs of a process or thread; a program has some twenty. */
const compiled = new Recent<string, CompiledShader | Promise<CompiledShader>>(1024);

/** A dispatch's kernel, compiled from WGSL to WebAssembly SIMD when it is needed, because many programs are made only to be described. */
export interface CompiledKernel {
  /**
   * Compiles the kernel, or takes it from the store.
   * @returns a promise while the store waits for the shader.
   * @throws Error with file, line and source line if the shader is not of the language that is compiled. The promise is rejected with it too.
   */
  ready(): Promise<void> | undefined;
  /** Runs the kernel, which becomes ready before if its store gives no promises. */
  run(call: KernelCall): void;
}

/** @param store keeps compiled shaders; none if left out. */
export function compiledKernel(
  dispatch: Dispatch,
  buffers: readonly BufferData[],
  memory: ProgramMemory,
  store?: ShaderStore,
): CompiledKernel {
  let run: ((call: KernelCall) => void) | undefined;
  let waiting: Promise<void> | undefined;
  const ready = () => {
    if (run !== undefined || waiting !== undefined) return waiting;
    const source = sourceOf(dispatch);
    const instantiate = (shader: CompiledShader) => {
      run = instanceOf(source.key, shader, buffers, memory);
      waiting = undefined;
    };
    const shader = compiledShader(dispatch, source, store);
    if (shader instanceof Promise) waiting = shader.then(instantiate);
    else instantiate(shader);
    return waiting;
  };
  return {
    ready,
    run(call) {
      if (run === undefined && ready() !== undefined) throw new Error(`${dispatch.kernel} runs before it is compiled`);
      run!(call);
    },
  };
}

/** A shader over a program's memory. */
function instanceOf(
  key: string,
  { bytes, scratchBytes }: CompiledShader,
  buffers: readonly BufferData[],
  memory: ProgramMemory,
): (call: KernelCall) => void {
  const { first, later = first } = memory.instance(key, () => bytes);
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

function compiledShader(
  dispatch: Dispatch,
  { text, intrinsics, key }: ShaderSource,
  store?: ShaderStore,
): CompiledShader | Promise<CompiledShader> {
  const compile = () => {
    try {
      return compileShader(text, intrinsics);
    } catch (error) {
      throw error instanceof WgslError ? errorInFile(dispatch, text, error) : error;
    }
  };
  return compiled.get(key, () => store?.compiled(key, compile) ?? compile());
}

/** An error of an assembled shader with the file, the line and the source line that it comes from. */
function errorInFile(dispatch: Dispatch, text: string, error: WgslError): Error {
  const { lines } = shaderOf(dispatch, textNow, false);
  const { file, line } = lines[error.line - 1] ?? { file: dispatch.kernel, line: 0 };
  const wrong = text.split("\n")[error.line - 1] ?? "";
  return shaderError(dispatch, `${error.message}\n    ${wrong.trim()}`, { file, line }, error);
}
