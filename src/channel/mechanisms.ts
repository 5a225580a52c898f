import { InputError } from "../errors.ts";
import { printable } from "../printable.ts";
import type { ChannelKind, OptionValues } from "./channel-kind.ts";
import type { DiscreteChannel } from "./discrete-channel.ts";

/** What the two parameters of error models have in common: the noise is the model's own, mechanism by mechanism. */
const MECHANISMS = {
  use: { alphabet: "mechanism" },
  needsTables: true,
  seldom: true,
  better: "smaller",
  at: (): DiscreteChannel => ({ alphabet: "mechanism", amplitude: 0, llrScale: 1, noise: new Uint32Array(0) }),
  moments(): never {
    throw new InputError("the noise of a quantum circuit limits no code of a rate");
  },
} as const;

/** The noise of a quantum circuit by its error rate: every noise argument of the circuit is a multiple of it. */
export const circuitErrorRate = {
  ...MECHANISMS,
  name: "circuit",
  parameter: "p",
  column: "circuit",
  title: "noise of a quantum circuit or code",
  label: "p",
  markup: "<i>p</i>",
  axis: "<i>p</i> (physical error rate)",
  help: "noise of a quantum circuit or code by its error rate: --circuit, or a pair of codes over the depolarizing channel",
  example: "0.001:0.001:0.004",
  fault: (value) => (value > 0 && value <= 0.5 ? undefined : "an error rate is above 0 and at most 1/2"),
  span: () => [0.5, 1e-9],
} as const satisfies ChannelKind;

/** Shares of X, Y and Z in a Pauli channel, up to a factor. */
const SHARES = /^\d*\.?\d+(?:,\d*\.?\d+){2}$/;

/** Errors X, Y and Z of the qubits of a pair of codes: the error rate is that of all three. */
export const depolarizing = {
  ...circuitErrorRate,
  name: "depolarizing",
  column: "depolarizing",
  title: "depolarizing channel",
  help: "errors X, Y and Z of the qubits of a pair of codes, with this probability in all",
  options: {
    pauli: {
      describe: "depolarizing: how often errors are X, Y and Z, up to a factor; --p is the probability of all three",
      placeholder: "X,Y,Z",
      example: "1,1,8",
      default: "1,1,1",
      json: "text",
      read(text, label) {
        if (SHARES.test(text) && Number(text.replaceAll(",", "")) > 0) return text;
        throw new InputError(`${label} ${printable(text)}: give the shares of X, Y and Z errors, such as 1,1,8`);
      },
    },
  },
} as const satisfies ChannelKind;

/** p_X, p_Y and p_Z for an error rate of 1; undefined where they are equal. */
export function pauliShares(options: OptionValues = {}): readonly number[] | undefined {
  if (options.pauli === undefined) return undefined;
  const shares = String(options.pauli).split(",").map(Number);
  const total = shares[0] + shares[1] + shares[2];
  return shares.map((share) => share / total);
}

/** The probabilities of an error model, all times a factor. */
export const modelFactor = {
  ...MECHANISMS,
  name: "error-model",
  parameter: "factor",
  column: "error-model",
  title: "mechanisms of an error model",
  label: "factor",
  markup: "factor",
  axis: "factor of the probabilities of the error model",
  help: "noise of --circuit or --dem, every probability times this factor",
  example: "0.5:0.5:1",
  fault: (value) => (value > 0 && Number.isFinite(value) ? undefined : "a factor is above 0"),
  span: () => [1e3, 1e-9],
} as const satisfies ChannelKind;
