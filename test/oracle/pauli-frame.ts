import { type Circuit, type Instruction, isLoop, type Step } from "../../src/quantum/circuit.ts";
import type { Basis } from "../../src/quantum/gates.ts";
import { independentProbabilities, oddOf } from "../../src/quantum/noise.ts";

/** Probabilities of symptoms such as `D0 D3 L1`. */
export type Symptoms = ReadonlyMap<string, number>;

/**
 * The error model of a circuit by brute force: each single error of each noise instruction is carried forward through the rest of the
 * circuit as a Pauli frame, and the detectors of the flipped results are read off. Quadratic in the length of the circuit.
 */
export function forwardModel(circuit: Circuit): Symptoms {
  const instructions = flattened(circuit.steps);
  const symptoms = new Map<string, number>();
  const add = (symptom: string, probability: number) => {
    if (symptom !== "" && probability > 0) symptoms.set(symptom, oddOf(symptoms.get(symptom) ?? 0, probability));
  };
  let measured = 0;
  for (const [at, { gate, targets, args }] of instructions.entries()) {
    const measures = gate.kind === "products" || (gate.kind === "measure" && gate.measures);
    if (measures && (args[0] ?? 0) > 0) {
      for (let i = 0; i < targets.length; i++) add(symptomOf(circuit, instructions, [], at, measured + i), args[0]);
    }
    if (measures) measured += targets.length;
    if (gate.kind !== "noise") continue;
    const each = independentProbabilities({ kind: gate.noise, args }, 1);
    const wide = gate.noise === "depolarize2" || gate.noise === "channel2" ? 2 : 1;
    for (let i = 0; i < targets.length; i += wide) {
      const qubits = targets.slice(i, i + wide).map((target) => (target as { qubit: number }).qubit);
      const paulis =
        gate.pauli === undefined
          ? Array.from({ length: 4 ** wide - 1 }, (_, k) => k + 1)
          : [".XYZ".indexOf(gate.pauli)];
      for (const pauli of paulis) {
        const error = qubits.map((qubit, k) => ({ qubit, pauli: "IXYZ"[(pauli >> (2 * (wide - 1 - k))) & 3] }));
        add(symptomOf(circuit, instructions, error, at), each.length === 1 ? each[0] : each[pauli - 1]);
      }
    }
  }
  return symptoms;
}

function flattened(steps: readonly Step[]): Instruction[] {
  return steps.flatMap((step) =>
    isLoop(step) ? Array.from({ length: step.repeats }, () => flattened(step.body)).flat() : [step],
  );
}

/** The symptom of an error behind instruction `at`, or of a wrong result. */
function symptomOf(
  circuit: Circuit,
  instructions: readonly Instruction[],
  error: readonly { readonly qubit: number; readonly pauli: string }[],
  at: number,
  wrongResult = -1,
): string {
  const x = new Uint8Array(circuit.qubits);
  const z = new Uint8Array(circuit.qubits);
  const multiply = (pauli: string, qubit: number) => {
    if (pauli === "X" || pauli === "Y") x[qubit] ^= 1;
    if (pauli === "Z" || pauli === "Y") z[qubit] ^= 1;
  };
  const flips = (pauli: Basis, qubit: number) =>
    pauli === "X" ? z[qubit] : pauli === "Z" ? x[qubit] : x[qubit] ^ z[qubit];
  const results: number[] = [];
  let detector = 0;
  const flipped = new Set<string>();
  const toggle = (name: string) => void (flipped.has(name) ? flipped.delete(name) : flipped.add(name));
  for (const [i, { gate, targets, args }] of instructions.entries()) {
    const odd = () =>
      targets.reduce((sum, target) => {
        if ("back" in target) return sum ^ results[results.length - target.back];
        return "product" in target
          ? target.product.reduce((all, { pauli, qubit }) => all ^ flips(pauli, qubit), sum)
          : sum;
      }, 0);
    if (gate.kind === "one") {
      for (const target of targets) apply([(target as { qubit: number }).qubit], [gate.x, gate.z]);
    } else if (gate.kind === "two") {
      for (let k = 0; k < targets.length; k += 2) {
        const [a, b] = [targets[k], targets[k + 1]];
        if ("back" in a) {
          if (results[results.length - a.back] === 1) multiply(gate.images[0][1], (b as { qubit: number }).qubit);
        } else
          apply(
            [a, b].map((target) => (target as { qubit: number }).qubit),
            gate.images,
          );
      }
    } else if (gate.kind === "measure") {
      for (const target of targets) {
        const { qubit } = target as { qubit: number };
        if (gate.measures) results.push(flips(gate.basis, qubit) ^ Number(results.length === wrongResult));
        if (gate.resets) x[qubit] = z[qubit] = 0;
      }
    } else if (gate.kind === "products") {
      for (const target of targets) {
        const { product } = target as { product: readonly { pauli: Basis; qubit: number }[] };
        const flip = product.reduce((sum, { pauli, qubit }) => sum ^ flips(pauli, qubit), 0);
        results.push(flip ^ Number(results.length === wrongResult));
      }
    } else if (gate.kind === "detector") {
      if (odd() === 1) toggle(`D${detector}`);
      detector++;
    } else if (gate.kind === "observable" && odd() === 1) toggle(`L${args[0]}`);
    if (i === at) for (const { qubit, pauli } of error) multiply(pauli, qubit);
  }
  return [...flipped].sort().join(" ");

  function apply(qubits: readonly number[], images: readonly string[]): void {
    const before = qubits.flatMap((qubit) => [x[qubit], z[qubit]]);
    for (const qubit of qubits) x[qubit] = z[qubit] = 0;
    for (const [k, has] of before.entries()) {
      if (has === 1) for (const [j, qubit] of qubits.entries()) multiply(images[k][j], qubit);
    }
  }
}
