/**
 * The instructions of Stim's circuit language, as far as this project reads them, by what they do to Pauli operators. Signs do not matter
 * for errors, so gates that differ in signs alone share a row.
 * Source: Gidney, "Stim: a fast stabilizer circuit simulator", Quantum 5, 497 (2021), and the gate reference of Stim 1.16.
 */

/** A Pauli operator on one or two qubits, as Stim writes it: `X`, `ZX`, with `_` for the identity. */
type PauliText = string;

/** What an instruction does. */
export type Gate =
  /** Images of X and Z of one qubit. */
  | { readonly kind: "one"; readonly x: PauliText; readonly z: PauliText }
  /** Images of X and Z of the first qubit, then of the second. */
  | { readonly kind: "two"; readonly images: readonly [PauliText, PauliText, PauliText, PauliText] }
  /** Measurement of single qubits in a basis, a reset, or one after the other. */
  | { readonly kind: "measure"; readonly basis: Basis; readonly resets: boolean; readonly measures: boolean }
  /** Measurement of products of Pauli operators: of written ones, or of two equal ones on pairs of qubits. */
  | { readonly kind: "products"; readonly pair?: Basis }
  /** Results that are constant but for noise. */
  | { readonly kind: "constants" }
  /** Rotation by a quarter turn about products of Pauli operators. */
  | { readonly kind: "rotation" }
  /** Errors: a flip by one Pauli operator, a flip by the product of all targets (without `pauli`), or a channel. */
  | { readonly kind: "noise"; readonly noise: NoiseKind; readonly pauli?: Basis }
  /** Errors of single qubits that a result announces: of all Pauli operators equally often, or by four probabilities. */
  | { readonly kind: "heralded"; readonly channel: "erase" | "pauli" }
  | { readonly kind: "detector" | "observable" | "shift" | "nothing" };

/** A Pauli operator other than the identity. */
export type Basis = "X" | "Y" | "Z";

/** A way in which an instruction's arguments give the probabilities of its errors. */
export type NoiseKind = "flip" | "else" | "depolarize1" | "depolarize2" | "channel1" | "channel2" | "heralded";

const one = (x: PauliText, z: PauliText): Gate => ({ kind: "one", x, z });
const two = (...images: [PauliText, PauliText, PauliText, PauliText]): Gate => ({ kind: "two", images });
const measure = (basis: Basis): Gate => ({ kind: "measure", basis, resets: false, measures: true });
const reset = (basis: Basis): Gate => ({ kind: "measure", basis, resets: true, measures: false });
const both = (basis: Basis): Gate => ({ kind: "measure", basis, resets: true, measures: true });
const flip = (pauli: Basis): Gate => ({ kind: "noise", noise: "flip", pauli });
const noise = (kind: NoiseKind): Gate => ({ kind: "noise", noise: kind });
const NOTHING: Gate = { kind: "nothing" };

/** Gates by name; names that Stim has for the same gate stand in one entry. */
const ROWS: readonly (readonly [names: string, gate: Gate])[] = [
  ["I X Y Z", one("X", "Z")],
  ["H H_XZ H_NXZ", one("Z", "X")],
  ["H_XY H_NXY S S_DAG SQRT_Z SQRT_Z_DAG", one("Y", "Z")],
  ["H_YZ H_NYZ SQRT_X SQRT_X_DAG", one("X", "Y")],
  ["SQRT_Y SQRT_Y_DAG", one("Z", "X")],
  ["C_XYZ C_NXYZ C_XNYZ C_XYNZ", one("Y", "X")],
  ["C_ZYX C_NZYX C_ZNYX C_ZYNX", one("Z", "Y")],
  ["CX CNOT ZCX", two("XX", "Z_", "_X", "ZZ")],
  ["CY ZCY", two("XY", "Z_", "ZX", "ZZ")],
  ["CZ ZCZ", two("XZ", "Z_", "ZX", "_Z")],
  ["XCX", two("X_", "ZX", "_X", "XZ")],
  ["XCY", two("X_", "ZY", "XX", "XZ")],
  ["XCZ", two("X_", "ZZ", "XX", "_Z")],
  ["YCX", two("XX", "ZX", "_X", "YZ")],
  ["YCY", two("XY", "ZY", "YX", "YZ")],
  ["YCZ", two("XZ", "ZZ", "YX", "_Z")],
  ["SWAP", two("_X", "_Z", "X_", "Z_")],
  ["ISWAP ISWAP_DAG", two("ZY", "_Z", "YZ", "Z_")],
  ["CXSWAP", two("XX", "_Z", "X_", "ZZ")],
  ["SWAPCX", two("_X", "ZZ", "XX", "Z_")],
  ["CZSWAP SWAPCZ", two("ZX", "_Z", "XZ", "Z_")],
  ["SQRT_XX SQRT_XX_DAG", two("X_", "YX", "_X", "XY")],
  ["SQRT_YY SQRT_YY_DAG", two("ZY", "XY", "YZ", "YX")],
  ["SQRT_ZZ SQRT_ZZ_DAG", two("YZ", "Z_", "ZY", "_Z")],
  ["II", two("X_", "Z_", "_X", "_Z")],
  ["M MZ", measure("Z")],
  ["MX", measure("X")],
  ["MY", measure("Y")],
  ["R RZ", reset("Z")],
  ["RX", reset("X")],
  ["RY", reset("Y")],
  ["MR MRZ", both("Z")],
  ["MRX", both("X")],
  ["MRY", both("Y")],
  ["MPP", { kind: "products" }],
  ["MXX", { kind: "products", pair: "X" }],
  ["MYY", { kind: "products", pair: "Y" }],
  ["MZZ", { kind: "products", pair: "Z" }],
  ["MPAD", { kind: "constants" }],
  ["SPP SPP_DAG", { kind: "rotation" }],
  ["X_ERROR", flip("X")],
  ["Y_ERROR", flip("Y")],
  ["Z_ERROR", flip("Z")],
  ["E CORRELATED_ERROR", noise("flip")],
  ["ELSE_CORRELATED_ERROR", noise("else")],
  ["HERALDED_ERASE", { kind: "heralded", channel: "erase" }],
  ["HERALDED_PAULI_CHANNEL_1", { kind: "heralded", channel: "pauli" }],
  ["DEPOLARIZE1", noise("depolarize1")],
  ["DEPOLARIZE2", noise("depolarize2")],
  ["PAULI_CHANNEL_1", noise("channel1")],
  ["PAULI_CHANNEL_2", noise("channel2")],
  ["DETECTOR", { kind: "detector" }],
  ["OBSERVABLE_INCLUDE", { kind: "observable" }],
  ["SHIFT_COORDS", { kind: "shift" }],
  ["TICK QUBIT_COORDS I_ERROR II_ERROR", NOTHING],
];

/** The instructions that circuits may have, by their names in capital letters. */
export const GATES: ReadonlyMap<string, Gate> = new Map(
  ROWS.flatMap(([names, gate]) => names.split(" ").map((name) => [name, gate] as const)),
);
