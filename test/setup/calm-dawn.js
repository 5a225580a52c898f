// Every Node process of the tests, and every process that they start, loads this file (vitest.config.ts). While a promise of Dawn's is
// pending, Dawn calls `setImmediate` in a loop, which keeps a core busy that the software device needs. A pause of a millisecond between
// two calls has no visible effect.
const PAUSE_MS = 1;

const { setImmediate } = globalThis;
const isNative = (callback) => Function.prototype.toString.call(callback).endsWith("{ [native code] }");

globalThis.setImmediate = Object.assign(
  (callback, ...values) =>
    isNative(callback) ? setTimeout(callback, PAUSE_MS, ...values) : setImmediate(callback, ...values),
  setImmediate,
);
