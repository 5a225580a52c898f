import { InputError } from "../errors.ts";
import type { ChannelKind } from "./channel-kind.ts";
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
  fault: (value) => (value > 0 && value < 1 ? undefined : "an error rate is above 0 and below 1"),
  span: () => [0.5, 1e-9],
} as const satisfies ChannelKind;

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
