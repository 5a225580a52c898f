import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type CommandList, isList } from "../../src/cli/command-line/option.ts";
import { program } from "../../src/cli/commands.ts";
import { root } from "../source-files.ts";
import { doors } from "./doors.ts";

/** A function by its names behind the doors: a command, names of the library, which browsers have, or of Node alone, of Python and of serve. */
interface FunctionRow {
  readonly what: string;
  readonly cli?: string;
  /** Names that a browser has, too. */
  readonly library?: string;
  readonly node?: string;
  readonly python?: string;
  readonly serve?: string;
  /** Why another door lacks it, besides the reasons of `LACKED`. */
  readonly lacks?: Partial<Record<Door, string>>;
}

type Door = "cli" | "library" | "python" | "serve";

/** Reasons for a door that a row does not name. */
const LACKED: Readonly<Record<Door, (row: FunctionRow) => string | undefined>> = {
  cli: ({ lacks }) => lacks?.cli,
  library: ({ node, lacks }) => lacks?.library ?? (node === undefined ? undefined : "works on files of this machine"),
  // Python's `call` runs every command.
  python: ({ cli, lacks }) => lacks?.python ?? (cli === undefined ? undefined : "gfq_ldpc.call"),
  // A client of serve is a program of this machine, which can start `ldpc` a second time; serve keeps what needs a warm engine.
  serve: ({ cli, lacks }) => lacks?.serve ?? (cli === undefined ? undefined : "ldpc NAME --json"),
};

const OF_SIGNALS = "is of processes of this machine";
const NEEDS_FONTS = "draws with fonts of this machine; points and published curves are arrays for any drawing library";
const IS_RESEARCH = "is a search of research, run once for a code of the package";

const FUNCTIONS: readonly FunctionRow[] = [
  { what: "read a code", cli: "code info", library: "readCode", node: "loadCode", python: "Code", serve: "load" },
  {
    what: "the matrix",
    cli: "code convert",
    library: "formats binaryFormats parityCheckMatrix",
    python: "Code.H",
    serve: "matrix",
  },
  {
    what: "dimension, rank, degrees, girth",
    cli: "code info",
    library: "codeReport shortestCycles tannerGraph",
    python: "Code.info",
    serve: "report",
  },
  { what: "list codes", cli: "codes", node: "listCodes listFamilyCodes listEnsembles" },
  { what: "construct a code", cli: "code construct", library: "constructCode metFamily familyCode" },
  { what: "lightest words", cli: "code distance", library: "lightWords" },
  { what: "trapping sets", cli: "code floor", lacks: { library: IS_RESEARCH } },
  { what: "masks of dispersion codes", cli: "code search-masks", lacks: { library: IS_RESEARCH } },
  { what: "threshold of an ensemble", cli: "code threshold", library: "threshold designRate", node: "loadEnsemble" },
  { what: "design of degrees", cli: "code design", lacks: { library: IS_RESEARCH } },
  { what: "limits", cli: "limits", library: "normalApproximation awgnMoments bscMoments shannonLimitEbN0 channels" },
  { what: "list decoders", cli: "decoders", library: "listDecoders checkNodeRules" },
  {
    what: "read a decoder",
    cli: "decoders",
    library: "readDecoder decoderText shortDecoderText defaultDecoder",
    python: "Decoder",
    serve: "decoder",
  },
  {
    what: "encode",
    cli: "encode",
    library: "encodeFrames codeEncoder rateMatch codeRate",
    python: "Code.encode",
    serve: "encode",
  },
  {
    what: "decode LLRs and syndromes",
    cli: "decode",
    library: "decodeFrames frameDecoder packedDecoder channelLlr syndrome",
    node: "decodeFile openLlrFile createSymbolFile",
    python: "Decoder.decode_syndrome",
    serve: "decode",
  },
  {
    what: "decode shots of an error model",
    cli: "decode",
    library: "shotFrameDecoder",
    python: "SinterDecoder SinterSampler",
    serve: "decode-shots",
  },
  { what: "simulate", cli: "simulate", library: "simulate sigmaOfEbN0", python: "simulate", serve: "simulate" },
  { what: "interrupt a simulation", cli: "simulate", library: "simulate", python: "simulate", serve: "cancel" },
  {
    what: "points of a run",
    cli: "status",
    library: "parsePoints formatPoints",
    node: "readRunPoints",
    python: "Table",
    serve: "run",
  },
  { what: "runs of a file", cli: "sweep", lacks: { library: OF_SIGNALS } },
  { what: "runs on a cluster", cli: "slurm", lacks: { library: OF_SIGNALS } },
  { what: "add up runs", cli: "merge", lacks: { library: OF_SIGNALS } },
  { what: "decode failed frames again", cli: "replay", lacks: { library: OF_SIGNALS } },
  { what: "figure", cli: "plot", python: "plot", lacks: { library: NEEDS_FONTS } },
  { what: "page of a sweep", cli: "report", lacks: { library: NEEDS_FONTS } },
  {
    what: "compare curves",
    cli: "compare",
    library: "compareWithReferences curvesOfRuns gapAt parseReference clopperPearson",
    node: "readReference",
  },
  { what: "speed of a decoder", cli: "bench", lacks: { library: "measures a process with nothing else in it" } },
  {
    what: "devices",
    cli: "devices",
    library: "openWebGpu cpuEngine openCpuPool",
    node: "adapterNames openEngine",
    python: "Server default_server",
    serve: "info",
  },
  { what: "try a device or a folder", cli: "selftest", lacks: { library: OF_SIGNALS } },
  { what: "serve", cli: "serve", python: "Server", serve: "release", lacks: { library: "is the library itself" } },
  {
    what: "complete command lines",
    cli: "completion",
    lacks: { library: OF_SIGNALS, python: OF_SIGNALS, serve: OF_SIGNALS },
  },
  {
    what: "tables and figures of papers",
    cli: "experiment",
    lacks: {
      library: "are of the source repository",
      python: "are of the source repository",
      serve: "are of the source repository",
    },
  },
  { what: "values of two ends", cli: "correlated-values", library: "correlatedValues" },
  ...["send", "correct", "confirm", "accept", "amplify", "retry", "both", "estimate", "new-auth", "add", "show"].map(
    (role) => ({
      what: `keys: ${role}`,
      cli: `key ${role}`,
      library: "alice bob blockLayout adaptRate chooseCode finiteKeyBits",
    }),
  ),
  ...["send", "correct", "confirm", "retry", "both"].map((role) => ({
    what: `keys from values: ${role}`,
    cli: `key cv ${role}`,
    library: "referenceEnd decodingEnd cvSecretKey finiteCvKeyBits",
  })),
  {
    what: "call ldpc's older interface and others' names",
    python: "BpDecoder bp_decode_sim",
    lacks: { cli: "names of another package", library: "names of another package", serve: "names of another package" },
  },
  {
    what: "every command",
    python: "call",
    lacks: { cli: "is the command line", library: "is for programs in Python", serve: "is for programs in Python" },
  },
];

/** Functions of the library that help with others: numbers as text, fields. */
const HELPERS =
  "formatCount formatDuration formatNumber formatQuantity formatRate galoisField multiply defaultPolynomial primitivePolynomials";
/** Doors of this module are for programs that write kernels. */
const KERNELS = "gfq-ldpc/kernels";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const words = (text = "") => text.split(" ").filter((word) => word !== "");

async function commands(list: CommandList, path = ""): Promise<string[]> {
  const found = list.entries.map(async ({ name, load }) => {
    const item = name === "experiment" ? undefined : await load();
    return item !== undefined && isList(item) ? commands(item, `${path}${name} `) : [`${path}${name}`];
  });
  return (await Promise.all(found)).flat();
}

const functionsOf = (specifiers: readonly string[]) =>
  doors
    .filter(({ specifier }) => specifiers.includes(specifier))
    .flatMap(({ names }) => names)
    .filter(
      ({ name, isType, text }) =>
        !isType &&
        /^[a-z]/.test(name) &&
        !/^export const/.test(text.replace(/^export const \w+(: [^=]+)? = (async )?\(/, "")),
    )
    .map(({ name }) => name);

it("every function is behind every door, or the row says why not", () => {
  const faults = FUNCTIONS.flatMap((row) =>
    (Object.keys(LACKED) as Door[])
      .filter((door) => (row[door] !== undefined ? row.lacks?.[door] !== undefined : LACKED[door](row) === undefined))
      .map((door) => `${row.what}: ${door}`),
  );
  expect(faults).toEqual([]);
});

it("every name of the rows is behind its door, and every name behind a door is in a row", async () => {
  const named = (door: keyof FunctionRow) =>
    new Set(FUNCTIONS.flatMap((row) => words(row[door] as string | undefined)));
  const all = await commands(program);
  expect([...new Set(FUNCTIONS.flatMap(({ cli = [] }) => cli))].sort()).toEqual(all.sort());

  const library = ["gfq-ldpc", "gfq-ldpc/reconciliation"];
  const names = doors
    .filter(({ specifier }) => library.includes(specifier))
    .flatMap((door) => door.names.map(({ name }) => name));
  for (const name of named("library")) expect(names).toContain(name);
  const known = new Set([...named("library"), ...words(HELPERS)]);
  expect(functionsOf(["gfq-ldpc"]).filter((name) => !known.has(name))).toEqual([]);
  const ofNode = doors.find(({ specifier }) => specifier === "gfq-ldpc/node")!.names.filter(({ isType }) => !isType);
  expect([...named("node")].sort()).toEqual(ofNode.map(({ name }) => name).sort());
  expect(doors.map(({ specifier }) => specifier)).toContain(KERNELS);

  const [, exported] = /__all__ = \[(.*?)\]/s.exec(read("python/src/gfq_ldpc/__init__.py"))!;
  const python = [...exported.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  const ofPython = [...named("python")];
  for (const name of ofPython) {
    const [whole, member] = name.split(".");
    expect(python).toContain(whole);
    if (member !== undefined) {
      expect(read(`python/src/gfq_ldpc/_${whole.toLowerCase()}.py`)).toMatch(new RegExp(`^    def ${member}\\(`, "m"));
    }
  }
  const wholes = new Set(ofPython.map((name) => name.split(".")[0]));
  expect(python.filter((name) => !wholes.has(name) && !/Error$|^Decoded$/.test(name))).toEqual([]);

  const serve = read("src/node/serve/serve.ts");
  const methods = [...serve.matchAll(/^ {2}"?([\w-]+)"?: z\.strictObject\(/gm)].map(([, name]) => name);
  expect([...named("serve")].sort()).toEqual([...new Set(methods)].sort());
});
