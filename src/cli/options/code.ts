import type { ModulationName } from "../../channel/modulation/modulated.ts";
import type { Code } from "../../code/code.ts";
import { VALUE_CONVENTIONS } from "../../code/formats/format.ts";
import { ALL_FORMAT_NAMES, formatOfName, unpackedName } from "../../code/formats/read-code.ts";
import { lineOfPosition, locatedPositions, positionsOf, wrongPosition } from "../../code/positions.ts";
import {
  codingScheme,
  type RedundancyVersion,
  TRANSPORT_MOST,
  type Transport,
  transportBlock,
  VERSIONS,
} from "../../code/transport.ts";

import { InputError } from "../../errors.ts";
import { nearest } from "../../nearest.ts";
import { CODE_COLUMNS, LOAD_OPTIONS, type LoadOptions } from "../../node/codes/codes.ts";
import { readBounded } from "../../node/disk/disk.ts";
import { printable } from "../../printable.ts";
import { BASES } from "../../quantum/error-model.ts";
import { ENDINGS, REWIRINGS } from "../../quantum/rewire.ts";
import { CODEWORD_SOURCES, type CodewordSource } from "../../source/word-source.ts";
import {
  camel,
  choice,
  type Given,
  type GivenOption,
  integerOption,
  number,
  type Option,
  type OptionTable,
  operand,
  parsed,
  seldomIn,
  text,
  type Values,
} from "../command-line/option.ts";
import { checkUsage, UsageError } from "../command-line/parse.ts";
import { pointBitsOf } from "./channel.ts";

const WHICH_CODE = "built-in code by its name, as ldpc codes lists them, or a file with a parity-check matrix";

/** The code of a command that needs one: an option, or an operand. */
export const CODE_OPTION = text(
  { group: "Code", placeholder: "CODE", example: "nb620-gf32", required: true },
  WHICH_CODE,
);
export const CODE_OPERAND = operand({ group: "Code", example: "nb620-gf32" }, WHICH_CODE);

/** Options for an error model in the place of the code. */
export const MODEL_OPTIONS = seldomIn("Code", {
  circuit: text(
    { placeholder: "FILE", example: "memory.stim" },
    "quantum circuit of Stim with noise in the place of --code; frames are shots",
  ),
  dem: text({ placeholder: "FILE", example: "memory.dem" }, "detector error model of Stim in the place of --code"),
});

/** Least and most physical resource blocks of a carrier (TS 38.101), symbols of a slot, and elements of a block. */
const RESOURCES = {
  prbs: { whole: 1, maximum: 275 },
  symbols: { whole: 1, maximum: 14 },
  dmrs: { whole: 0, maximum: 168 },
  overhead: { whole: 0, maximum: 168 },
} as const;
/** Modulations of 5G by the bits of a point. */
const OF_POINT_BITS: Readonly<Record<number, ModulationName>> = {
  2: "qpsk",
  4: "16qam",
  6: "64qam",
  8: "256qam",
  10: "1024qam",
};

/**
 * The options with the file of --circuit or --dem as the code, and with the code, modulation, rate and transport block that --mcs and its
 * resources mean.
 * @param takesSchemes whether --mcs may stand for several schemes: it then stays as it is, and code 5G's.
 * @throws UsageError for several codes, a file of another ending, a scheme or resources that there are not, or options that they choose.
 */
export function withModel(given: Given, table: OptionTable, takesSchemes = false): Given {
  return withScheme(withModelFile(given), table, takesSchemes);
}

/**
 * Reads `TABLE:INDEX` or `TABLE:FROM:TO`.
 * @returns each scheme as TABLE:INDEX.
 * @throws UsageError for another text, or for indices that do not ascend.
 */
export function schemeTexts(text: string): string[] {
  const [, table, first, last = first] = /^(\d):(\d{1,2})(?::(\d{1,2}))?$/.exec(text) ?? [];
  if (table === undefined || Number(last) < Number(first)) {
    const shown = printable(text.slice(0, 40));
    throw new UsageError(
      `--mcs ${shown}: give a table and an index, for example 2:20, or 2:0:27 for the indices 0 to 27`,
    );
  }
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => `${table}:${Number(first) + i}`);
}

function withScheme(given: Given, table: OptionTable, takesSchemes: boolean): Given {
  const names = Object.keys(RESOURCES) as (keyof typeof RESOURCES)[];
  const mcs = given.get("mcs");
  const extra = names.find((name) => given.has(name) && !given.has(name === "prbs" ? "mcs" : "prbs"));
  if (extra !== undefined)
    throw new UsageError(
      `--${extra} belongs to ${extra === "prbs" ? "a scheme of 5G: give --mcs, too" : "resources: give --prbs, too"}`,
    );
  if (mcs === undefined) return given;
  const hasBlocks = given.has("prbs");
  const chosen = ["rate", "modulation", "labeling", ...(hasBlocks ? ["transport", "sent"] : [])];
  const twice = chosen.find((name) => given.has(name));
  if (twice !== undefined) throw new UsageError(`--mcs chooses --${twice}: leave one of them out`);
  const [words] = mcs.texts;
  const schemes = schemeTexts(words);
  if (schemes.length > 1) {
    if (takesSchemes) return new Map([["code", { ...mcs, texts: ["nr"] }], ...given]);
    const what = `--mcs ${words} stands for ${schemes.length} schemes, which ldpc simulate and ldpc sweep take`;
    throw new UsageError(`${what}: give one, for example ${schemes[0]}`);
  }
  const [from, index] = schemes[0].split(":");
  const whole = (name: keyof typeof RESOURCES, usual: string): number =>
    integerOption(name, given.get(name)?.texts[0] ?? usual, RESOURCES[name].whole, RESOURCES[name].maximum);
  const texts = checkUsage((): Record<string, string> => {
    const scheme = named("--mcs", () => codingScheme(Number(from), Number(index)));
    if (!hasBlocks && !given.has("transport"))
      throw new UsageError(`--mcs ${words} needs a transport block: give --prbs, too, or --transport`);
    const resources = () => ({
      prbs: whole("prbs", ""),
      symbols: whole("symbols", "14"),
      dmrs: whole("dmrs", "12"),
      overhead: whole("overhead", "0"),
    });
    const block = hasBlocks ? named("--prbs", () => transportBlock(resources(), scheme)) : undefined;
    return {
      ...(given.has("code") ? {} : { code: "nr" }),
      rate: String(scheme.rate1024 / 1024),
      modulation: OF_POINT_BITS[scheme.pointBits],
      ...("labeling" in table ? { labeling: "5g" } : {}),
      ...(block && { transport: String(block.bits), sent: String(block.sent) }),
    };
  });
  const rest = [...given].filter(([name]) => name !== "mcs" && !names.some((each) => each === name));
  const made = Object.entries(texts).map(([name, each]): [string, GivenOption] => [name, { ...mcs, texts: [each] }]);
  return new Map([...rest, ...made]);
}

/** @throws InputError of `work` with the option's name before its message. */
function named<Result>(option: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError) || error.message.startsWith("--")) throw error;
    throw new InputError(`${option}: ${error.message}`);
  }
}

function withModelFile(given: Given): Given {
  const [first, second] = (["code", "circuit", "dem"] as const).filter((name) => given.has(name));
  if (second !== undefined) throw new UsageError(`--${first} and --${second} are given: choose one code`);
  if (first !== "circuit" && first !== "dem") return given;
  const named = given.get(first)!;
  const ending = first === "circuit" ? ".stim" : ".dem";
  if (!unpackedName(named.texts[0]).toLowerCase().endsWith(ending))
    throw new UsageError(`--${first} ${named.texts[0]}: its name ends in ${ending}`);
  return new Map([...[...given].filter(([name]) => name !== first), ["code", { ...named, saidAs: first }]]);
}

/** Options for reading the file of a code. */
export const CODE_FILE_OPTIONS = seldomIn("Code file", {
  format: parsed(
    { placeholder: "FORMAT", example: "alist", defaultText: "by the file's ending, else by its content" },
    `format of the code's file: ${ALL_FORMAT_NAMES.join(", ")}`,
    (name) => {
      formatOfName(name);
      return name;
    },
  ),
  values: choice(
    VALUE_CONVENTIONS,
    { defaultText: "the format's convention" },
    "meaning of a non-zero value in the file: a field element as a number, or an exponent of α",
  ),
  polynomial: parsed(
    { placeholder: "BITS", example: "0x25", defaultText: "the usual one of GF(q)" },
    "polynomial of the field, irreducible and mostly primitive, bit i the coefficient of x^i",
    (value) => parsePolynomial(value),
  ),
  "lifting-size": number(
    { placeholder: "Z", example: "96", whole: 1 },
    "lifting size, which chooses a code where a base-matrix file holds several",
  ),
  rows: number(
    { example: "13", whole: 0, defaultText: "all" },
    "5G: block rows to use, counted from the first; their number sets the rate",
  ),
  fillers: number(
    { example: "16", whole: 0, defaultText: "0" },
    "5G: the last N information bits are zero and are not sent",
  ),
  hz: text(
    { placeholder: "FILE", example: "Hz.alist", defaultText: "--code is one code" },
    "quantum code: --code has H_X, and this file H_Z; a JSON file of a CSS code has both",
  ),
  basis: choice(BASES, { defaultText: "both" }, "error model: the detectors to decode; z are those that see X errors"),
  rewire: choice(
    REWIRINGS,
    { defaultText: "not" },
    "error model: gari decodes it on a graph without mechanisms that flip detectors of both bases",
  ),
  "ends-by": choice(
    ENDINGS,
    { defaultText: "all" },
    "error model: a shot ends when all checks hold, or those of the observables' basis",
  ),
  window: number(
    { placeholder: "ROUNDS", example: "6", whole: 1, defaultText: "all at once" },
    "rounds that are decoded together, in windows that overlap: block rows of a coupled code; of an error model the detectors' last coordinates",
  ),
  commit: number(
    { placeholder: "ROUNDS", example: "3", whole: 1, defaultText: "half of the window" },
    "--window: rounds of a window whose decisions stay",
  ),
  columns: choice(
    CODE_COLUMNS,
    { defaultText: "all" },
    "columns of H to use; information leaves out the parity columns of a standard's code, for reconciliation",
  ),
});

export type CodeFileArguments = Values<typeof CODE_FILE_OPTIONS>;

/** Source of the sent words. */
export const CODEWORD_OPTION = choice(
  CODEWORD_SOURCES,
  { group: "Channel", seldom: true, defaultText: "random; with --columns information, --circuit and --dem syndrome" },
  "word to send: a random codeword, the all-zero codeword, or a random word whose syndrome goes to the decoder; checked-syndrome: with 32 further bits by which a wrong word of this syndrome is found",
);

/** Default source of the sent words. No codeword consists of information columns alone, and detectors are a syndrome. */
export function defaultWords(code: Pick<Code, "model">, { columns }: CodeFileArguments): CodewordSource {
  return columns === "information" || code.model !== undefined ? "syndrome" : "random";
}

/** Arguments of `loadCode` from the options. @throws UsageError as `transportOf`. */
export function loadOptions(
  options: CodeFileArguments & Partial<Values<typeof UNSENT_OPTIONS>> & Parameters<typeof transportOf>[0],
): LoadOptions {
  const { puncture, shorten } = options;
  // Positions of a file know their lines, which a copy does not.
  return { ...LOAD_OPTIONS.parse({ ...options, transport: transportOf(options) }), puncture, shorten };
}

const WORD = /^(.*\S)\s+([a-z][a-z-]*)=(\S+)$/s;

/**
 * Reads a code with the options of its file as words: `H.json lifting-size=96 columns=all`. A path may contain spaces.
 * @param label the option in messages: `--code`.
 * @throws InputError with the option's name for a word that is no option of a code's file or has an invalid value.
 */
export async function readCodeWords(
  text: string,
  label: string,
): Promise<CodeFileArguments & { readonly code: string }> {
  const found: Record<string, unknown> = {};
  let rest = text.trim();
  for (let words = WORD.exec(rest); words !== null; words = WORD.exec(rest)) {
    const [, before, name, value] = words;
    found[camel(name)] ??= await readWord(name, value, label);
    rest = before;
  }
  return { ...found, code: rest };
}

async function readWord(name: string, value: string, label: string): Promise<unknown> {
  const names = Object.keys(CODE_FILE_OPTIONS);
  const option: Option | undefined = Object.entries(CODE_FILE_OPTIONS).find(([each]) => each === name)?.[1];
  if (option === undefined) {
    const meant = nearest(name, names);
    const hint = meant === undefined ? `it may have ${names.join(", ")}` : `did you mean ${meant}=?`;
    throw new InputError(`${label} has no word ${name}=; ${hint}`);
  }
  const { choices = [value] } = option;
  if (!choices.includes(value))
    throw new InputError(`${label}: ${name}=${value} is unknown: choose ${choices.join(" or ")}`);
  return option.read([value], `${label}: ${name}=`);
}

/**
 * Reads the option `--polynomial`: `0x25`, `0b100101` or `37`. Bit i is the coefficient of x^i.
 * @throws InputError for any other text.
 */
function parsePolynomial(text: string): number {
  if (!/^(0x[0-9a-f]{1,8}|0b[01]{1,32}|\d{1,10})$/i.test(text))
    throw new InputError(`--polynomial ${text} is no integer: give for example 0x25 for x^5 + x^2 + 1`);
  return Number(text);
}

/** The terms of a polynomial over GF(2): `x^5 + x^2 + 1`. */
export function polynomialTerms(polynomial: number): string {
  const terms: string[] = [];
  for (let i = Math.floor(Math.log2(polynomial)); i >= 0; i--) {
    if ((polynomial >> i) & 1) terms.push(i === 0 ? "1" : i === 1 ? "x" : `x^${i}`);
  }
  return terms.join(" + ");
}

/** Largest size of a file of positions, enough for a code of millions of symbols. */
const FILE_BYTES = 2 ** 26;

/** --puncture and --shorten. */
export const UNSENT_OPTIONS = {
  puncture: positionsOption("symbols that are not sent, from 0: a list with ranges, or a file with one", "0-15,40"),
  shorten: positionsOption("information symbols that are zero and not sent, in the same form", "0-9"),
} as const;

function positionsOption(describe: string, example: string) {
  const said = { group: "Code", seldom: true, placeholder: "POSITIONS", defaultText: "the code's" };
  return parsed({ ...said, example }, describe, (text, label) => readPositions(text, label));
}

/**
 * Reads positions from a list such as `0-15,40`, or from a file with such a list. Commas, spaces or line ends separate its parts.
 * @throws InputError with the option, or with file and line, for a part that is neither a number nor a range, or for no part.
 */
function readPositions(text: string, label: string): readonly number[] {
  if (/^[\d,\s-]*\d[\d,\s-]*$/.test(text))
    return positionsOf(text, (part) => new InputError(`${label}: ${wrongPosition(part)}`));
  const content = readBounded(text, FILE_BYTES, (reason) => {
    const rule = "give a list such as 0-15,40, or a file with one";
    return new InputError(`${label} "${printable(text)}" is no list, and ${reason}: ${rule}`);
  });
  const lines = content
    .split("\n")
    .map((line, i) => positionsOf(line, (part) => new InputError(wrongPosition(part), { file: text, line: i + 1 })));
  const all = lines.flat();
  if (all.length === 0) throw new InputError(`has no positions: leave ${label} out`, { file: text });
  return locatedPositions(all, (index) => ({ file: text, line: lineOfPosition(lines, index) }));
}

/** --transport, the options of a transport block's transmissions, and those that choose them by a scheme and resources. */
export const TRANSPORT_OPTIONS = seldomIn("Code", {
  mcs: text(
    { placeholder: "TABLE:INDEX", example: "2:20" },
    "5G: modulation and code rate by an index of TS 38.214, tables 5.1.3.1-1 to 5.1.3.1-4 (64-, 256-QAM, low rates, 1024-QAM), with labels of 5G; sets --code nr, --modulation and --rate; ldpc simulate takes TABLE:FROM:TO for a run of each scheme",
  ),
  prbs: number(
    { example: "50", ...RESOURCES.prbs },
    "--mcs: physical resource blocks of a slot, which give --transport and --sent (TS 38.214, 5.1.3.2, one layer)",
  ),
  symbols: number({ example: "12", ...RESOURCES.symbols, defaultText: "14" }, "--prbs: OFDM symbols of the slot"),
  dmrs: number(
    { example: "24", ...RESOURCES.dmrs, defaultText: "12" },
    "--prbs: resource elements of a block with reference signals",
  ),
  overhead: number(
    { example: "6", ...RESOURCES.overhead, defaultText: "0" },
    "--prbs: resource elements of a block that other signals take (xOverhead: 0, 6, 12 or 18)",
  ),
  transport: number(
    { placeholder: "BITS", example: "8424", whole: 1, maximum: TRANSPORT_MOST },
    "5G, with --code nr: send a transport block of this size, without its checksum; a frame is one of its code blocks",
  ),
  rate: number({ example: "1/2", above: 0, below: 1 }, "--transport: target code rate of one transmission"),
  rv: parsed(
    { placeholder: "LIST", example: "0,2,3,1", defaultText: "0" },
    "--transport: redundancy version of each transmission, whose LLRs the receiver adds up",
    readVersions,
  ),
  buffer: number(
    { placeholder: "BITS", example: "16896", whole: 1, defaultText: "all" },
    "--transport: bits of a code block that fit the receiver's soft buffer (limited-buffer rate matching)",
  ),
  sent: number(
    {
      placeholder: "BITS",
      example: "16896",
      whole: 1,
      defaultText: "as --rate says, equally many for each code block",
    },
    "--transport: bits of one transmission, which the code blocks share; some may send a point fewer",
  ),
});

/** Reads `0,2,3,1`. @throws UsageError for another number. */
function readVersions(text: string, label: string): readonly RedundancyVersion[] {
  return text.split(",").map((word) => {
    const version = VERSIONS.find((one) => String(one) === word.trim());
    if (version !== undefined) return version;
    throw new UsageError(`${label} "${text}": redundancy versions are ${VERSIONS.join(", ")}, for example 0,2,3,1`);
  });
}

/**
 * The transmissions of a transport block; undefined without --transport.
 * @throws UsageError for an option of a transport block without --transport, and for a transport block without a rate.
 */
function transportOf(
  options: Partial<Values<typeof TRANSPORT_OPTIONS>> & Parameters<typeof pointBitsOf>[0],
): LoadOptions["transport"] {
  const { transport, rate, rv, buffer, sent } = options;
  if (transport === undefined) {
    const extra = Object.entries({ rate, rv, buffer, sent }).find(([, value]) => value !== undefined);
    if (extra === undefined) return undefined;
    throw new UsageError(`--${extra[0]} belongs to a transport block of 5G: give --transport BITS, too`);
  }
  if (rate === undefined)
    throw new UsageError(`--transport ${transport} needs a code rate: give --rate, for example 1/2`);
  const versions = rv ?? [0];
  return {
    bits: transport,
    rate,
    versions,
    pointBits: pointBitsOf(options),
    ...(buffer === undefined ? {} : { buffer }),
    ...(sent === undefined ? {} : { sent }),
  };
}

/** Texts of the options that describe a transport block, but for its modulation. */
export function transportTexts({ bits, rate, versions, buffer, sent }: Transport): Record<string, string> {
  return {
    transport: String(bits),
    rate: String(rate),
    rv: versions.join(","),
    ...(buffer === undefined ? {} : { buffer: String(buffer) }),
    ...(sent === undefined ? {} : { sent: String(sent) }),
  };
}
