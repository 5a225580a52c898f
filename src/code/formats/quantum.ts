import { InputError } from "../../errors.ts";
import { galoisField } from "../../galois/field.ts";
import { readCircuit } from "../../quantum/circuit.ts";
import { demText, readDem } from "../../quantum/dem.ts";
import { type ErrorModel, errorModel } from "../../quantum/error-model.ts";
import { type DecodingGraph, gariGraph, modelGraph } from "../../quantum/rewire.ts";
import type { Code } from "../code.ts";
import { type Entry, type ParityCheckMatrix, parityCheckMatrix } from "../parity-check-matrix.ts";
import type { FileContent, MatrixFormat } from "./format.ts";

/**
 * The code of an error model: its detectors as checks, its mechanisms as symbols. Detectors that no mechanism flips are no checks.
 * @param file the model's name in error messages.
 * @throws InputError for a model without detectors or mechanisms.
 */
export function codeOfModel(model: ErrorModel, file: string): FileContent {
  const graph = modelGraph(model);
  if (graph.checks.length === 0)
    throw new InputError("no error flips a detector: there is nothing to decode", { file });
  return { matrix: matrixOf(graph), model };
}

/** The same on a rewired graph. @throws InputError as `codeOfModel` and `gariGraph`. */
export function rewiredCode(model: ErrorModel, file: string): FileContent & Pick<Code, "rewired"> {
  const rewired = gariGraph(model, file);
  return { matrix: matrixOf(rewired), model, rewired };
}

function matrixOf({ variables, checks }: DecodingGraph): ParityCheckMatrix {
  const rows = checks.map((row) => row.map((n): Entry => [n, 1]));
  return parityCheckMatrix(galoisField(2), variables, rows);
}

/** Detector error models of Stim. */
export const dem: MatrixFormat = {
  description: "detector error model of Stim: error, detector, repeat",
  extensions: [".dem"],
  holds: [],
  read: (text, { file }) => codeOfModel(readDem(text, file), file),
  write({ model, name }) {
    if (model === undefined) throw new InputError(`${name} is no error model, which dem files hold`);
    return demText(model);
  },
};

/** Circuits of Stim, whose error model is the code. */
export const stim: MatrixFormat = {
  description: "quantum circuit of Stim with noise, read as its detector error model",
  extensions: [".stim"],
  holds: [],
  read: (text, { file }) => codeOfModel(errorModel(readCircuit(text, file), file), file),
  write({ name }) {
    throw new InputError(`${name}: a code is no circuit: write --to dem, the error model`);
  },
};
