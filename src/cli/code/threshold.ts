import { readChannel } from "../../channel/channel-text.ts";
import { channelKind } from "../../channel/channels.ts";
import type { Code } from "../../code/code.ts";
import {
  designRate,
  edgesPerSymbol,
  type MetEnsemble,
  nodeTypeText,
  requireEnsemble,
} from "../../code/construct/met.ts";
import { type Evolution, evolveErasures } from "../../code/density-evolution/met-evolution.ts";
import { degreeEnsemble, exitConverges, protographEnsemble } from "../../code/density-evolution/protograph.ts";
import {
  gaussianCapacity,
  ITERATIONS_MAXIMUM,
  requireTarget,
  stabilityFactor,
  stabilityLimit,
  type ThresholdChannel,
  thresholdChannels,
  thresholdOver,
} from "../../code/density-evolution/threshold.ts";
import { formatsOfEnding, unpackedName } from "../../code/formats/read-code.ts";
import { decoderText, readDecoder } from "../../decoder/decoder.ts";
import type { DecoderSpec } from "../../decoder/spec.ts";
import { binaryInputLimit, decoderEvolution } from "../../design/evolution.ts";
import { randomLift, sampledThreshold } from "../../design/lift.ts";
import { InputError } from "../../errors.ts";
import { galoisField } from "../../galois/field.ts";
import { isPackagedCode, loadCode, loadEnsemble, readText } from "../../node/codes/codes.ts";
import { decoderFile } from "../../node/disk/disk.ts";
import { formatNumber } from "../../report/format.ts";
import { labelledLines } from "../../report/table.ts";
import {
  choice,
  defineCommand,
  evaluateNumber,
  flag,
  inGroup,
  number,
  operand,
  parsed,
  SEED,
  text,
  type Values,
} from "../command-line/option.ts";
import { UsageError } from "../command-line/parse.ts";
import { CODE_FILE_OPTIONS, type CodeFileArguments, loadOptions } from "../options/code.ts";
import { DECODER_OPTIONS, ENGINE_OPTIONS, openChosenEngine } from "../options/decoder.ts";
import { printJson, printText } from "../output.ts";

/** Relative accuracy of the threshold, as the grid of densities allows; exact evolution over erasures takes no time. */
const RESOLUTION = { awgn: 1e-3, bsc: 1e-3, bec: 1e-6 };

const NO_VALUES: readonly number[] = [];
const CHANNELS = ["awgn", "bsc", "bec"] as const;
type ChannelName = (typeof CHANNELS)[number];

const OPTIONS = {
  ...inGroup("Code", {
    ensemble: operand(
      { example: "met-r10" },
      "name or file of an ensemble; DV,DC of a regular one; or a code, for all codes with the degrees of its nodes; edges of variables of degree 1, of their checks and of symbols that are not sent are types of their own",
    ),
    protograph: flag(
      "take the matrix, or the base matrix of a quasi-cyclic code, as a protograph: the ensemble of all its lifts",
    ),
  }),
  ...inGroup("Channel", {
    channel: choice(
      CHANNELS,
      { default: "awgn" as const },
      "BPSK over AWGN, the binary symmetric channel or the binary erasure channel",
    ),
    at: parsed(
      { placeholder: "VALUES", example: "0.161,0.171", default: NO_VALUES, defaultText: "none" },
      "values of the channel's parameter at which to count iterations: SNR 1/σ², or the probability",
      async (text, label): Promise<readonly number[]> => {
        const values = await Promise.all(text.split(",").map((part) => evaluateNumber(part, label)));
        const wrong = values.find((value) => !(value > 0 && value <= 100));
        if (wrong !== undefined) throw new InputError(`${label} ${wrong} must be above 0, and 100 at most`);
        return values;
      },
    ),
  }),
  decoder: {
    ...DECODER_OPTIONS.decoder,
    describe: "decoder with its options behind it as words",
    defaultText: "sum-product",
  },
  ...inGroup("Decoder", {
    iterations: number(
      { example: "20", whole: 1, maximum: 100_000, default: ITERATIONS_MAXIMUM },
      "flooding iterations within which decoding must succeed",
    ),
  }),
  ...inGroup("Channel", {
    sampled: text(
      { placeholder: "CHANNEL", example: "awgn esn0=6 modulation=16qam" },
      "the threshold of any decoder over any channel, by large random lifts that are decoded: the channel with a value of its parameter at which the search begins; its rate plays no part, so AWGN needs esn0, snr or snr-db",
    ),
  }),
  ...inGroup("Code", {
    q: number(
      { example: "16", whole: 2, maximum: 256, defaultText: "that of the code, else 2" },
      "with --sampled or --channel bec: size of the field, whose elements are on the edges at random; over erasures a power of 2, by exact evolution",
    ),
    symbols: number(
      { example: "100000", whole: 10, maximum: 1_000_000, default: 20_000 },
      "with --sampled: symbols of a lift; finite lifts need about symbols^(−2/3) more, relatively",
    ),
  }),
  ...inGroup("Stopping", {
    frames: number(
      { example: "64", whole: 1, maximum: 100_000, default: 16 },
      "with --sampled: frames of a point, each point with a lift of its own",
    ),
  }),
  seed: number({ group: "Channel", ...SEED, seldom: true, default: 1 }, "with --sampled: seed of lifts and noise"),
  ...ENGINE_OPTIONS,
  ...inGroup("Decoder", {
    quick: flag("protograph EXIT analysis: sum-product over AWGN to a few hundredths of a dB, in milliseconds"),
  }),
  ...inGroup("Stopping", {
    target: parsed(
      { placeholder: "RATE", example: "1e-6", default: 1e-4 },
      "bit error probability of the variables of degree above 1 at which decoding has succeeded; with --sampled the symbol error rate of a frame",
      async (text, label) => {
        const target = await evaluateNumber(text, label);
        requireTarget(target);
        return target;
      },
    ),
  }),
  json: flag("print JSON instead of text", { group: "Output" }),
  ...CODE_FILE_OPTIONS,
} as const;

export default defineCommand({
  about: [
    "The threshold is the worst channel over which decoding of an infinitely long code succeeds, by density evolution: of sum-product, or of min-sum, normalised-min-sum and offset-min-sum in whole steps as their kernels compute, where the whole distribution of messages is followed.",
    "Densities of sum-product, and of min-sum in f32, are on a grid: σ is then right to 0.1 %. In whole steps nothing is approximated.",
  ],
  options: OPTIONS,
  examples: {
    "ldpc code threshold met-r10 --at 0.161,0.171": "threshold, and iterations at two SNRs",
    "ldpc code threshold H.alist --channel bsc": "by the degrees of a matrix of your own",
    "ldpc code threshold 2,4 --sampled 'awgn esn0=1' --q 16": "over GF(16), by decoding large random codes",
    "ldpc code threshold nr-bg2-z384 --protograph --decoder 'offset-min-sum messages=int12' --iterations 20":
      "of a base graph under a decoder in whole steps",
  },
  async run(options) {
    const { ensemble: given, protograph, channel, at, iterations, quick, target, json, sampled, ...file } = options;
    if (sampled !== undefined) return sample(options, sampled);
    const { decoder = "sum-product" } = options;
    const spec = readDecoder(decoder, decoderFile);
    const { ensemble, code } = ensembleOf(given, file, protograph, channel === "bec");
    const q = options.q ?? code?.matrix.field.q ?? 2;
    const evolve =
      q > 2 ? symbolEvolution(options, q) : quick ? exitEvolution(spec, channel, at) : decoderEvolution(spec, channel);
    if (typeof evolve === "string") throw new InputError(`--decoder: ${evolve}`);
    const said = `${decoder}${quick ? ", by protograph EXIT" : ""}`;
    const asked = { channel, target, iterations, decoder: said, ...(q > 2 && { q }) };
    const result = analyse(ensemble, asked, at, (value) => evolve(ensemble, value, { iterations, target }));
    if (json) printJson("code threshold 1", result);
    else printText(lines(result).join("\n"));
  },
});

/** Prints the threshold of `--sampled`. */
async function sample(options: Values<typeof OPTIONS>, said: string): Promise<void> {
  const { ensemble: given, protograph, at, quick, symbols, frames, seed, iterations, target, json, ...rest } = options;
  if (at.length > 0 || quick) throw new UsageError("--sampled finds a threshold alone: leave --at and --quick out");
  const { code, ensemble } = ensembleOf(given, rest, protograph, true);
  const q = options.q ?? code?.matrix.field.q ?? 2;
  const spec = readDecoder(options.decoder ?? (q === 2 ? "sum-product" : "qspa"), decoderFile);
  const decoder = { ...spec, iterations: Math.min(iterations, ITERATIONS_SAMPLED) };
  const lift = randomLift(ensemble, symbols, q, seed);
  const { family, points } = readChannel(said, lift);
  const kind = channelKind(family);
  if (kind.needsRate || points.length !== 1)
    throw new UsageError(`--sampled "${said}": give one value of a parameter that needs no rate, such as esn0`);
  const engine = await openChosenEngine(options);
  try {
    const asked = { engine, decoder, channel: family, start: points[0], symbols, q, frames, target, seed };
    const { value, low, high, points: near } = await sampledThreshold(ensemble, asked);
    const rate = designRate(ensemble);
    const result = { name: ensemble.name, rate, q, symbols, frames, decoder: decoderText(decoder), value, low, high };
    if (json) printJson("code threshold 1", { ...result, parameter: kind.parameter, rests: near });
    else {
      const digits = (x: number) => (kind.unit === "dB" ? x.toFixed(3) : formatNumber(x, 4));
      printText(
        `${ensemble.name}, design rate ${rate}, GF(${q}): half of ${frames} frames of ${symbols} symbols fail at ` +
          `${kind.label} ${[digits(value), kind.unit].join(" ").trim()}, 95 % interval ${digits(low)} … ${digits(high)}`,
      );
    }
  } finally {
    await engine.close();
  }
}

/** Iterations of a decoder at most. */
const ITERATIONS_SAMPLED = 10_000;

/** Over erasures of bits, of any decoder that finds what the messages leave possible. */
function symbolEvolution({ channel, decoder, quick }: Values<typeof OPTIONS>, q: number): ThresholdChannel["evolve"] {
  if (channel !== "bec" || quick || decoder !== undefined)
    throw new UsageError(`--q ${q}: exact evolution is over --channel bec, without --decoder; else add --sampled`);
  const bits = Math.log2(q);
  if (!Number.isInteger(bits)) throw new UsageError(`--q ${q}: bits are erased, so give a power of 2`);
  return (ensemble, erasure, limits) => evolveErasures(ensemble, erasure, limits, bits);
}

function exitEvolution(spec: DecoderSpec, channel: ChannelName, at: readonly number[]) {
  if (spec.rule !== "sum-product" || channel !== "awgn" || at.length > 0)
    throw new UsageError(
      "--quick is for the threshold of sum-product over AWGN: leave --decoder, --channel and --at out",
    );
  return (ensemble: MetEnsemble, snr: number): Evolution => ({
    converges: exitConverges(ensemble, snr),
    iterations: 0,
    errors: [],
  });
}

/**
 * The ensemble of a name or file, or of a code's degrees or protograph.
 * @throws InputError as `loadEnsemble` and `loadCode`, and for a code without such an ensemble.
 */
function ensembleOf(
  given: string,
  file: CodeFileArguments,
  protograph: boolean,
  ofLabels = false,
): { readonly ensemble: MetEnsemble; readonly code?: Code } {
  const regular = /^(\d+),(\d+)$/.exec(given);
  if (regular !== null) return { ensemble: regularEnsemble(Number(regular[1]), Number(regular[2])) };
  const formats = formatsOfEnding(unpackedName(given));
  const isMatrix = file.format !== undefined || (formats.length > 0 && !formats.includes("json"));
  const isCode = isMatrix || isPackagedCode(given) || (formats.length > 0 && !readText(given).includes('"fraction"'));
  if (!isCode) {
    if (protograph) throw new UsageError(`--protograph is for codes: ${given} is an ensemble already`);
    return { ensemble: loadEnsemble(given) };
  }
  const code = loadCode(given, loadOptions(file));
  // Lifts have labels of their own: the code's do not count.
  const graph = ofLabels ? { ...code, matrix: { ...code.matrix, field: galoisField(2) } } : code;
  const ensemble = protograph ? protographEnsemble(graph) : degreeEnsemble(graph);
  if (ensemble === undefined) throw new InputError(`${code.name} ${noEnsemble(graph)}`);
  return { ensemble, code };
}

/** All codes whose variables and checks have these degrees. */
function regularEnsemble(variable: number, check: number): MetEnsemble {
  const ensemble = {
    name: `regular-${variable}-${check}`,
    description: "regular",
    source: "",
    variables: [{ fraction: 1, degrees: [variable] }],
    checks: [{ fraction: variable / check, degrees: [check] }],
  };
  requireEnsemble(ensemble);
  return ensemble;
}

/** Why a code has no ensemble, behind its name. */
function noEnsemble({ matrix: { field }, punctured, shortened, sending }: Code): string {
  if (field.q !== 2)
    return `is over GF(${field.q}): exact evolution of symbols is over --channel bec; else add --sampled`;
  if (sending !== undefined) return "is rate-matched: give the code without a transport block";
  if (shortened !== undefined) return "has shortened symbols: leave --protograph out";
  return punctured === undefined ? "has symbols without a check" : "has blocks that are punctured in part";
}

function analyse(
  ensemble: MetEnsemble,
  asked: {
    readonly channel: ChannelName;
    readonly target: number;
    readonly iterations: number;
    readonly decoder: string;
    /** Size of a field above 2. */
    readonly q?: number;
  },
  values: readonly number[],
  evolution: (value: number) => Evolution,
) {
  const { channel } = asked;
  const rate = designRate(ensemble);
  const kind = thresholdChannels[channel];
  const found = thresholdOver(kind, ensemble, evolution, RESOLUTION[channel]);
  const of = (value: number) =>
    channel === "awgn"
      ? {
          snr: value,
          snrDb: decibels(value),
          sigma: 1 / Math.sqrt(value),
          ebn0Db: rate > 0 ? decibels(value / (2 * rate)) : undefined,
        }
      : channel === "bsc"
        ? { crossover: value }
        : { erasure: value };
  // What binary inputs could reach; the efficiency refers to Gaussian inputs.
  const limit = rate > 0 ? binaryInputLimit(channel, rate) : undefined;
  return {
    ...ensemble,
    rate,
    edgesPerSymbol: edgesPerSymbol(ensemble),
    ...asked,
    threshold: of(found),
    capacityLimit: limit === undefined ? undefined : of(limit),
    gapDb: limit !== undefined && channel === "awgn" ? decibels(found / limit) : undefined,
    gap: limit !== undefined && channel !== "awgn" ? limit - found : undefined,
    efficiency: channel === "awgn" && rate > 0 ? rate / gaussianCapacity(found) : undefined,
    stabilityLimit: asked.q === undefined ? stabilityLimit(ensemble, kind) : undefined,
    points: values.map((value) => {
      const { converges, iterations, errors } = evolution(value);
      return {
        value,
        efficiency: channel === "awgn" ? rate / gaussianCapacity(value) : undefined,
        stabilityFactor: asked.q === undefined ? stabilityFactor(ensemble, kind.llr(value)) : undefined,
        converges,
        iterations,
        errorProbability: errors[errors.length - 1],
      };
    }),
  };
}

function lines(result: ReturnType<typeof analyse>): string[] {
  const { name, description, variables, checks, rate, target, channel, capacityLimit: limit } = result;
  const { parameter } = thresholdChannels[channel];
  const percent = (share: number): string => `${formatNumber(100 * share, 4)} %`;
  const of = (share: number | undefined) => (share === undefined ? "" : `; rate ${percent(share)} of ½·log2(1 + SNR)`);
  const at = (value: typeof result.threshold) => {
    if (value.snr === undefined) return `${parameter} ${formatNumber(value.crossover ?? value.erasure, 4)}`;
    const [snr, snrDb, sigma] = [value.snr, value.snrDb, value.sigma].map((x) => formatNumber(x, 4));
    const ebn0 = value.ebn0Db === undefined ? "" : `, Eb/N0 ${formatNumber(value.ebn0Db, 4)} dB`;
    return `SNR ${snr}, ${snrDb} dB, σ ${sigma}${ebn0}`;
  };
  const gap =
    result.gapDb === undefined ? result.gap && formatNumber(result.gap, 3) : `${formatNumber(result.gapDb, 3)} dB`;
  const shown = 4;
  const nodes = (types: MetEnsemble["variables"]) =>
    [
      ...types.slice(0, shown).map(nodeTypeText),
      ...(types.length > shown ? [`${types.length - shown} types more`] : []),
    ].join(" + ");
  return labelledLines([
    ["name", name],
    ["description", description],
    ["variables", nodes(variables)],
    ["checks", nodes(checks)],
    ["field", result.q === undefined ? "" : `GF(${result.q})`],
    [
      "design rate",
      rate > 0 ? String(rate) : `${rate}: rows of the matrix depend on each other, and the code has more`,
    ],
    ["edges", `${result.edgesPerSymbol} for each symbol`],
    ["decoder", `${result.decoder}, at most ${result.iterations} iterations`],
    ["threshold", `${at(result.threshold)} (${result.q === undefined ? "bit" : "symbol"} error probability ${target})`],
    ["capacity", rate <= 0 ? "" : limit ? `is the rate at ${at(limit)}` : "has the rate nowhere"],
    ["gap", rate <= 0 ? "" : `${gap}${of(result.efficiency)}`],
    ["stability", result.q === undefined ? stabilityText(result) : ""],
    ...result.points.map(({ value, converges, iterations, errorProbability, efficiency }): [string, string] => [
      `at ${parameter} ${value}`,
      converges
        ? `${iterations} flooding iterations${of(efficiency)}`
        : `fails: ${result.q === undefined ? "bit" : "symbol"} error probability ${errorProbability.toExponential(1)} after ${iterations} iterations`,
    ]),
  ]);
}

function stabilityText({ stabilityLimit: limit, channel }: ReturnType<typeof analyse>): string {
  const { parameter, span } = thresholdChannels[channel];
  if (limit === span[1]) return `a few errors stay at every ${parameter}`;
  return limit === undefined
    ? `errors die out at every ${parameter} ${channel === "awgn" ? "above" : "below"} the threshold`
    : `errors die out from ${parameter} ${formatNumber(limit, 4)} on`;
}

function decibels(ratio: number): number {
  return 10 * Math.log10(ratio);
}
