import { readDecoder } from "../../../src/decoder/decoder.ts";
import { InputError } from "../../../src/errors.ts";
import { formatCount, formatNumber, formatRate } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/table.ts";
import { runRate, secondsOfDecoder } from "../../../src/simulation/bench/bench.ts";

import { sum } from "../../../src/sum.ts";
import { type figuresOf, PEERED_CASES, type PeeredCase } from "../../binary-throughput.ts";
import { SPEED_GROUPS, type SpeedCase } from "../../speeds.ts";
import type { BinaryShares } from "../limits.ts";
import { caseText, type Speed, speedText } from "../measure.ts";
import { rateText, undetectedText } from "../rates.ts";
import { BINARY_FER, ferErrors, ferText, SYMBOL_FER, undetectedAt } from "./fer.ts";
import { cardOf, experimentsFile, jsonFile, resultFile } from "./results.ts";

/** The measurement of a case by `ldpc experiment binary-throughput`. */
type Details = ReturnType<typeof figuresOf> & { readonly shares: BinaryShares };

const peersFile = (): string => resultFile("results/binary-throughput");

/** The card on which `ldpc experiment binary-throughput` measured. */
export const peerCard = (): string => cardOf(peersFile());

function detailsOf(one: PeeredCase): Details {
  const { details } = jsonFile(peersFile()) as { readonly details: Readonly<Record<string, Details>> };
  const found = details[caseText(one)];
  if (found === undefined) throw new Error(`${peersFile()} has no ${caseText(one)}`);
  return found;
}

const messagesOf = ({ decoder }: PeeredCase) => /messages=(\w+)/.exec(decoder)?.[1];

/** Coded Gbit/s of wimax-2304-1152 with layered offset min-sum and 10 iterations, the decoder alone. */
export function wimaxGbit(messages: string): number {
  const one = PEERED_CASES.find((each) => each.code === "wimax-2304-1152" && messagesOf(each) === messages)!;
  return detailsOf(one).coded / 1e9;
}

/** The fastest decoder beside each CUDA decoder with no more wrong blocks, in any number of iterations. */
function fastestBesidePeers(): PeeredCase[] {
  const fastest = new Map<string, PeeredCase>();
  for (const one of PEERED_CASES) {
    // The tutorial's decoder has a page of its own.
    if (messagesOf(one) === undefined || one.peer === undefined) continue;
    const { informationFrameErrors, frames } = detailsOf(one).chain.counts;
    if (informationFrameErrors / frames > (one.peer.blockErrors ?? 1)) continue;
    const key = JSON.stringify([one.code, one.rows, one.peer]);
    const before = fastest.get(key);
    if (before === undefined || detailsOf(one)[one.of] > detailsOf(before)[one.of]) fastest.set(key, one);
  }
  return [...fastest.values()];
}

export function peerTable(): string {
  const percent = (share: number | undefined) => (share === undefined ? "–" : `${(100 * share).toFixed(0)}`);
  const rows = fastestBesidePeers().map((one) => {
    const figures = detailsOf(one);
    const { instructions, workgroupMemory, deviceMemory } = figures.shares;
    const { informationFrameErrors: errors, frames, undetected } = figures.chain.counts;
    const { source, gbit, blockErrors } = one.peer!;
    return [
      `${one.code}${one.rows === undefined ? "" : `, ${one.rows} block rows`}, ${one.at} dB`,
      `${messagesOf(one)}, ${readDecoder(one.decoder).iterations}`,
      `${formatNumber(figures[one.of] / 1e9)} ${one.of}`,
      ...[rateText({ errors, frames }), formatCount(undetected)],
      [source, formatNumber(gbit), ...(blockErrors === undefined ? [] : [`(${formatRate(blockErrors, 2)})`])].join(" "),
      [instructions, workgroupMemory, deviceMemory].map(percent).join(" / "),
    ];
  });
  return markdownTable(
    [
      ...[
        "code, Eb/N0",
        "format, iterations",
        "Gbit/s",
        "wrong blocks",
        "undetected words",
        "CUDA, Gbit/s (wrong blocks)",
      ],
      "% of instructions / workgroup / device memory",
    ],
    rows,
  );
}

/** Wrong blocks of a program, `undetected` where its output shows them. */
interface CountedSpeed {
  readonly gbit: number;
  readonly wrong: number;
  readonly decoded: number;
}

/** A program of others that was timed twice, with ours in between. */
interface PeerRow extends Omit<CountedSpeed, "gbit"> {
  readonly program: string;
  readonly form: string;
  readonly code: string;
  readonly rows?: number;
  readonly ebn0: number;
  readonly iterations: number;
  readonly bits: "coded" | "information";
  /** Of the kernel, from LLRs to decisions in the device's memory, in each run. */
  readonly gbit?: readonly number[];
  /** By the clock, from host memory to host memory. */
  readonly host?: number;
  readonly streams?: number;
  readonly microseconds?: number;
  readonly ours?: CountedSpeed & { readonly decoder: string; readonly undetected: number };
}

interface PeerSession {
  readonly rows: readonly PeerRow[];
  readonly ours: {
    /** Of calls of the kit's decoder. */
    readonly latency: readonly { readonly what: string; readonly microseconds: number }[];
    readonly counted: Pick<CountedSpeed, "wrong" | "decoded"> & { readonly ebn0: number; readonly undetected: number };
  };
}

const sessionFile = () => resultFile("results/binary/peers");
const session = () => jsonFile(sessionFile()) as PeerSession;

export const sessionCard = (): string => cardOf(sessionFile());

const wrongText = ({ wrong, decoded }: Pick<CountedSpeed, "wrong" | "decoded">) =>
  `${rateText({ errors: wrong, frames: decoded })} (${formatCount(wrong)} of ${formatCount(decoded)})`;

/** Kernels of others and the fastest of our decoders with no more wrong blocks. */
export function peerKernels(): string {
  const rows = session().rows.flatMap((row) => {
    if (row.gbit === undefined) return [];
    const { ours } = row;
    const decoder = ours && readDecoder(ours.decoder);
    return [
      [
        `${row.program}, ${row.form}`,
        `${row.code}${row.rows === undefined || row.rows === 46 ? "" : `, ${row.rows} block rows`}, ${row.ebn0} dB, ${row.iterations}`,
        `${row.gbit.map((each) => formatNumber(each)).join(" and ")} ${row.bits}`,
        wrongText(row),
        decoder === undefined ? "–" : `${decoder.options.messages}, ${decoder.iterations}: ${formatNumber(ours!.gbit)}`,
        ours === undefined ? "–" : wrongText(ours),
        ours === undefined ? "–" : formatCount(ours.undetected),
      ],
    ];
  });
  return markdownTable(
    [
      ...["program, kernel", "code, Eb/N0, iterations", "Gbit/s, two runs", "wrong blocks"],
      ...["ours: format, iterations: Gbit/s", "wrong blocks", "undetected words"],
    ],
    rows,
  );
}

/** Whole calls by the clock, from host memory to host memory. */
export function peerCalls(): string {
  const rows = session().rows.flatMap((row) => {
    if (row.host === undefined) return [];
    const streams = row.streams === undefined ? "" : `, ${row.streams} thread${row.streams === 1 ? "" : "s"}`;
    return [
      [
        `${row.program}, ${row.form}${streams}`,
        `${row.code}, ${row.ebn0} dB, ${row.iterations}`,
        row.microseconds === undefined ? "–" : row.microseconds.toFixed(0),
        `${formatNumber(row.host)} ${row.bits}`,
        row.program === "GPU_fixed" ? "–" : wrongText(row),
        "not counted",
      ],
    ];
  });
  const { latency, counted } = session().ours;
  const one = latency.find(({ what }) => what.startsWith("one segment, bytes in"));
  const ours = one && [
    "ours, `packedDecoder`, 1 call after another",
    `nr-bg1-z384, ${counted.ebn0} dB, 8`,
    one.microseconds.toFixed(0),
    `${formatNumber(8448 / one.microseconds / 1e3)} information`,
    wrongText(counted),
    formatCount(counted.undetected),
  ];
  return markdownTable(
    ["program", "code, Eb/N0, iterations", "µs a call", "Gbit/s", "wrong blocks", "undetected words"],
    ours === undefined ? rows : [...rows, ours],
  );
}

interface CpuRun {
  readonly frames: number;
  readonly wrong: number;
  /** Of whole runs, start included. */
  readonly seconds: readonly number[];
}

/** AFF3CT and ours on one CPU. */
export function peerCpu(): string {
  const { rows, information } = jsonFile("results/binary/aff3ct-cpu.json") as {
    readonly information: number;
    readonly rows: readonly {
      readonly what: string;
      readonly aff3ct: CpuRun;
      readonly ours: CpuRun & { readonly wrongWords: number; readonly undetected: number };
    }[];
  };
  const speeds = ({ frames, seconds }: CpuRun) =>
    seconds.map((each) => ((frames * information) / each / 1e6).toFixed(0)).join(" and ");
  const wrong = ({ frames, wrong }: CpuRun) => wrongText({ wrong, decoded: frames });
  return markdownTable(
    ["messages", "AFF3CT, Mbit/s", "wrong blocks", "ours, Mbit/s", "wrong blocks", "wrong words", "undetected"],
    rows.map(({ what, aff3ct, ours }) => [
      ...[what, speeds(aff3ct), wrong(aff3ct), speeds(ours), wrong(ours)],
      ...[formatCount(ours.wrongWords), formatCount(ours.undetected)],
    ]),
  );
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

function symbolSpeed(code: string, decoder: string): Speed {
  const one = SYMBOL_SPEEDS.find((each) => each.code === code && each.decoder === decoder);
  if (one === undefined) throw new Error(`${code}: ${decoder} is no case of speeds`);
  return speedOf(one, file("symbols"));
}

/** Coded Mbit/s of a case with all iterations, by the device's clock. */
export function symbolMbit(code: string, decoder: string): string {
  const speed = symbolSpeed(code, decoder);
  return mbitText(codedMbit(speed, runRate(speed.fixed)));
}

/** Coded Mbit/s of the decoder alone. */
export function symbolMbitAlone(code: string, decoder: string): number {
  return 1e3 * decoderGbit(symbolSpeed(code, decoder), "codedBits");
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

export function symbolTable(): string {
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
export function earlyTable(): string {
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

export function oneFrameTable(): string {
  const { details } = jsonFile(file("one-frame")) as {
    readonly details: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
  const fixed = ONE_FRAME.filter(({ decoder }) => decoder.includes("stop=none"));
  const measured = fixed.map((one) => ({ one, latency: details[`one frame, ${speedText(one)}`] }));
  const rows = measured.map(({ one, latency }) => {
    return [
      `\`${one.decoder.replace(" stop=none", "")}\``,
      ...LATENCIES.map(([name]) => formatNumber(1e3 * latency[name])),
    ];
  });
  return markdownTable(["decoder", ...LATENCIES.map(([, header]) => header)], rows);
}

const FORMATS = ["int8", "int12", "f32"];
const formatOf = ({ decoder }: SpeedCase) => /messages=(\w+)/.exec(decoder)![1];
const csvCode = ({ code, rows }: SpeedCase) => (rows === undefined || rows === 46 ? code : `${code}-rows${rows}`);

export function binaryTable(): string {
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
export function chainTable(): string {
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

export function cpuTable(): string {
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
