import { InputError } from "../../errors.ts";
import { galoisField } from "../../galois/field.ts";
import { DETECTORS_MAXIMUM, OBSERVABLES_MAXIMUM, readCircuit } from "../../quantum/circuit.ts";
import { demText, MECHANISMS_MAXIMUM, readDem } from "../../quantum/dem.ts";
import { type ErrorModel, errorModel, ModelBuilder } from "../../quantum/error-model.ts";
import { type DecodingGraph, gariGraph, modelGraph } from "../../quantum/rewire.ts";
import type { Code } from "../code.ts";
import { type Entry, type ParityCheckMatrix, parityCheckMatrix } from "../parity-check-matrix.ts";
import type { ArrayEntries } from "./arrays.ts";
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

/**
 * An error model of three arrays, as Python programs keep it: a row for each detector, a row for each observable, a probability for each
 * column. Columns with equal symptoms become one.
 * @param checks, observables entries of the arrays, with the names of their files; priors [N].
 * @throws InputError for arrays that do not fit each other, entries other than 0 and 1, or values that are no probabilities.
 */
export function modelOfArrays(
  checks: ArrayEntries & { readonly file: string },
  observables: ArrayEntries & { readonly file: string },
  priors: { readonly values: ArrayLike<number>; readonly file: string },
): ErrorModel {
  const { columns } = checks;
  if (observables.columns !== columns) {
    throw new InputError(`has ${observables.columns} columns, and ${checks.file} ${columns}`, observables);
  }
  if (priors.values.length !== columns) {
    throw new InputError(`has ${priors.values.length} probabilities, and ${checks.file} ${columns} columns`, priors);
  }
  const ofColumns = ({ rows, row, column, value, file }: typeof checks, most: number) => {
    if (rows > most) throw new InputError(`has ${rows} rows: at most ${most} are read`, { file });
    const lists: number[][] = Array.from({ length: columns }, () => []);
    for (let i = 0; i < row.length; i++) {
      if (!(Number.isInteger(row[i]) && row[i] >= 0 && row[i] < rows && lists[column[i]] !== undefined)) {
        throw new InputError(`an entry in row ${row[i]} and column ${column[i]} is outside`, { file });
      }
      if (value[i] !== 0 && value[i] !== 1)
        throw new InputError(`has the value ${value[i]}, neither 0 nor 1`, { file });
      if (value[i] === 1) lists[column[i]].push(row[i]);
    }
    return lists;
  };
  if (columns > MECHANISMS_MAXIMUM) {
    throw new InputError(`has ${columns} columns: at most ${MECHANISMS_MAXIMUM} are read`, checks);
  }
  const [detectors, flips] = [ofColumns(checks, DETECTORS_MAXIMUM), ofColumns(observables, OBSERVABLES_MAXIMUM)];
  const builder = new ModelBuilder();
  for (let n = 0; n < columns; n++) {
    const p = priors.values[n];
    if (!(p >= 0 && p <= 1)) throw new InputError(`element ${n} is ${p}: a probability is from 0 to 1`, priors);
    if (p > 0) builder.addMechanism(detectors[n], flips[n], builder.noise({ kind: "flip", args: [p] }));
  }
  return builder.model({
    detectors: checks.rows,
    observables: observables.rows,
    basis: new Int8Array(checks.rows),
  });
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
