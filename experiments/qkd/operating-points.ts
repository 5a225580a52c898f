import { flag, number, text, texts } from "../../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS, type EngineArguments } from "../../src/cli/options/decoder.ts";
import { print } from "../../src/cli/output.ts";
import { decoderText, readDecoder } from "../../src/decoder/decoder.ts";
import type { EngineInfo } from "../../src/engine/engine.ts";
import { InputError } from "../../src/errors.ts";
import { writeFileAtomic } from "../../src/node/disk/disk.ts";
import { PAPERS } from "../../src/papers.ts";
import {
  eveIgnorance,
  RECONCILIATION_DECODER,
  reconciliationEfficiency,
  secretKeyBits,
} from "../../src/reconciliation.ts";
import { formatCount, formatNumber } from "../../src/report/format.ts";
import { markdownTable } from "../../src/report/markdown.ts";
import { formatTable } from "../../src/report/table.ts";
import { measureCopyBandwidth } from "../../src/simulation/bench/copy-bandwidth.ts";
import { copyShareText } from "../shared/limits/decoder-limit.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import type { Lab, Step } from "../shared/runner/lab.ts";
import { checkWholeNumbers } from "../shared/whole-numbers.ts";
import { chainRate } from "./shared/cells.ts";
import { defaultInFlight, prepareCase } from "./shared/measure.ts";
import {
  bandwidthShare,
  failuresAllowed,
  type OperatingPoint,
  openPoints,
  operatingPoint,
  type PointFile,
  pointKey,
  readPoints,
} from "./shared/operating.ts";
import { paperTables } from "./shared/paper.ts";
import { shortDecoder } from "./shared/text.ts";

/** DVB-S2's other rates above 1/2, which leave secret bits as well. */
const MORE_CODES = [
  ...[51840, 57600, 58320].map((bits) => `dvbs2-64800-${bits}`),
  ...[12600, 14400].map((bits) => `dvbs2-16200-${bits}`),
];

/** The decoder of `ldpc key`, and the fastest one. */
const DECODERS = [RECONCILIATION_DECODER, "normalised-min-sum messages=int8 schedule=layered iterations=31 scale=0.75"];

interface Arguments extends EngineArguments {
  readonly code?: readonly string[];
  readonly decoder: readonly string[];
  readonly frames: number;
  readonly limit: number;
  readonly inFlight?: number;
  readonly seed: number;
  readonly hashBits: number;
  readonly out: string;
  readonly candidates: string;
  readonly from?: string;
  readonly markdown: boolean;
}

export default defineExperiment({
  name: "qkd-operating-points",
  summary: "highest QBER at which each code of the paper reconciles, its secret key and Mbit/s there",
  paper: "qkd",
  options: {
    code: texts({
      group: "Code",
      describe: "codes",
      defaultText: "the paper's, and DVB-S2's other rates above 1/2",
      placeholder: "CODE",
      example: "wimax-2304-1152",
    }),
    decoder: texts({
      group: "Decoder",
      describe: "decoder, may be repeated; the first makes the candidates",
      placeholder: "DECODER",
      example: "sum-product iterations=30",
      default: DECODERS,
      single: true,
    }),
    frames: number({
      group: "Measurement",
      describe: "frames of each QBER that is near",
      example: "10240",
      default: 10_240,
    }),
    limit: number({
      group: "Measurement",
      describe: "share of failed frames, for the 95 % interval's end",
      example: "1e-2",
      default: 1e-3,
    }),
    "in-flight": number({
      group: "Measurement",
      describe: "frames of a batch, cut to the device's maximum",
      defaultText: "16384; software device: 64",
      example: "4096",
    }),
    seed: number({ group: "Channel", describe: "seed of words and noise", example: "7", default: 1 }),
    "hash-bits": number({
      group: "Measurement",
      describe: "bits leaked by the hash of each block",
      example: "64",
      default: 64,
    }),
    out: text({
      group: "Output",
      describe: "JSON file of points; its points are not searched again",
      placeholder: "FILE",
      example: "runs/qkd-operating-points.json",
      default: "runs/qkd-operating-points.json",
    }),
    candidates: text({
      group: "Output",
      describe: "file to write in the format of codes/reconciliation.json",
      placeholder: "FILE",
      example: "runs/candidates.json",
      default: "runs/reconciliation.json",
    }),
    from: text({
      group: "Output",
      describe: "JSON file of an earlier run: make table and candidates, simulate nothing",
      placeholder: "FILE",
      example: "runs/out.json",
    }),
    markdown: flag({ group: "Output", describe: "the table of doc/papers/qkd.md" }),
    ...ENGINE_OPTIONS,
  },
  quick: {
    code: ["wifi-1944-1620", "wimax-2304-1920"],
    frames: 384,
    limit: 1e-2,
    "in-flight": 64,
    out: "runs/qkd-operating-points-quick.json",
    candidates: "runs/reconciliation-quick.json",
  },
  computes: ({ from }) => from !== undefined,
  async run(options, lab) {
    checkOptions(options);
    const file = options.from === undefined ? await measure(options, lab) : readPoints(options.from);
    const { device } = file.head;
    const [headers, ...rows] = tableOf(file.measurements, options.hashBits);
    if (options.markdown) print(markdownTable(headers, rows));
    else {
      const align = headers.map((_, i) => ([0, 2].includes(i) ? ("left" as const) : ("right" as const)));
      print(`Highest QBER of the codes of ${PAPERS.qkd.short}, on ${device.adapter} (${device.driver})\n`);
      print(formatTable(headers, rows, { align }));
    }
    writeCandidates(file.measurements, device, options);
    if (!options.markdown) print(`\n${[options.from ?? options.out, options.candidates].join("\n")}`);
  },
});

async function measure(options: Arguments, lab: Lab): Promise<PointFile> {
  const { decoder, frames, limit, seed, out } = options;
  const codes = options.code ?? [...paperTables().codes.map(({ code }) => code), ...MORE_CODES];
  const inFlight = Math.min(frames, options.inFlight ?? defaultInFlight(lab.device));
  const file = openPoints(out, lab.identity({ seed, inFlight, limit }));
  let copyBytesPerSecond: number | undefined;
  const steps = codes.flatMap((code) =>
    decoder.map((text): Step => {
      const spec = decoderText(readDecoder(text));
      return {
        what: `${code} ${spec}`,
        cost: Number(/\d+/.exec(code)?.[0] ?? 1),
        isDone() {
          const found = file.find(pointKey(code, spec));
          return found !== undefined && (found.qber === null || found.frames >= frames);
        },
        async run(share) {
          copyBytesPerSecond ??= (await measureCopyBandwidth(lab.engine)).bytesPerSecond;
          const prepared = await prepareCase(lab.engine, { code, decoder: text }, inFlight);
          try {
            const search = { frames, seed, limit, copyBytesPerSecond };
            const point = await operatingPoint(prepared, code, search, share);
            file.set(point);
            file.save();
            return [`${code} ${spec}: ${point.qber === null ? "no QBER" : `${point.qber} %`}`];
          } finally {
            prepared.release();
          }
        },
      };
    }),
  );
  await lab.measure(steps, out);
  return file;
}

function tableOf(points: readonly OperatingPoint[], hashBits: number): string[][] {
  const headers = [
    ...["code", "leakage M/K", "decoder", "QBER", "failures", "iterations", "efficiency g", "Mbit/s sifted"],
    ...["share of copy bandwidth", "secret bits per sifted bit", "Mbit/s secret"],
  ];
  let last = "";
  const rows = points.map((point) => {
    const { code, decoder, bits, checks, qber, frames, failures, iterations } = point;
    const known = [...(code === last ? ["", ""] : [code, formatNumber(checks / bits)]), shortDecoder(decoder)];
    last = code;
    if (qber === null) return [...known, "none", ...new Array(7).fill("–")];
    const secret = secretFraction(point, qber, hashBits);
    return [
      ...[...known, `${qber} %`, `${failures} of ${formatCount(frames)}`, iterations.toFixed(2)],
      reconciliationEfficiency(checks, bits, qber / 100).toFixed(3),
      formatNumber(chainRate(point)),
      copyShareText(bandwidthShare(point)),
      secret.toFixed(4).replace("-", "−"),
      secret > 0 ? formatNumber(secret * chainRate(point)) : "–",
    ];
  });
  return [headers, ...rows];
}

/**
 * Secret bits from the paper's K/N with the measured failures and a hash for each block, without bits sacrificed for an
 * estimate of the QBER.
 */
function secretFraction({ bits, checks, frames, failures }: OperatingPoint, qber: number, hashBits: number): number {
  const parameters = {
    siftedBits: bits,
    failureRate: failures / frames,
    ignorance: eveIgnorance(qber / 100),
    leakage: checks / bits,
    fixedBits: hashBits,
  };
  return secretKeyBits(parameters) / bits;
}

/** The codes that work with the first decoder, for `codes/reconciliation.json`. */
function writeCandidates(points: readonly OperatingPoint[], device: EngineInfo, options: Arguments): void {
  const decoder = decoderText(readDecoder(options.decoder[0]));
  const candidates = points.flatMap((point) => {
    if (point.decoder !== decoder || point.qber === null) return [];
    const { code, bits, checks, qber, limit, frames, failures } = point;
    return [
      {
        code,
        columns: "information",
        n: bits,
        checks,
        highestQber: qberFraction(qber),
        failures: limit,
        decoder: options.decoder[0],
        measured:
          `ldpc experiment qkd-operating-points on ${device.adapter}: ${failures} of ${frames} blocks failed, the 95 % interval ` +
          `ends below ${limit}; steps of 0.1 %`,
      },
    ];
  });
  const table = {
    format: "gfq-ldpc reconciliation codes",
    version: 1,
    description:
      "Codes that ldpc key --family chooses from, and the highest QBER at which no more than the share `failures` of the blocks fails",
    candidates,
  };
  writeFileAtomic(options.candidates, `${JSON.stringify(table, null, 2)}\n`);
}

/** Steps without rounding errors: 7.3 % is 0.073, which 7.3/100 in binary is not. */
function qberFraction(percent: number): number {
  return Number((percent / 100).toPrecision(6));
}

function checkOptions({ frames, limit, inFlight, seed, hashBits, decoder }: Arguments): void {
  checkWholeNumbers([
    ["frames", frames, 1],
    ["in-flight", inFlight, 1],
    ["seed", seed, 0],
    ["hash-bits", hashBits, 0],
  ]);
  if (!(limit > 0 && limit < 1)) throw new InputError(`--limit ${limit} is not above 0 and below 1`);
  if (failuresAllowed(frames, limit) < 0) {
    const enough = Math.ceil(Math.log(0.025) / Math.log1p(-limit));
    throw new InputError(`--frames ${frames} cannot show a share of ${limit}: give ${enough} or more`);
  }
  for (const spec of decoder) readDecoder(spec);
}
