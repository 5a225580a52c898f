import { tannerGraph } from "../../../src/code/tanner-graph.ts";
import { decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import { checkNodeRules } from "../../../src/decoder/rules.ts";
import { InputError } from "../../../src/errors.ts";
import { formatNumber } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/table.ts";
import { runRate, secondsOfDecoder } from "../../../src/simulation/bench/bench.ts";
import { sum } from "../../../src/sum.ts";
import { SPEED_GROUPS, type SpeedCase } from "../../speeds.ts";
import { codeOf, type Speed, speedText } from "../measure.ts";
import { rateText, undetectedText } from "../rates.ts";
import { BINARY_FER, ferErrors, ferText, pointsOfFile, SYMBOL_FER, undetectedAt } from "./fer.ts";
import { cardOf, experimentsFile, type Figures, jsonFile, numberOf, resultFile } from "./results.ts";

const THROUGHPUT = "results/binary-throughput-h200.json";

/** Coded Gbit/s of wimax-2304-1152 with layered offset min-sum and 10 iterations, the decoder alone. */
export const wimaxGbit = (messages: string): number => wimaxNumber(messages, "coded") / 1e9;
/** Frames in flight behind it. */
export const wimaxFrames = (messages: string): number => wimaxNumber(messages, "frames");

function wimaxNumber(messages: string, name: string): number {
  const decoder = decoderText(
    readDecoder(`offset-min-sum schedule=layered messages=${messages} iterations=10 stop=none`),
  );
  return numberOf(THROUGHPUT, "details", `wimax-2304-1152: ${decoder}`, name);
}

const file = (group: string) => resultFile(`results/speeds/${group}`);
const {
  symbols: SYMBOL_SPEEDS,
  early: EARLY_SPEEDS,
  binary: BINARY_SPEEDS,
  "one-frame": ONE_FRAME,
  cpu: CPU_SPEEDS,
} = SPEED_GROUPS;
const CPU = "results/speeds/cpu-h200-host.json";

/** The card on which `ldpc experiment speeds` measured all groups. @throws InputError for several cards. */
export const speedsCard = (): string =>
  cardOf(...["symbols", "early", "binary", "reconciliation", "one-frame"].map(file));

/** The speed of a case that `ldpc experiment speeds` measured; undefined for a case without a measurement. */
function findSpeed(one: SpeedCase, name: string): Speed | undefined {
  const { details } = jsonFile(name) as { readonly details: Readonly<Record<string, Speed>> };
  return details[speedText(one)];
}

/** The measured speed of a case. @throws InputError if the file lacks it. */
function speedOf(one: SpeedCase, name: string): Speed {
  const speed = findSpeed(one, name);
  if (speed !== undefined) return speed;
  throw new InputError(`has no speed of ${speedText(one)}`, { file: experimentsFile(name) });
}

const codedMbit = ({ codedBits }: Pick<Speed, "codedBits">, framesPerSecond: number) =>
  (framesPerSecond * codedBits) / 1e6;

/** Whole numbers from 100 on, else three digits. */
const mbitText = (value: number) => (value >= 100 ? Math.round(value).toLocaleString("en-US") : formatNumber(value));

/** Coded Mbit/s of a case with all iterations, by the device's clock. */
export function symbolMbit(code: string, decoder: string): string {
  const one = SYMBOL_SPEEDS.find((each) => each.code === code && each.decoder === decoder);
  if (one === undefined) throw new Error(`${code}: ${decoder} is no case of speeds`);
  const speed = speedOf(one, file("symbols"));
  return mbitText(codedMbit(speed, runRate(speed.fixed)));
}

/** Seconds of a frame in the decoder alone, all iterations. */
const decoderPerFrame = (speed: Speed) => secondsOfDecoder(speed, speed.fixedKernels) / speed.fixed.frames;

/** Gbit/s of the decoder alone. */
const decoderGbit = (speed: Speed, bits: "codedBits" | "informationBits"): number =>
  speed[bits] / decoderPerFrame(speed) / 1e9;

/** Eb/N0 at which the table has FERs, dB. */
const SYMBOL_FER_AT: Readonly<Record<string, number>> = {
  "nb620-gf32": 2.6,
  "beidou-200-100-gf64": 2.6,
  "nb837-gf32": 4.2,
};

function symbolTable(): string {
  // The paper's mapping has a page of its own.
  const rows = SYMBOL_SPEEDS.filter((one) => !one.decoder.includes("mapping=symbols")).map((one) => {
    const speed = speedOf(one, file("symbols"));
    const { fixed, early, limit, iterations } = speed;
    // The limit counts an operation for each comparison; int12 makes two at a time.
    const together = one.decoder.includes("messages=int12") && limit.binding === "operations" ? 2 : 1;
    const share = (iterations / decoderPerFrame(speed) / (together * limit.frameIterationsPerSecond)) * 100;
    return [
      one.code,
      `\`${one.decoder}\``,
      mbitText(codedMbit(speed, runRate(fixed))),
      `${share.toFixed(0)} %, ${limit.binding}`,
      `${mbitText(codedMbit(speed, runRate(early)))} (${early.iterations.toFixed(1)})`,
      ...[ferText, undetectedAt].map((text) =>
        text(SYMBOL_FER, one.code, one.decoder, SYMBOL_FER_AT[one.code] ?? Number.NaN),
      ),
    ];
  });
  const headers = [
    "code",
    "decoder",
    "10 iterations, Mbit/s",
    "share of the limit",
    "early termination, Mbit/s",
    "FER",
    "undetected",
  ];
  return markdownTable(headers, rows);
}

/** Early termination in a waterfall. */
function earlyTable(): string {
  const rows = EARLY_SPEEDS.map((one) => {
    const { early, codedBits } = speedOf(one, file("early"));
    const { frameErrors: errors, frames, undetected } = early.counts;
    return [
      ...[`\`${one.decoder}\``, mbitText(codedMbit({ codedBits }, runRate(early)))],
      ...[rateText({ errors, frames }), undetectedText({ errors, frames, undetected })],
    ];
  });
  return markdownTable(["decoder", "Mbit/s", "FER", "undetected"], rows);
}

const LATENCIES = [
  ["firstSeconds", "after other work, ms"],
  ["seconds", "submission to result, ms"],
  ["deviceSeconds", "on the device, ms"],
] as const;

function oneFrameTable(): string {
  const { details } = jsonFile(file("one-frame")) as {
    readonly details: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
  const fixed = ONE_FRAME.filter(({ decoder }) => decoder.includes("stop=none"));
  const measured = fixed.map((one) => ({ one, latency: details[`one frame, ${speedText(one)}`] }));
  const rows = measured.map(({ one, latency }) => [
    `\`${one.decoder.replace(" stop=none", "")}\``,
    ...LATENCIES.map(([name]) => formatNumber(1e3 * latency[name])),
  ]);
  return markdownTable(["decoder", ...LATENCIES.map(([, header]) => header)], rows);
}

const FORMATS = ["int8", "int12", "f32"];
const formatOf = ({ decoder }: SpeedCase) => /messages=(\w+)/.exec(decoder)![1];
const csvCode = ({ code, rows }: SpeedCase) => (rows === undefined || rows === 46 ? code : `${code}-rows${rows}`);

function binaryTable(): string {
  const codes = [...new Set(BINARY_SPEEDS.map(csvCode))];
  // The curves of the 46 block rows have 10 iterations.
  const curveDecoder = ({ decoder, rows }: SpeedCase) => (rows === 46 ? decoder.replace("=8", "=10") : decoder);
  const rows = codes.map((code) => {
    const cases = FORMATS.map(
      (format) => BINARY_SPEEDS.find((one) => csvCode(one) === code && formatOf(one) === format)!,
    );
    const [{ rows: used, at }] = cases;
    const bits = used === undefined ? "codedBits" : "informationBits";
    const speeds = cases.map((one) => findSpeed(one, file("binary")));
    return [
      `${cases[0].code}${used === undefined ? "" : `, ${used} block rows`}`,
      /iterations=(\d+)/.exec(cases[0].decoder)![1],
      ...speeds.map((speed) => (speed === undefined ? "–" : formatNumber(decoderGbit(speed, bits)))),
      String(at),
      ...cases.map((one) => ferText(BINARY_FER, code, curveDecoder(one), at)),
      cases.map((one) => ferErrors(BINARY_FER, code, curveDecoder(one), at)?.undetected ?? "–").join(" / "),
    ];
  });
  return markdownTable(
    [
      ...["code", "iterations", ...FORMATS.map((format) => `${format}, Gbit/s`), "Eb/N0, dB"],
      ...FORMATS.map((format) => `FER, ${format}`),
      "undetected frames",
    ],
    rows,
  );
}

const CHAIN_FORMATS = ["int12", "f32"];

/** The decoder's share of the chain from random words to counters. */
function chainTable(): string {
  const cell = (code: string, format: string) => {
    const one = BINARY_SPEEDS.find((each) => csvCode(each) === code && formatOf(each) === format);
    const speed = one && findSpeed(one, file("binary"));
    if (speed === undefined) return "–";
    const [decoder, all] = [secondsOfDecoder(speed, speed.fixedKernels), sum(Object.values(speed.fixedKernels))];
    const rest = formatNumber((1e9 * (all - decoder)) / speed.fixed.frames);
    return `${rest} ns; ${((100 * decoder) / all).toFixed(0)} %`;
  };
  const codes = [...new Set(BINARY_SPEEDS.map(csvCode))];
  return markdownTable(
    ["code", ...CHAIN_FORMATS],
    codes.map((code) => [code, ...CHAIN_FORMATS.map((format) => cell(code, format))]),
  );
}

function cpuTable(): string {
  const rows = CPU_SPEEDS.map((one) => {
    const speed = speedOf(one, CPU);
    const { fixed, early } = speed;
    return [
      one.code,
      `\`${one.decoder.replace(" iterations=10", "")}\``,
      ...[fixed, early].map(({ framesPerSecond }) => formatNumber(codedMbit(speed, framesPerSecond))),
    ];
  });
  return markdownTable(["code", "decoder", "10 iterations, Mbit/s", "early termination, Mbit/s"], rows);
}

/** Speeds of the measured cases of a group, the decoder alone, beside the errors of its runs with early termination. */
const groupTable = (group: string) => (): string => {
  const rows = SPEED_GROUPS[group].flatMap((one) => {
    const speed = findSpeed(one, file(group));
    if (speed === undefined) return [];
    const { fixed, early, iterations } = speed;
    const bits = one.rows === undefined ? speed.codedBits : speed.informationBits;
    const gbit = ({ frames }: { frames: number }, kernels: Readonly<Record<string, number>>) =>
      formatNumber((frames * bits) / secondsOfDecoder(speed, kernels) / 1e9);
    const { frameErrors: errors, frames, undetected } = early.counts;
    return [
      [
        csvCode(one) + (one.reconciles ? ", information columns" : ""),
        one.reconciles ? `QBER ${one.at} %` : `${one.at} dB`,
        `\`${one.decoder.replace(/ iterations=\d+/, "")}\``,
        `${iterations}: ${gbit(fixed, speed.fixedKernels)}`,
        `${early.iterations.toFixed(1)}: ${gbit(early, speed.earlyKernels)}`,
        `${rateText({ errors, frames })} (${errors.toLocaleString("en-US")} of ${frames.toLocaleString("en-US")})`,
        String(undetected),
      ],
    ];
  });
  const headers = ["code", "point", "decoder", "all iterations: Gbit/s", "mean iterations: Gbit/s, early termination"];
  return markdownTable([...headers, "FER", "undetected"], rows);
};

const EMS_FER = "results/nonbinary/ems-syndromes-h200.csv";

/** Extended min-sum on lists. FERs are of runs to 300 errors where there is one, else of the timed runs with early termination. */
function listTable(): string {
  const { cost } = checkNodeRules.ems;
  if (cost.per === "frame") throw new Error("the cost of ems is of a check");
  const rows = SPEED_GROUPS["ems-lists"].flatMap((one) => {
    const speed = findSpeed(one, file("ems-lists"));
    if (speed === undefined) return [];
    const spec = readDecoder(one.decoder);
    const counted = pointsOfFile(EMS_FER).find((row) => row.code === one.code && row.decoder === decoderText(spec));
    const { frameErrors, ...timed } = speed.early.counts;
    const { frame_errors: errors, frames, undetected } = counted ?? { ...timed, frame_errors: frameErrors };
    const { field } = codeOf(one).matrix;
    const degree = tannerGraph(codeOf(one).matrix).checkDegreeMaximum;
    return [
      [
        one.code,
        `${one.at} dB`,
        `\`${one.decoder}\``,
        Math.round(cost.operations(degree, field.q, spec.options)).toLocaleString("en-US"),
        mbitText(codedMbit(speed, 1 / decoderPerFrame(speed))),
        `${rateText({ errors, frames })} (${errors.toLocaleString("en-US")} of ${frames.toLocaleString("en-US")})`,
        String(undetected),
      ],
    ];
  });
  return markdownTable(["code", "Eb/N0", "decoder", "operations a check", "Mbit/s", "FER", "undetected"], rows);
}

/** A decoder of dvbs2-64800-43200 at QBER 7 %, bits per second of sifted key. */
interface Reconciled {
  readonly decoder: string;
  readonly iterations: number;
  readonly chain: number;
  readonly alone: number;
  readonly failed: number;
  readonly undetected: number;
  readonly frames: number;
}

const reconciliationFile = (): string => file("reconciliation").replace("results/", "");

function reconciled(): Reconciled[] {
  return SPEED_GROUPS.reconciliation.flatMap((one) => {
    const speed = findSpeed(one, file("reconciliation"));
    if (speed === undefined) return [];
    const { early, codedBits, earlyKernels } = speed;
    return [
      {
        decoder: one.decoder.replace(" iterations=31", ""),
        iterations: early.iterations,
        chain: runRate(early) * codedBits,
        alone: (early.frames * codedBits) / secondsOfDecoder(speed, earlyKernels),
        failed: early.counts.frameErrors,
        undetected: early.counts.undetected,
        frames: early.counts.frames,
      },
    ];
  });
}

function reconciliationTable(): string {
  return markdownTable(
    ["decoder", "iterations", "whole chain, Gbit/s", "decoder alone, Gbit/s", "frames that fail", "undetected"],
    reconciled().map(({ decoder, iterations, chain, alone, failed, undetected, frames }) => [
      `\`${decoder}\``,
      iterations.toFixed(2),
      ...[chain, alone].map((rate) => formatNumber(rate / 1e9)),
      `${failed} of ${frames.toLocaleString("en-US")}`,
      String(undetected),
    ]),
  );
}

/** The default decoder of `ldpc key`. */
export function defaultReconciled(): Reconciled {
  const one = reconciled().find(({ decoder }) => decoder.includes("messages=f16") && decoder.includes("form=tanh"));
  if (one === undefined) throw new Error("the default decoder was not measured");
  return one;
}

export const SPEED_FIGURES: Figures = {
  "performance one-frame": oneFrameTable,
  "performance early": earlyTable,
  "performance symbols": symbolTable,
  "performance binary": binaryTable,
  "performance chain": chainTable,
  "performance min-star": groupTable("min-star"),
  "performance ems-lists": listTable,
  "performance reconciliation": reconciliationTable,
  "performance reconciliation file": reconciliationFile,
  "performance cpu": cpuTable,
};
