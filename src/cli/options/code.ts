import type { Code } from "../../code/code.ts";
import { VALUE_CONVENTIONS } from "../../code/formats/format.ts";
import { ALL_FORMAT_NAMES } from "../../code/formats/read-code.ts";
import { CODE_COLUMNS, formatNamed, type LoadOptions } from "../../node/codes/codes.ts";
import { BASES } from "../../quantum/error-model.ts";
import { ENDINGS, REWIRINGS } from "../../quantum/rewire.ts";
import { CODEWORD_SOURCES, type CodewordSource } from "../../source/word-source.ts";
import type { Given, Values } from "../command-line/command.ts";
import { choice, number, operand, parsed, text } from "../command-line/option.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { parsePolynomial } from "./polynomial.ts";
import type { UNSENT_OPTIONS } from "./positions.ts";
import { transportOf } from "./transport.ts";

const WHICH_CODE = {
  group: "Code",
  describe: "built-in code by its name, as ldpc codes lists them, or a file with a parity-check matrix",
  example: "nb620-gf32",
} as const;

/** An option for the code of a command that needs one. */
export const CODE_OPTION = text({ ...WHICH_CODE, placeholder: "CODE", required: true });

/** Options for an error model in the place of the code. */
export const MODEL_OPTIONS = {
  circuit: text({
    group: "Code",
    seldom: true,
    placeholder: "FILE",
    describe: "quantum circuit of Stim with noise in the place of --code; frames are shots",
    example: "memory.stim",
  }),
  dem: text({
    group: "Code",
    seldom: true,
    placeholder: "FILE",
    describe: "detector error model of Stim in the place of --code",
    example: "memory.dem",
  }),
} as const;

/** The options with the file of --circuit or --dem as the code. @throws UsageError for several codes, or a file of another ending. */
export function withModel(given: Given): Given {
  const [first, second] = (["code", "circuit", "dem"] as const).filter((name) => given.has(name));
  if (second !== undefined) throw new UsageError(`--${first} and --${second} are given: choose one code`);
  if (first !== "circuit" && first !== "dem") return given;
  const named = given.get(first)!;
  const ending = first === "circuit" ? ".stim" : ".dem";
  if (!named.texts[0].toLowerCase().endsWith(ending)) {
    throw new UsageError(`--${first} ${named.texts[0]}: its name ends in ${ending}`);
  }
  return new Map([...[...given].filter(([name]) => name !== first), ["code", named]]);
}

/** An operand for the code of a command that needs one. */
export const CODE_OPERAND = operand(WHICH_CODE);

/** Options for reading the file of a code. */
export const CODE_FILE_OPTIONS = {
  format: parsed(
    {
      group: "Code file",
      seldom: true,
      placeholder: "FORMAT",
      describe: `format of the code's file: ${ALL_FORMAT_NAMES.join(", ")}`,
      example: "alist",
      defaultText: "by the file's ending, else by its content",
    },
    (name) => {
      formatNamed(name);
      return name;
    },
  ),
  values: choice(VALUE_CONVENTIONS, {
    group: "Code file",
    seldom: true,
    describe: "meaning of a non-zero value in the file: a field element as a number, or an exponent of α",
    defaultText: "the format's convention",
  }),
  polynomial: parsed(
    {
      group: "Code file",
      seldom: true,
      placeholder: "BITS",
      describe: "polynomial of the field, irreducible and mostly primitive, bit i the coefficient of x^i",
      example: "0x25",
      defaultText: "the usual one of GF(q)",
    },
    (value) => parsePolynomial(value),
  ),
  "lifting-size": number({
    group: "Code file",
    seldom: true,
    placeholder: "Z",
    describe: "lifting size, which chooses a code where a base-matrix file holds several",
    example: "96",
    noun: "a lifting size",
    whole: true,
    minimum: 1,
  }),
  rows: number({
    group: "Code file",
    seldom: true,
    describe: "5G: block rows to use, counted from the first; their number sets the rate",
    example: "13",
    noun: "the number of block rows",
    whole: true,
    minimum: 0,
    defaultText: "all",
  }),
  fillers: number({
    group: "Code file",
    seldom: true,
    describe: "5G: the last N information bits are zero and are not sent",
    example: "16",
    noun: "the number of filler bits",
    whole: true,
    minimum: 0,
    defaultText: "0",
  }),
  basis: choice(BASES, {
    group: "Code file",
    seldom: true,
    describe: "error model: the detectors to decode; z are those that see X errors",
    defaultText: "both",
  }),
  rewire: choice(REWIRINGS, {
    group: "Code file",
    seldom: true,
    describe: "error model: gari decodes it on a graph without mechanisms that flip detectors of both bases",
    defaultText: "not",
  }),
  "ends-by": choice(ENDINGS, {
    group: "Code file",
    seldom: true,
    describe: "error model: a shot ends when all checks hold, or those of the observables' basis",
    defaultText: "all",
  }),
  columns: choice(CODE_COLUMNS, {
    group: "Code file",
    seldom: true,
    describe: "columns of H to use; information leaves out the parity columns of a standard's code, for reconciliation",
    defaultText: "all",
  }),
} as const;

/** Values of `CODE_FILE_OPTIONS`. */
export type CodeFileArguments = Values<typeof CODE_FILE_OPTIONS>;

/** Source of the sent words. */
export const CODEWORD_OPTION = choice(CODEWORD_SOURCES, {
  group: "Channel",
  seldom: true,
  describe:
    "word to send: a random codeword, the all-zero codeword, or a random word whose syndrome goes to the decoder",
  defaultText: "random; with --columns information, --circuit and --dem syndrome",
});

/** Default source of the sent words. No codeword consists of information columns alone, and detectors are a syndrome. */
export function defaultWords(code: Pick<Code, "model">, { columns }: CodeFileArguments): CodewordSource {
  return columns === "information" || code.model !== undefined ? "syndrome" : "random";
}

/** Arguments of `loadCode` from the options. @throws UsageError as `transportOf`. */
export function loadOptions(
  options: CodeFileArguments & Partial<Values<typeof UNSENT_OPTIONS>> & Parameters<typeof transportOf>[0],
): LoadOptions {
  const { format, values, polynomial, liftingSize, rows, fillers, columns, basis, rewire, endsBy, puncture, shorten } =
    options;
  const transport = transportOf(options);
  return {
    format,
    values,
    polynomial,
    liftingSize,
    rows,
    fillers,
    columns,
    basis,
    rewire,
    endsBy,
    puncture,
    shorten,
    transport,
  };
}
