import { shortDecoderText } from "../../../src/decoder/decoder.ts";
import { formatCount, formatNumber, formatRate } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/table.ts";
import { sum } from "../../../src/sum.ts";
import { ferCrossing } from "../rates.ts";
import { BINARY_FER, pointsOfFile } from "./fer.ts";
import { reconciliationFile, reconciliationTable } from "./qkd.ts";
import { cardOf, type Figures, jsonFile, numberOf, reportRows, resultFile } from "./results.ts";
import {
  binaryTable,
  chainTable,
  cpuTable,
  earlyTable,
  oneFrameTable,
  peerCalls,
  peerCard,
  peerCpu,
  peerKernels,
  peerTable,
  sessionCard,
  symbolTable,
} from "./speeds.ts";

interface OrderedCounts {
  readonly frames: number;
  readonly informationFrameErrors: number;
}

interface OrderRun {
  readonly ebn0: number;
  readonly natural: OrderedCounts;
  readonly descending: OrderedCounts;
}

/** Wrong blocks of 5G with 13 block rows in natural and in descending order, after 8 iterations at 2.5 dB. */
function orderCounts(): string {
  const { details } = jsonFile(resultFile("results/row-order")) as {
    readonly details: Readonly<Record<string, OrderRun>>;
  };
  const { natural, descending } = Object.entries(details).find(
    ([name, { ebn0 }]) => name.startsWith("nr-bg1-z384:13,") && name.endsWith(", 8 iterations") && ebn0 === 2.5,
  )![1];
  const counts = ({ frames, informationFrameErrors }: OrderedCounts) =>
    `${informationFrameErrors} of ${frames.toLocaleString("en-US")}`;
  return `${counts(natural)} in natural and ${counts(descending)} in descending order`;
}

interface Refill {
  readonly refills: number;
  readonly code: string;
  readonly decoder: string;
  readonly channel: { readonly value: number };
  readonly codedBitsPerFrame: number;
  readonly earlyTermination: { readonly iterations: number; readonly deviceFramesPerSecond: number };
}

const refillsFile = () => resultFile("results/bench/refills");

/** Least Eb/N0 in the table, dB: at less, frames need more iterations and slots are refilled later. */
const REFILLED_FROM = 3.5;
const REFILLED_CODE = "nb620-gf32";

/** At most 50 iterations with a slot for each frame, and with slots that frames take one after the other. */
function refillTable(): string {
  const { runs: all } = jsonFile(refillsFile()) as { readonly runs: readonly Refill[] };
  const key = ({ code, decoder, channel }: Refill) => JSON.stringify([code, decoder, channel.value]);
  const rows = all.flatMap((one) => {
    const other = all.find((each) => each.refills > 1 && key(each) === key(one));
    if (one.refills > 1 || other === undefined || !one.decoder.includes("iterations=50")) return [];
    if (one.channel.value < REFILLED_FROM || one.code !== REFILLED_CODE) return [];
    const decoder = shortDecoderText(one.decoder).replace(" iterations=50", "");
    return [
      [
        ...[`\`${decoder}\``, one.earlyTermination.iterations.toFixed(1)],
        ...[one, other].map(({ earlyTermination, codedBitsPerFrame }) =>
          Math.round((earlyTermination.deviceFramesPerSecond * codedBitsPerFrame) / 1e6).toLocaleString("en-US"),
        ),
      ],
    ];
  });
  return markdownTable(["decoder", "iterations", "a slot per frame, Mbit/s", "refill, Mbit/s"], rows);
}

const FERS = [1e-3, 1e-5];

/** Eb/N0 at which a code passes each of the FERs with a format; undefined where its curve does not pass it. */
function formatCrossings() {
  const points = pointsOfFile(BINARY_FER);
  return [...new Set(points.map(({ code }) => code))].map((code) => {
    const crossings = (format: string) => {
      const curve = points.filter((row) => row.code === code && row.decoder.includes(`messages=${format} `));
      return FERS.map((fer) => ferCrossing(curve, fer)?.at);
    };
    return { code, f32: crossings("f32"), int12: crossings("int12"), int8: crossings("int8") };
  });
}

/** Losses of int12 and int8 against f32 at each of the FERs, dB. */
export function formatLosses(): { code: string; format: "int12" | "int8"; loss: number }[] {
  return formatCrossings().flatMap(({ code, f32, ...others }) =>
    (["int12", "int8"] as const).flatMap((format) =>
      FERS.flatMap((_, i) => {
        const [own, reference] = [others[format][i], f32[i]];
        return own === undefined || reference === undefined ? [] : [{ code, format, loss: own - reference }];
      }),
    ),
  );
}

/** The Eb/N0 at which f32 passes a FER, and the losses of the other formats. */
function formatTable(): string {
  const rows = formatCrossings().map(({ code, f32, int12, int8 }) => [
    code,
    ...FERS.flatMap((_, i) => {
      const reference = f32[i];
      const loss = (at: number | undefined) =>
        at === undefined || reference === undefined ? "–" : (at - reference).toFixed(3);
      return [reference === undefined ? "–" : reference.toFixed(3), loss(int12[i]), loss(int8[i])];
    }),
  ]);
  const headers = FERS.flatMap((fer) => [`f32 passes ${fer.toExponential(0)} at, dB`, "int12 loses", "int8 loses"]);
  return markdownTable(["code", ...headers], rows);
}

interface ScaleRow {
  readonly code: string;
  readonly rows?: number;
  readonly schedule: string;
  readonly iterations: number;
  readonly correction: string;
  readonly crossing?: { readonly at: number } | null;
}

/** Eb/N0 beyond the best correction, by case and correction. */
export function scaleLosses() {
  const { rows } = jsonFile(resultFile("results/binary/scales")) as { readonly rows: readonly ScaleRow[] };
  const caseOf = ({ code, rows: used, schedule, iterations }: ScaleRow) =>
    `${code}${used === undefined ? "" : `, ${used} rows`}, ${schedule}, ${iterations}`;
  const corrections = [...new Set(rows.map(({ correction }) => correction))];
  const cases = [...new Set(rows.map(caseOf))].map((name) => {
    const at = corrections.map(
      (correction) => rows.find((row) => caseOf(row) === name && row.correction === correction)?.crossing?.at,
    );
    const best = Math.min(...at.filter((value) => value !== undefined));
    return { name, best, losses: at.map((value) => (value === undefined ? undefined : value - best)) };
  });
  return { corrections, cases };
}

/** The worst and the mean loss of each correction over all cases. */
function scaleTable(): string {
  const { corrections, cases } = scaleLosses();
  const all = (i: number) => cases.flatMap(({ losses }) => losses[i] ?? []);
  return markdownTable(
    ["", ...corrections.map((correction) => correction.replace("scale=", ""))],
    [
      ["worst", ...corrections.map((_, i) => Math.max(...all(i)).toFixed(2))],
      ["mean", ...corrections.map((_, i) => (sum(all(i)) / all(i).length).toFixed(2))],
    ],
  );
}

/** The scale of the least mean loss. */
function bestScale(): string {
  const { corrections, cases } = scaleLosses();
  const mean = (i: number) => cases.reduce((sum, { losses }) => sum + (losses[i] ?? 0), 0) / cases.length;
  const scales = corrections.flatMap((correction, i) => (correction.startsWith("scale=") ? [i] : []));
  return corrections[scales.reduce((a, b) => (mean(b) < mean(a) ? b : a))].replace("scale=", "");
}

interface CardRun {
  readonly code: string;
  readonly decoder: string;
  readonly cards: number;
  readonly speedup: number;
}

/** Times as fast with two cards as with one, by code. */
function cardSpeedups(): string {
  const { runs } = jsonFile(resultFile("results/card-scale")) as { readonly runs: readonly CardRun[] };
  const two = runs.filter(({ cards }) => cards === 2);
  return two.map(({ code, decoder, speedup }) => `${speedup.toFixed(2)} times (${code}, \`${decoder}\`)`).join(" and ");
}

interface ScaleRun {
  readonly frames: number;
  readonly seconds: number;
  readonly shardBytes: number;
  readonly memory: { readonly most: number };
  readonly status: { readonly seconds: number };
}

const runsFile = () => resultFile("results/run-scale");

function runTable(): string {
  const { details } = jsonFile(runsFile()) as { readonly details: Readonly<Record<string, ScaleRun>> };
  return markdownTable(
    ["frames, millions", "seconds", "million frames/s", "shards, kB", "memory, MB", "`status`, s"],
    Object.values(details).map(({ frames, seconds, shardBytes, memory, status }) => [
      ...[formatNumber(frames / 1e6, 4), seconds.toFixed(1), formatNumber(frames / seconds / 1e6, 2)],
      ...[formatNumber(shardBytes / 1e3), formatNumber(memory.most), status.seconds.toFixed(2)],
    ]),
  );
}

const ledger = (...path: string[]) => numberOf(resultFile("results/ledger-scale"), ...path);

/** Decoders of quantum circuits, a line each. */
function shotTable(): string {
  const rows = reportRows("results/quantum-shots-h200.json");
  const names = [...new Set(rows.filter(({ unit }) => unit === "shots/s").map(({ what }) => what))];
  const published = (value: number | undefined, text: (value: number) => string) =>
    value === undefined ? "" : ` (published ${text(value)})`;
  return markdownTable(
    ["circuit, error rate, decoder", "shots/s", "failures of a shot", "undetected of them", "one shot"],
    names.map((name) => {
      const [speed, failures, one] = ["shots/s", "failures of a shot", "ms"].map(
        (unit) => rows.find((row) => row.unit === unit && row.what.startsWith(name))!,
      );
      const [, errors, undetected] = /^(\d+) of .*; (\d+) explain all detectors/.exec(failures.how ?? "")!;
      return [
        name,
        `${formatNumber(speed.ours)}${published(speed.paper, formatNumber)}`,
        `${formatRate(failures.ours)}${published(failures.paper, formatRate)}`,
        `${formatCount(Number(undetected))} of ${formatCount(Number(errors))}`,
        `${formatNumber(one.ours)} ms`,
      ];
    }),
  );
}

export const PERFORMANCE_FIGURES: Figures = {
  "performance one-frame": oneFrameTable,
  "performance early": earlyTable,
  "performance symbols": symbolTable,
  "performance refills": refillTable,
  "quantum shots": shotTable,
  "performance refills card": () => cardOf(refillsFile()),
  "performance orders": orderCounts,
  "performance binary": binaryTable,
  "performance peers": peerTable,
  "performance peers card": peerCard,
  "peers card": sessionCard,
  "peers kernels": peerKernels,
  "peers calls": peerCalls,
  "peers cpu": peerCpu,
  "performance chain": chainTable,
  "performance formats": formatTable,
  "performance scales": scaleTable,
  "performance scale": bestScale,
  "performance reconciliation": reconciliationTable,
  "performance reconciliation file": reconciliationFile,
  "performance cards": cardSpeedups,
  "performance runs": runTable,
  "performance runs card": () => cardOf(runsFile()),
  "performance ledger status": () => `${ledger("status", "seconds").toFixed(2)} s`,
  "performance ledger resume": () => `${ledger("resume", "seconds").toFixed(2)} s`,
  "performance ledger claim": () => `${(1e6 * ledger("claimSeconds")).toFixed(0)} µs`,
  "performance cpu": cpuTable,
};
