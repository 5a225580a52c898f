import { designRate, edgesPerSymbol, type MetEnsemble, nodeTypeText } from "../../code/construct/met.ts";
import { type Evolution, evolve } from "../../code/density-evolution/met-evolution.ts";
import { degreeEnsemble } from "../../code/density-evolution/sum-product.ts";
import {
  gaussianCapacity,
  ITERATIONS_MAXIMUM,
  requireTarget,
  shannonLimit,
  stabilityFactor,
  stabilityLimit,
  threshold,
} from "../../code/density-evolution/threshold.ts";
import { formatsOfEnding, unpackedName } from "../../code/formats/read-code.ts";
import { InputError } from "../../errors.ts";
import { isPackagedCode, loadCode, loadEnsemble, readText } from "../../node/codes/codes.ts";
import { formatNumber } from "../../report/format.ts";
import { defineCommand, evaluateNumber, flag, operand, parsed } from "../command-line/option.ts";
import { CODE_FILE_OPTIONS, type CodeFileArguments, loadOptions } from "../options/code.ts";
import { printJson, printText } from "../output.ts";

/** Relative accuracy of the threshold. */
const RESOLUTION = 1e-3;

const NO_SNRS: readonly number[] = [];

export default defineCommand({
  options: {
    ensemble: operand({
      group: "Code",
      describe:
        "name or file of an ensemble, or a code: then the ensemble of all codes with the degrees of its nodes, edges of one type",
      example: "met-r10",
    }),
    snr: parsed(
      {
        group: "Channel",
        placeholder: "SNRS",
        describe: "SNRs 1/σ² at which to count flooding iterations",
        example: "0.161,0.171",
        default: NO_SNRS,
        defaultText: "none",
      },
      async (text, label): Promise<readonly number[]> => {
        const snrs = await Promise.all(text.split(",").map((part) => evaluateNumber(part, label)));
        const wrong = snrs.find((snr) => !(snr > 0 && snr <= 100));
        if (wrong !== undefined) throw new InputError(`${label} ${wrong} must be above 0, and 100 at most`);
        return snrs;
      },
    ),
    target: parsed(
      {
        group: "Stopping",
        placeholder: "RATE",
        describe: "bit error probability of the variables of degree above 1 at which decoding has succeeded",
        example: "1e-6",
        default: 1e-4,
      },
      async (text, label) => {
        const target = await evaluateNumber(text, label);
        requireTarget(target);
        return target;
      },
    ),
    json: flag({ group: "Output", describe: "print JSON instead of text" }),
    ...CODE_FILE_OPTIONS,
  },
  examples: [
    { line: "ldpc code threshold met-r10 --snr 0.161,0.171", does: "threshold, and iterations at two SNRs" },
    { line: "ldpc code threshold H.alist", does: "by the degrees of a matrix of your own" },
  ],
  run({ ensemble: given, snr, target, json, ...file }) {
    const result = analyse(ensembleOf(given, file), target, snr);
    if (json) printJson("code threshold 1", result);
    else printText(lines(result).join("\n"));
  },
});

/**
 * The ensemble of a name or file, or of a code's degrees.
 * @throws InputError as `loadEnsemble` and `loadCode`, and for a code whose degrees have no threshold.
 */
function ensembleOf(given: string, file: CodeFileArguments): MetEnsemble {
  const formats = formatsOfEnding(unpackedName(given));
  const isMatrix = file.format !== undefined || (formats.length > 0 && !formats.includes("json"));
  const isCode = isMatrix || isPackagedCode(given) || (formats.length > 0 && !readText(given).includes('"fraction"'));
  if (!isCode) return loadEnsemble(given);
  const code = loadCode(given, loadOptions(file));
  const found = degreeEnsemble(code);
  if (found !== undefined) return found;
  const { matrix, punctured, shortened, name } = code;
  if (matrix.field.q !== 2) {
    throw new InputError(`${name} is over GF(${matrix.field.q}): density evolution is for codes over GF(2)`);
  }
  const reason =
    punctured !== undefined || shortened !== undefined ? "symbols that are not sent" : "variables of degree 1 or 0";
  throw new InputError(
    `${name} has ${reason}, and no threshold by degrees alone: write its multi-edge-type ensemble, as codes/met has some`,
  );
}

function analyse(ensemble: MetEnsemble, target: number, snrs: readonly number[]) {
  const rate = designRate(ensemble);
  const snr = threshold(ensemble, { target, resolution: RESOLUTION });
  const limit = shannonLimit(rate);
  return {
    ...ensemble,
    rate,
    edgesPerSymbol: edgesPerSymbol(ensemble),
    target,
    threshold: { snr, snrDb: decibels(snr), sigma: 1 / Math.sqrt(snr) },
    shannonLimit: { snr: limit, snrDb: decibels(limit) },
    gapDb: decibels(snr / limit),
    efficiency: rate / gaussianCapacity(snr),
    stabilityLimit: stabilityLimit(ensemble),
    points: snrs.map((point) => ({
      snr: point,
      efficiency: rate / gaussianCapacity(point),
      stabilityFactor: stabilityFactor(ensemble, point),
      ...outcome(evolve(ensemble, point, { iterations: ITERATIONS_MAXIMUM, target })),
    })),
  };
}

function outcome({ converges, iterations, errors }: Evolution) {
  return { converges, iterations, errorProbability: errors[errors.length - 1] };
}

function lines(result: ReturnType<typeof analyse>): string[] {
  const { name, description, variables, checks, rate, target, threshold: found, shannonLimit: limit } = result;
  const percent = (share: number): string => `${formatNumber(100 * share, 4)} %`;
  const stable =
    result.stabilityLimit === 0
      ? "errors die out at every SNR above the threshold"
      : `errors die out from SNR ${formatNumber(result.stabilityLimit, 4)} on`;
  const rows: [string, string][] = [
    ["name", name],
    ["description", description],
    ["variables", variables.map(nodeTypeText).join(" + ")],
    ["checks", checks.map(nodeTypeText).join(" + ")],
    ["design rate", String(rate)],
    ["edges", `${result.edgesPerSymbol} for each symbol`],
    [
      "threshold",
      `SNR ${formatNumber(found.snr, 4)}, ${formatNumber(found.snrDb, 4)} dB, σ ${formatNumber(found.sigma, 4)} ` +
        `(bit error probability ${target})`,
    ],
    ["shannon limit", `SNR ${formatNumber(limit.snr, 4)}, ${formatNumber(limit.snrDb, 4)} dB`],
    ["gap", `${formatNumber(result.gapDb, 3)} dB; rate ${percent(result.efficiency)} of ½·log2(1 + SNR)`],
    ["stability", stable],
    ...result.points.map(({ snr, converges, iterations, errorProbability, efficiency }): [string, string] => [
      `at SNR ${snr}`,
      converges
        ? `${iterations} flooding iterations; rate ${percent(efficiency)} of ½·log2(1 + SNR)`
        : `fails: bit error probability ${errorProbability.toExponential(1)} after ${iterations} iterations`,
    ]),
  ];
  return rows.map(([label, text]) => label.padEnd(LABEL_WIDTH) + text);
}

const LABEL_WIDTH = 18;

function decibels(ratio: number): number {
  return 10 * Math.log10(ratio);
}
