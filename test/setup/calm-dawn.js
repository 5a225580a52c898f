// Loaded into every Node process of the tests, those that they start too (vitest.config.ts). While a promise of Dawn's is
// pending, Dawn asks for `setImmediate` again and again: a loop that keeps a core busy, which the software device needs.
// Of a thousandth of a second between two questions nothing is noticed.
const PAUSE_MS = 1;

const { setImmediate } = globalThis;
const isNative = (callback) => Function.prototype.toString.call(callback).endsWith("{ [native code] }");

globalThis.setImmediate = Object.assign(
  (callback, ...values) =>
    isNative(callback) ? setTimeout(callback, PAUSE_MS, ...values) : setImmediate(callback, ...values),
  setImmediate,
);
