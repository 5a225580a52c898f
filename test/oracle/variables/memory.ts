import { philox } from "../../../src/channel/random.ts";
import type { VariableOracle } from "../rule-oracle.ts";

/** γ of a code symbol. */
function gammaOf(text: string, seed: number, member: number, n: number): number {
  const uniform = /^uniform\((.+),(.+)\)$/.exec(text);
  if (uniform === null) return Number(text);
  const [from, to] = [Number(uniform[1]), Number(uniform[2])];
  const words = new Uint32Array(4);
  philox(n, 0, member, 7, seed, 0, words);
  return from + ((to - from) * (words[0] + 0.5)) / 2 ** 32;
}

export default {
  prior:
    ({ gamma, "gamma-seed": seed }, member) =>
    (channel, posterior, n, { add, portion }) =>
      add(channel, portion(add(posterior, -channel), gammaOf(String(gamma), Number(seed), member, n))),
  tolerance: 2 ** -11,
  values: { gamma: ["0.125", "uniform(-0.24,0.66)", "-0.3", "1"], "gamma-seed": [0, 5, 2 ** 32 - 1] },
} satisfies VariableOracle;
