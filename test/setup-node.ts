// Gives the tests in Node what they find in a browser: `navigator.gpu` and WebGPU's constants.
import { create, globals } from "@webgpu/node";

Object.assign(globalThis, globals);

// If V8 collects what `create` returned, the process dies at random: hold it here for as long as the process lives.
let gpu: GPU | undefined;

const environment = globalThis.navigator ?? Object.defineProperty(globalThis, "navigator", { value: {} }).navigator;
Object.defineProperty(environment, "gpu", {
  configurable: true,
  get: () => {
    gpu ??= create([]);
    return gpu;
  },
});
