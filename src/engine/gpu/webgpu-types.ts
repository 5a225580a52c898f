/** `GPUAdapter` if TypeScript declares WebGPU's types, as version 6.0 and later do; else any object. */
export type WebGpuAdapter = typeof globalThis extends { GPUAdapter: { prototype: infer Adapter } } ? Adapter : object;

/** Reads a text file of the package: fetch in a browser, the file system in Node. */
export type TextLoader = (url: URL) => Promise<string>;
