// The door of the compiler: WGSL text in, a WebAssembly module out (README.md). Kernels declare intrinsics by intrinsic.ts, and those by hand
// use the assembler in wasm.ts.
export { type CompiledShader, compileShader, type ShaderInC, shaderInC } from "./compile.ts";
export { BUFFERS_WORD, RUN_WORD, SCRATCH_WORD } from "./descriptor.ts";
export type { Intrinsics } from "./intrinsic.ts";
export { WgslError } from "./syntax.ts";
