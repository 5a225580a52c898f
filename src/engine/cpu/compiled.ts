import { InputError } from "../../errors.ts";
import { type BufferData, type ElementType, type KernelCall, type SimdMemory, writeRun } from "../../gpu/kernel.ts";
import { bufferElements, type Dispatch, type ProgramBuffer } from "../../gpu/program.ts";
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
import { type Exports, instantiate, moduleBytes } from "../../wgsl-cpu/wasm.ts";
import { intrinsicsOf, shaderError, shaderOf, textNow } from "../shader.ts";

/** A store that keeps compiled shaders for several processes or threads. */
export interface ShaderStore {
  /**
   * The stored shader of a key, or the one that `compile` makes, which is then stored; a promise of it if another thread may have it. An
   * engine whose store gives promises takes one call at a time.
   * @param key the whole text of the shader and its intrinsics.
   */
  compiled(key: string, compile: () => CompiledShader): CompiledShader | Promise<CompiledShader>;
  /** The machine's compiler of C; undefined if it has none. */
  readonly native?: NativeShaders;
}

/** Most 32-bit words of the vectors of kernels: of WebAssembly's, or of native code's, which runs for longer. */
export const vectorWords = (store?: ShaderStore): Lanes => store?.native?.lanes ?? 4;

/** 32-bit words of a vector. */
export type Lanes = 4 | 8 | 16;

/** Shaders that the machine's compiler of C made. Their bits are those of WebAssembly. */
export interface NativeShaders {
  /** Words of the processor's vectors. */
  readonly lanes: Lanes;
  /** The shader of a key for vectors of so many words, if it was compiled before. */
  kept(key: string, lanes: Lanes): NativeShader | undefined;
  /**
   * Compiles a shader beside the run.
   * @returns undefined if another process does so, or it fails.
   */
  compiled(source: ShaderSource, lanes: Lanes): Promise<NativeShader | undefined>;
}

/** The functions of a shader (wgsl-cpu/c.ts) over a memory and the address of a descriptor in it. */
export interface NativeShader {
  /** Bytes of scratch memory that the functions need. */
  readonly scratchBytes: number;
  readonly first: NativeFunction;
  readonly later?: NativeFunction;
}
type NativeFunction = (memory: ArrayBufferLike, descriptor: number) => void;

/**
 * A shader is compiled to native code after all its kernels have run for so many seconds in WebAssembly, which is about what its compilation
 * takes (GCC 12: 0.3 s for 5 kB of WebAssembly, 2.1 s for 91 kB, 10 s for 315 kB): what has run so long is likely to run on. After a failure it
 * waits as long again.
 */
const wasmSeconds = ({ bytes }: CompiledShader) => Math.min(2, 0.25 + bytes.length / 40_000);

/** A shader in WebAssembly that may become native: the seconds until it is compiled, and what was made of it. */
interface NativeWait {
  seconds: number;
  made?: NativeShader;
}
const waits = new WeakMap<NativeShaders, Recent<string, NativeWait>>();

function nativeWait(native: NativeShaders, key: string, lanes: Lanes, seconds: number): NativeWait {
  const all = waits.get(native) ?? new Recent<string, NativeWait>(1024);
  waits.set(native, all);
  return all.get(`${lanes} ${key}`, () => ({ seconds }));
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

/** @param lanes words of the vectors of native code. @param store keeps compiled shaders; none if left out. */
export function compiledKernel(
  dispatch: Dispatch,
  buffers: readonly BufferData[],
  memory: ProgramMemory,
  lanes: Lanes,
  store?: ShaderStore,
): CompiledKernel {
  let run: ((call: KernelCall) => void) | undefined;
  let waiting: Promise<void> | undefined;
  let source: ShaderSource;
  // A text of the user may read and write outside of its buffers, which WebAssembly confines to the program's memory.
  const native = dispatch.variant?.texts === undefined ? store?.native : undefined;
  /** Undefined if native code runs, or never will. */
  let wait: NativeWait | undefined;
  let seconds: number;
  const runNative = (shader: NativeShader) => {
    const { first, later = first } = shader;
    const [begin, go] = [first, later].map((run) => (descriptor: number) => run(memory.bytes, descriptor));
    run = callOf(begin, go, shader.scratchBytes, buffers, memory);
    wait = undefined;
  };
  const ready = () => {
    if (run !== undefined || waiting !== undefined) return waiting;
    source = sourceOf(dispatch);
    // Whole shots and others have as few invocations as a vector of WebAssembly has words. They would leave most of a wider vector empty.
    const suits = native !== undefined && invocationsOf(source.text) >= lanes;
    const known = suits ? native.kept(source.key, lanes) : undefined;
    if (known !== undefined) return void runNative(known);
    const instantiate = (shader: CompiledShader) => {
      const { first, later = first } = memory.instance(source.key, () => shader.bytes);
      run = callOf(first, later, shader.scratchBytes, buffers, memory);
      waiting = undefined;
      seconds = wasmSeconds(shader);
      if (suits) wait = nativeWait(native, source.key, lanes, seconds);
    };
    const shader = compiledShader(dispatch, source, store);
    if (shader instanceof Promise) waiting = shader.then(instantiate);
    else instantiate(shader);
    return waiting;
  };
  const askNative = (asked: NativeWait) => {
    asked.seconds = Number.POSITIVE_INFINITY;
    native!.compiled(source, lanes).then((shader) => {
      asked.made = shader;
      if (shader === undefined) asked.seconds = seconds;
    });
  };
  return {
    ready,
    run(call) {
      if (run === undefined && ready() !== undefined) throw new Error(`${dispatch.kernel} runs before it is compiled`);
      if (wait?.made !== undefined) runNative(wait.made);
      if (wait === undefined) return run!(call);
      const begin = performance.now();
      run!(call);
      wait.seconds -= (performance.now() - begin) / 1000;
      if (wait.seconds <= 0) askNative(wait);
    },
  };
}

/** Calls of a shader's functions for iteration 0 and for the later iterations, which take the address of a descriptor. */
function callOf(
  first: (descriptor: number) => void,
  later: (descriptor: number) => void,
  scratchBytes: number,
  buffers: readonly BufferData[],
  memory: ProgramMemory,
): (call: KernelCall) => void {
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
    descriptor[0] = range.from;
    descriptor[1] = range.to;
    descriptor[2] = range.firstSlot;
    descriptor[3] = range.lastSlot;
    writeRun(descriptor, floats, RUN_WORD, parameters, iteration, parameters.frames);
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

/** Invocations of a workgroup, if the shader's text says a number or names one, with a constant between at most; else it has many. */
function invocationsOf(text: string): number {
  let word = /^@compute @workgroup_size\((\w+)\)/m.exec(text)?.[1] ?? "";
  for (let names = 0; names < 2 && /^[A-Z]/.test(word); names++) {
    word = new RegExp(`^const ${word}: u32 = (\\w+);`, "m").exec(text)?.[1] ?? "";
  }
  return /^\d/.test(word) ? Number.parseInt(word, 10) : Number.POSITIVE_INFINITY;
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

const PAGE = 65_536;
/** Most bytes of a WebAssembly memory. */
export const MEMORY_MOST = 2 ** 32;
/** Buffers begin at multiples of a cache line. */
const LINE = 64;
/**
 * Bytes of the memory beside the buffers for the computations of kernels (`SimdMemory.words`): SCRATCH, and PER_WORD for each word of a frame,
 * because arrays of a kernel grow with the degrees of checks, as far as 4 GiB have room. What no kernel touches costs nothing.
 */
const SCRATCH = 2 ** 23;
const PER_WORD = 16;

/** A program's buffers in one WebAssembly memory. */
export interface ProgramMemory extends SimdMemory {
  readonly bytes: ArrayBuffer;
  readonly buffers: Readonly<Record<string, BufferData>>;
  /**
   * Instantiates a module over this memory; all programs share its compilation. @param key equal keys must mean equal
   * bytes.
   */
  instance(key: string, bytes: () => Uint8Array<ArrayBuffer>): Exports;
  /** Address of scratch memory, which kernels use one after the other. */
  scratch(bytes: number): number;
}

/** Compiled modules by their keys, for all programs. */
const modules = new Recent<string, WebAssembly.Module>(1024);

/**
 * Allocates a program's buffers, and fills the buffers that have data.
 * @param slots number of frame slots.
 * @param frames number of frames of a run; buffers per chunk are sized by it.
 * @throws InputError for more than 4 GiB, RangeError if the memory cannot be allocated.
 */
export function programMemory(
  definition: Readonly<Record<string, ProgramBuffer>>,
  slots: number,
  frames: number,
): ProgramMemory {
  const places: [name: string, type: ElementType, length: number, at: number][] = [];
  // The first page stays empty, so that an address minus an instruction's offset is never negative.
  let end = PAGE;
  let ofFrame = 0;
  for (const [name, buffer] of Object.entries(definition)) {
    const length = bufferElements(buffer, buffer.perChunk ? frames : slots);
    places.push([name, buffer.type, length, end]);
    end = LINE * Math.ceil((end + 4 * length) / LINE);
    ofFrame += buffer.length;
  }
  let free = end;
  if (end + SCRATCH > MEMORY_MOST) {
    const gib = ((end + SCRATCH) / 2 ** 30).toFixed(1);
    throw new InputError(
      `${slots} frames at once need ${gib} GiB, and on a CPU a program has 4 GiB at most: use a GPU`,
    );
  }
  const limit = Math.min(end + SCRATCH + PER_WORD * ofFrame, MEMORY_MOST);
  const memory = new WebAssembly.Memory({ initial: Math.ceil(limit / PAGE) });
  const buffers: Record<string, BufferData> = {};
  for (const [name, type, length, at] of places) {
    buffers[name] = view(memory, type, at, length);
    const { data } = definition[name];
    if (data !== undefined) buffers[name].set(data);
  }
  const instances = new Map<string, Exports>();
  const instance = (key: string, bytes: () => Uint8Array<ArrayBuffer>) => {
    const known = instances.get(key);
    if (known !== undefined) return known;
    const module = modules.get(key, () => new WebAssembly.Module(bytes()));
    const made = instantiate(module, memory);
    instances.set(key, made);
    return made;
  };
  const words = (count: number) => {
    const at = free;
    free = LINE * Math.ceil((at + 4 * count) / LINE);
    if (free > limit) throw new Error(`kernels take more than ${limit - end} bytes beside a program's buffers`);
    return view(memory, "u32", at, count) as Uint32Array;
  };
  let scratch: Uint32Array = new Uint32Array(0);
  return {
    bytes: memory.buffer,
    buffers,
    functions: (key, make) => instance(key, () => moduleBytes(make())),
    instance,
    words,
    scratch(bytes) {
      if (bytes > scratch.byteLength) scratch = words(Math.ceil(bytes / 4));
      return scratch.byteOffset;
    },
  };
}

function view(
  { buffer }: Pick<WebAssembly.Memory, "buffer">,
  type: ElementType,
  at: number,
  length: number,
): BufferData {
  if (type === "f32") return new Float32Array(buffer, at, length);
  return type === "i32" ? new Int32Array(buffer, at, length) : new Uint32Array(buffer, at, length);
}
