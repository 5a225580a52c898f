import type { Code } from "../../code/code.ts";
import { npzEntries, readNpy } from "../../code/formats/arrays.ts";
import { VALUE_CONVENTIONS } from "../../code/formats/format.ts";
import { leftOut } from "../../code/formats/index.ts";
import { codeOfModel, modelOfArrays } from "../../code/formats/quantum.ts";
import { formatOfEnding, formatOfName } from "../../code/formats/read-code.ts";
import { InputError } from "../../errors.ts";
import { loadCode, readBytes } from "../../node/codes/codes.ts";
import { requireWritable, writeNewFile } from "../../node/disk/disk.ts";
import { PATH_SHOWN, printable } from "../../printable.ts";
import { atErrorRate } from "../../quantum/error-model.ts";
import { choice, defineCommand, flag, inGroup, number, parsed, text } from "../command-line/option.ts";
import { UsageError } from "../command-line/parse.ts";
import { CODE_FILE_OPTIONS, CODE_OPERAND, loadOptions } from "../options/code.ts";
import { printJson, say } from "../output.ts";

export default defineCommand({
  options: {
    code: CODE_OPERAND,
    ...inGroup("Output", {
      out: text({ placeholder: "FILE", example: "H.alist", required: true }, "file to write"),
      to: parsed(
        { placeholder: "FORMAT", example: "alist", defaultText: "by the file's ending" },
        "format of the file to write",
        (name) => formatOfName(name),
      ),
    }),
    ...inGroup("Code", {
      observables: text(
        { placeholder: "FILE", example: "observables.npz" },
        "of an error model whose detectors are the code's checks: matrix with a row for each observable",
      ),
      priors: text(
        { placeholder: "FILE", example: "priors.npy" },
        "with --observables: .npy file with the probability of each column",
      ),
    }),
    ...inGroup("Output", {
      p: number(
        { example: "0.003", above: 0, below: 1, defaultText: "that of the file" },
        "error rate of a quantum circuit's error model",
      ),
      "to-values": choice(
        VALUE_CONVENTIONS,
        { defaultText: "the format's convention" },
        "meaning of a non-zero value in the file to write",
      ),
      "drop-puncturing": flag("write the matrix alone where the code has punctured or shortened symbols"),
      force: flag("overwrite the file if it is there"),
      json: flag("print as JSON what was written"),
    }),
    ...CODE_FILE_OPTIONS,
  },
  examples: {
    "ldpc code convert nb620-gf32 --out nb620.alist": "a built-in code as a qary alist file",
    "ldpc code convert checks.npz --observables observables.npz --priors priors.npy --out model.dem":
      "arrays of SciPy and NumPy as a detector error model",
  },
  run(options) {
    const format = options.to ?? formatOfEnding(options.out, "--to");
    requireWritable(options.out, options);
    const isModel = (options.observables ?? options.priors) !== undefined;
    const read = isModel ? modelOfFiles(options.code, options) : loadCode(options.code, loadOptions(options));
    const code = withErrorRate(read, options.p);
    const wanted = { values: options.toValues, dropPuncturing: options.dropPuncturing };
    const content = "writeBytes" in format ? format.writeBytes(code, wanted) : format.write(code, wanted);
    writeNewFile(options.out, content, options.force);
    const lost = leftOut(code, format, wanted);
    if (options.json) return printJson("code convert 1", { code: code.name, files: [options.out], leftOut: lost });
    if (lost.length > 0) say(`${printable(options.out, PATH_SHOWN)} is written without ${lost.join("; ")}`);
  },
});

/** The error model of three files. @throws UsageError for one of two options, InputError as `modelOfArrays`. */
function modelOfFiles(checks: string, { observables, priors }: { observables?: string; priors?: string }): Code {
  if (observables === undefined || priors === undefined)
    throw new UsageError("an error model needs both --observables and --priors");
  const entries = (file: string) => {
    const found = npzEntries(readBytes(file), file);
    if ("shape" in found) throw new InputError("is a dense array: save it by scipy.sparse.save_npz", { file });
    return { ...found, file };
  };
  const { values } = readNpy(readBytes(priors), priors, ["f32", "f64"]);
  const model = modelOfArrays(entries(checks), entries(observables), { values, file: priors });
  return { name: checks, description: "", source: `file ${checks}`, ...codeOfModel(model, checks) };
}

/** An error model at an error rate. @throws InputError for a code that is none. */
function withErrorRate(code: Code, p: number | undefined): Code {
  if (p === undefined) return code;
  if (code.model === undefined)
    throw new InputError(`--p is of quantum circuits, and ${code.name} is none: leave it out`);
  return { ...code, model: atErrorRate(code.model, p) };
}
