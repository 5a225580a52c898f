import { relative } from "node:path";
import { type ChannelKind, pointText } from "../channel/channel-kind.ts";
import { channelKind } from "../channel/channels.ts";
import { type CodeSize, codeSize } from "../channel/limits/bounds.ts";
import { approximateFer, capacityLimit } from "../channel/limits/channel-limits.ts";
import type { Code } from "../code/code.ts";
import type { Transport } from "../code/transport.ts";
import { storedDecoderReprocesses } from "../decoder/decoder.ts";
import { InputError } from "../errors.ts";
import type { MergedFolder } from "../node/run/merge-runs.ts";
import { openRun, type Run } from "../node/run/run.ts";
import { partText } from "../node/run/run-file.ts";
import { PATH_SHOWN, printable } from "../printable.ts";
import { counted, formatCount, formatInterval, formatNumber, formatRate } from "../report/format.ts";
import { approximationGapText } from "../report/gap.ts";
import type { SeriesPoint } from "../report/series.ts";
import { formatTable, tableWidth, wrapLine } from "../report/table.ts";
import { sentTransport, type TransportRates, transportRates } from "../report/transport-rates.ts";
import { shellWord } from "../shell-word.ts";
import { isOfPart, type Part } from "../simulation/part.ts";
import type { RequiredValue } from "../simulation/required.ts";
import { errorRates } from "../simulation/statistics.ts";
import { eventLimits } from "../simulation/stopping.ts";
import { type Sweep, type SweepPoint, sweepDone, sweepRows, sweepRule, waitingFrames } from "../simulation/sweep.ts";
import {
  type Estimated,
  pointTimesLeft,
  type RunProgress,
  type RunsTimeLeft,
  type Speed,
  timeLeft,
  timeLeftOfRuns,
} from "../simulation/time-left.ts";
import { type CodewordSource, hasSyndrome } from "../source/word-source.ts";
import type { LineColour } from "./output.ts";
import type { Result } from "./results.ts";

/**
 * The table of a run at a command's end with what its code and channel allow, the block errors of a transport block, and lines about the
 * points.
 * @param code undefined where the run's code is not at hand, and its limits are not known.
 * @param width columns of the screen; no limit if left out.
 * @param merge where the run was merged from, if it was just merged.
 */
export function resultText(run: Run, code: Code | undefined, width?: number, merge?: MergeOrigin): string {
  const { file, sweep, points, atWork } = run;
  const limited = code && limitsOf(code, file.codeword, sweep);
  const { transport } = file.code.options ?? {};
  const lines = [
    ...gapLines(points, merge),
    ...chunkLines(sweep, points, file.chunkFrames),
    ...(limited === undefined ? [] : limitLines(limited, sweep, points)),
  ];
  return [
    sweepTable(sweep, points, { atWork, width, approximation: limited?.approximation }),
    ...(transport === undefined ? [] : [transportLines(transport, sweep, points, width)]),
    ...lines.map((line) => wrapLine(line, width ?? Number.POSITIVE_INFINITY)),
  ].join("\n");
}

/** Display settings of a sweep's table. */
interface SweepTableOptions {
  /** Whether a process works on a task. Otherwise a point that has begun is interrupted. */
  readonly atWork?: (task: string) => boolean;
  /** Columns of the screen. Default: no limit. */
  readonly width?: number;
  /** Whether colours of lines also show the state. The state's column is then the first to be dropped, otherwise the last. */
  readonly coloured?: boolean;
  /** While workers compute: each point has its engine time so far, and the time that it still takes at this speed. */
  readonly progress?: { readonly speed?: Speed };
  /** FER of the normal approximation for codes of the run's length and rate, at a value of the channel's parameter. */
  readonly approximation?: (value: number) => number;
  /** Rounds of a quantum circuit: adds a column with the error rate of a round. */
  readonly rounds?: number;
}

/**
 * The logical error rate of a round of a quantum circuit, if rounds fail independently: 1 − (1 − rate)^(1/rounds).
 * Source: Bravyi et al. 2024, High-threshold and low-overhead fault-tolerant quantum memory (arXiv:2308.07915), the logical error rate per
 * syndrome cycle.
 * @param rate of shots that fail.
 */
export function rateOfRound(rate: number, rounds: number): number {
  return -Math.expm1(Math.log1p(-rate) / rounds);
}

/** A column of the table. For a point without frames, only columns with `always` have a text. */
interface Column {
  readonly header: string;
  readonly always?: boolean;
  cell(point: SweepPoint): string;
}

/** Columns that a narrow screen drops, in order; undetected errors that occurred behind all others. */
const DROPPED_FIRST = [
  "frames/s",
  "undetected",
  "iterations",
  "time",
  "SER",
  "BER",
  "ML ≥",
  "approximation",
  "95 % interval",
  "left",
];

/**
 * A sweep as a table with a line for each point. Iterations are the mean over all frames. frames/s are frames per engine second of one
 * worker, over all chunks of the point, and `time` is the sum of these seconds over all workers. `approximation` is the FER of the normal
 * approximation, `ML ≥` with reprocessing a lower bound of the FER of maximum-likelihood decoding. A narrow screen drops the least important columns.
 */
export function sweepTable(sweep: Sweep, points: readonly SweepPoint[], options: SweepTableOptions = {}): string {
  const { atWork = () => true, width = Number.POSITIVE_INFINITY, coloured = false } = options;
  let columns = columnsOf(sweep, points, atWork, options);
  const isSilent = points.every(({ state }) => state.counts.undetected === 0);
  const first = isSilent ? DROPPED_FIRST : [...DROPPED_FIRST.filter((header) => header !== "undetected"), "undetected"];
  for (const dropped of [undefined, ...(coloured ? ["state", ...first] : [...first, "state"])]) {
    columns = columns.filter(({ header }) => header !== dropped);
    if (tableWidth(...tableOf(columns, points)) <= width) break;
  }
  const [headers, rows] = tableOf(columns, points);
  return formatTable(headers, rows, { align: headers.map((header) => (header === "state" ? "left" : "right")) });
}

function tableOf(columns: readonly Column[], points: readonly SweepPoint[]): [headers: string[], rows: string[][]] {
  const rows = points.map((point) => {
    const isEmpty = point.state.counts.frames === 0 || point.status === "skipped";
    return columns.map(({ always, cell }) => (isEmpty && !always ? "" : cell(point)));
  });
  return [columns.map(({ header }) => header), rows];
}

/** Frames of a pair of codes whose X errors, Z errors, or both are corrected wrongly. */
const kindColumns: readonly Column[] = [
  { header: "X wrong", cell: ({ state: { counts } }) => formatCount(counts.informationFrameErrors) },
  {
    header: "Z wrong",
    cell: ({ state: { counts } }) => formatCount(counts.symbolErrors - counts.informationFrameErrors),
  },
  { header: "both", cell: ({ state: { counts } }) => formatCount(counts.symbolErrors - counts.frameErrors) },
];

function columnsOf(
  sweep: Sweep,
  points: readonly SweepPoint[],
  atWork: (task: string) => boolean,
  { progress, approximation, rounds }: SweepTableOptions,
): Column[] {
  const { label, unit = "" } = channelKind(sweep.tasks[0].channel);
  const ratesOf = ({ state }: SweepPoint) => errorRates(state.counts, sweep.symbols, sweep.bitsPerSymbol);
  // The column is shown only if some undetected errors are also errors of maximum-likelihood decoding, and, as in figures, the decoder is
  // near it.
  const isBounded =
    storedDecoderReprocesses(sweep.tasks[0].decoder) &&
    points.some(({ status, state }) => status !== "skipped" && state.counts.mlErrors > 0);
  const isPair = sweep.tasks[0].channel.name === "depolarizing";
  const column = (header: string, cell: Column["cell"], isShown = true): Column[] =>
    isShown ? [{ header, cell }] : [];
  const fer = (point: SweepPoint) => ratesOf(point).fer;
  return [
    { header: `${label} ${unit}`.trimEnd(), always: true, cell: ({ task }) => String(task.channel.value) },
    ...column("FER", (point) => rateText(fer(point), point.state.counts.frameErrors)),
    ...column("95 % interval", (point) => formatInterval(fer(point).low, fer(point).high)),
    ...column("of a round", (point) => formatRate(rateOfRound(fer(point).value, rounds!)), rounds !== undefined),
    ...column(
      "approximation",
      ({ task }) => approximateText(approximation!(task.channel.value)),
      approximation !== undefined,
    ),
    ...column("ML ≥", ({ state: { counts } }) => formatRate(counts.mlErrors / counts.frames), isBounded),
    // A symbol of GF(2) is a bit; those of a pair of codes are its X and its Z errors.
    ...(isPair ? kindColumns : []),
    ...column(
      "SER",
      (point) => rateText(ratesOf(point).ser, point.state.counts.symbolErrors),
      !isPair && sweep.bitsPerSymbol > 1,
    ),
    ...column("BER", (point) => rateText(ratesOf(point).ber, point.state.counts.bitErrors)),
    ...column("frames", ({ state }) => formatCount(state.counts.frames)),
    ...column("errors", ({ state }) => formatCount(state.counts.frameErrors)),
    ...column("undetected", ({ state }) => formatCount(state.counts.undetected)),
    ...column("iterations", ({ state: { counts } }) => formatNumber(counts.iterations / counts.frames)),
    // Of an engine second; NaN before the first chunk.
    ...column("frames/s", ({ all }) => formatNumber(all.total.frames / all.seconds)),
    ...(progress === undefined ? [] : timeColumns(sweep, points, progress.speed)),
    { header: "state", always: true, cell: (point) => stateText(point, atWork) },
  ];
}

function timeColumns(sweep: Sweep, points: readonly SweepPoint[], speed: Speed | undefined): Column[] {
  const times = speed === undefined ? [] : pointTimesLeft(sweep, points, speed);
  const left = new Map<SweepPoint, Estimated | undefined>(points.map((point, i) => [point, times[i]]));
  return [
    { header: "time", cell: ({ all }) => roughDuration(all.seconds) },
    {
      header: "left",
      always: true,
      cell(point) {
        const estimate = left.get(point);
        return estimate === undefined ? "" : estimateText(estimate);
      },
    },
  ];
}

/** Factor by which a point exceeds its limit of frames or errors when it counts as late. */
const LATE = 1.5;

/**
 * Lines that explain why points have far more frames or errors than their limit: points end with whole chunks. They are empty if no point is
 * late.
 * @param chunk frames of a chunk.
 */
export function chunkLines(sweep: Sweep, points: readonly SweepPoint[], chunk: number): string[] {
  const rule = sweepRule(sweep);
  const ofFrames = {
    count: "frames",
    most: rule.maxFrames,
    noun: "frames",
    option: "--max-frames",
    stoppedBy: "frames",
  } as const;
  const limits = [...eventLimits(rule), ofFrames];
  const ended = points.flatMap(({ state: { stoppedBy, counts } }) =>
    limits.filter((limit) => limit.stoppedBy === stoppedBy).map((limit) => ({ ...limit, events: counts[limit.count] })),
  );
  const [latest] = ended.sort((a, b) => b.events / b.most - a.events / a.most);
  if (latest === undefined || latest.events < LATE * latest.most || chunk === 1) return [];
  const { events, most, noun, option } = latest;
  const smaller = 2 ** Math.max(0, Math.floor(Math.log2((chunk * most) / events)));
  return [
    `A point ends with a whole chunk of ${formatCount(chunk)} frames: ${formatCount(events)} ${noun} where ${option} says ${most}. In a new folder --chunk ${smaller} ends it sooner.`,
  ];
}

/** The line of `--require-fer`. */
export function requiredText({ fer, value, low, high, points }: RequiredValue, { label, unit }: ChannelKind): string {
  const digits = (x: number) => (unit === "dB" ? x.toFixed(3) : formatNumber(x, 4));
  const said = [label, digits(value), unit].filter((part) => part !== undefined).join(" ");
  return `FER ${fer} needs ${said}, 95 % interval ${digits(low)} … ${digits(high)}, by ${counted(points, "point")} near it.`;
}

/** FER below which an approximation says nothing of a simulation. */
const FER_LEAST = 1e-12;

function approximateText(fer: number): string {
  return fer < FER_LEAST ? `< ${formatRate(FER_LEAST)}` : formatRate(fer);
}

/** A rate, or its upper bound if no error has occurred. */
function rateText({ value, high }: { readonly value: number; readonly high: number }, errors: number): string {
  return errors === 0 ? `< ${formatRate(high)}` : formatRate(value);
}

/** A sweep in one line: the first point in progress, the number of done points, and the time left at the speed of all workers. */
export function sweepLine(sweep: Sweep, points: readonly SweepPoint[], speed?: Speed): string {
  const left = timeLeftText(sweep, points, speed);
  return `${pointsLine(sweep, points)}${left === undefined ? "" : `; ${left}`}`;
}

function pointsLine(sweep: Sweep, points: readonly SweepPoint[]): string {
  const done = points.filter(({ status }) => status === "done").length;
  const current = points.find(({ status }) => status === "started" || status === "waiting");
  const total = `${done} of ${points.length} points done`;
  if (current === undefined) return total;
  const { counts } = current.state;
  const events = eventLimits(sweepRule(sweep))
    .map(({ count, most, noun }) => `${formatCount(counts[count])} of ${formatCount(most)} ${noun}`)
    .join(", ");
  const { channel } = current.task;
  return `${pointText(channelKind(channel), channel.value)}: ${events} in ${formatCount(counts.frames)} frames; ${total}`;
}

function stateText({ id, status, state }: SweepPoint, atWork: (task: string) => boolean): string {
  if (status === "done") return `done (${state.stoppedBy})`;
  if (status === "started") return atWork(id) ? "running" : "interrupted";
  return status;
}

export function pointColour({ status }: SweepPoint): LineColour {
  return ({ done: "green", started: "yellow", waiting: "dim", skipped: "dim" } as const)[status];
}

/** A table of the block errors and the throughput of a run with --transport. @param width columns of the screen. */
function transportLines(
  transport: Transport,
  sweep: Sweep,
  points: readonly SweepPoint[],
  width = Number.POSITIVE_INFINITY,
): string {
  const { label, unit = "" } = channelKind(sweep.tasks[0].channel);
  const sent = sentTransport(transport);
  const rows = points
    .filter(({ status, state }) => status !== "skipped" && state.counts.frames > 0)
    .map(({ task, state: { counts } }) => {
      const { codeBlocks, transportBlocks, throughput }: TransportRates = transportRates(counts, sent);
      const rate = (of: typeof codeBlocks) => rateText(of, counts.informationFrameErrors);
      return [
        ...[String(task.channel.value), rate(codeBlocks), rate(transportBlocks)],
        ...[formatInterval(transportBlocks.low, transportBlocks.high), formatNumber(throughput.value, 4)],
      ];
    });
  const { length } = transport.versions;
  const after = length === 1 ? "one transmission (redundancy version" : `${length} transmissions (redundancy versions`;
  const title = `After ${after} ${transport.versions.join(",")}); ${formatCount(sent.points)} points for ${formatCount(sent.bits)} bits in ${sent.blocks === 1 ? "one code block" : `${sent.blocks} code blocks`}; an error is a wrong bit of information or checksum:`;
  const headers = [
    `${label} ${unit}`.trimEnd(),
    "code block errors",
    "transport block errors",
    "95 % interval",
    "bits per point",
  ];
  return [
    wrapLine(title, width),
    formatTable(headers, rows, { align: headers.map(() => "right"), width, drop: ["95 % interval"] }),
  ].join("\n");
}

/** The rows of a run as JSON, with the rates of transport blocks behind the counts of a run with --transport, and with the kinds of failures of a pair of codes. */
export function runRows({ file, sweep, points }: Run): Result<"simulate 1">["points"] {
  const { transport } = file.code.options ?? {};
  const rows = sweepRows(sweep, points);
  if (sweep.tasks[0].channel.name === "depolarizing")
    return rows.map((row) => ({
      ...row,
      x_wrong: row.information_frame_errors,
      z_wrong: row.symbol_errors - row.information_frame_errors,
      both_wrong: row.symbol_errors - row.frame_errors,
    }));
  if (transport === undefined) return rows;
  const sent = sentTransport(transport);
  return rows.map((row) => {
    const counts = { frames: row.frames, informationFrameErrors: row.information_frame_errors };
    const { codeBlocks, transportBlocks, throughput } = transportRates(counts, sent);
    return {
      ...row,
      code_block_error_rate: codeBlocks.value,
      transport_block_error_rate: transportBlocks.value,
      transport_block_error_rate_low: transportBlocks.low,
      transport_block_error_rate_high: transportBlocks.high,
      bits_per_point: throughput.value,
    };
  });
}

/** A merged run's folder, and the folders that it was merged from. */
interface MergeOrigin {
  readonly out: string;
  readonly folders: readonly Pick<MergedFolder, "folder" | "part">[];
}

/** A line for each point with frames that do not count yet, because earlier frames are missing: the number, the place and the remedy. */
function gapLines(points: readonly SweepPoint[], merge?: MergeOrigin): string[] {
  return points.flatMap((point) => {
    const waiting = waitingFrames(point);
    if (waiting === undefined) return [];
    const { task, all } = point;
    const at = pointText(channelKind(task.channel), task.channel.value);
    const [frames, total, first] = [waiting.frames, all.total.frames, waiting.first * task.chunkFrames];
    const counts = `${formatCount(frames)} of ${formatCount(total)} frames do not count yet`;
    return [
      `At ${at} ${counts}, because frames from ${formatCount(first)} on are missing${remedyText(waiting.first, merge)}.`,
    ];
  });
}

function remedyText(chunk: number, merge: MergeOrigin | undefined): string {
  if (merge === undefined) return ": the same command computes them";
  const again = `ldpc simulate --again ${shellWord(printable(merge.out, PATH_SHOWN))} computes them`;
  const parts = merge.folders.flatMap(({ part }) => (part === undefined ? [] : [part]));
  const counts = [...new Set(parts.map(({ of }) => of))];
  const owners = counts.map((of) => ownerOf(chunk, of)).map((part) => `${partText(part)}${folderText(part, merge)}`);
  return owners.length === 0 ? `: ${again}` : `: they belong to ${owners.join(", or ")}, and ${again} too`;
}

/** The part, of this number of parts, that a chunk belongs to. */
function ownerOf(chunk: number, of: number): Part {
  const parts = Array.from({ length: of }, (_, i): Part => ({ index: i + 1, of }));
  return parts.find((part) => isOfPart(part, chunk))!;
}

function folderText({ index, of }: Part, { folders }: MergeOrigin): string {
  const found = folders.find(({ part }) => part?.index === index && part.of === of);
  return found === undefined ? ", which is none of these folders" : ` (${printable(found.folder, PATH_SHOWN)})`;
}

/** Length in symbols of the longest code whose dimension is computed by elimination for this line alone. */
const ELIMINATION_MOST = 10_000;

/** A run's code and channel, which limits its error rates. */
interface RunLimits {
  readonly kind: ChannelKind;
  readonly size: CodeSize;
  /** FER of the normal approximation at a value of the channel's parameter. */
  approximation(value: number): number;
}

/** The limits of a run; undefined where nothing limits it, or the dimension of its code would take long to compute. */
function limitsOf(code: Code, codeword: CodewordSource, sweep: Sweep): RunLimits | undefined {
  const kind = channelKind(sweep.tasks[0].channel);
  // With syndromes, words come from cosets of the code, so the code's rate sets no limit.
  const isKnown = kind.needsRate || code.parity !== undefined || code.matrix.columns <= ELIMINATION_MOST;
  if (hasSyndrome(codeword) || !isKnown || kind.isBlockFading) return undefined;
  const size = codeSize(code);
  if (size.k === 0 || size.k === size.n) return undefined;
  return { kind, size, approximation: (value) => approximateFer(kind, size, value) };
}

/** Lines with the limits of a run: the capacity, and the distance from the normal approximation if the run reaches it. */
function limitLines({ kind, size }: RunLimits, sweep: Sweep, points: readonly SweepPoint[]): readonly string[] {
  const curve = points.flatMap((point) => curvePoint(point, sweep)).sort((a, b) => a.x - b.x);
  const isEnough = curve.length >= (kind.values === undefined ? 2 : 1);
  return [...capacityLines(kind, size), ...(isEnough ? [approximationGapText(kind, size, curve) ?? []].flat() : [])];
}

function capacityLines(kind: ChannelKind, size: CodeSize): string[] {
  const limit = kind.values === undefined ? capacityLimit(kind, size) : undefined;
  if (limit === undefined) return [];
  const [worst, best] = kind.span(size.q);
  const text = kind.unit === "dB" ? `${limit.toFixed(2)} dB` : formatNumber(limit);
  return [
    `The capacity equals the code's rate at ${kind.label} ${text}: ${worst < best ? "below" : "above"} it long codes fail.`,
  ];
}

function curvePoint({ task, status, state: { counts } }: SweepPoint, sweep: Sweep): SeriesPoint[] {
  if (status === "skipped" || counts.frameErrors === 0) return [];
  const { value, low, high } = errorRates(counts, sweep.symbols, sweep.bitsPerSymbol).fer;
  return [{ x: task.channel.value, fer: { value, interval: [low, high] } }];
}

/** One run of a list. */
interface RunLine extends Omit<Result<"sweep 1">["runs"][number], "secondsLeft"> {
  /** Bounds at the speed of all workers. */
  readonly secondsLeft?: Estimated;
}

/** Progress of several runs. */
interface RunList {
  /** A line for each readable run. */
  readonly lines: readonly RunLine[];
  /** Time left of all runs; undefined if no one works on any. */
  readonly left?: RunsTimeLeft;
}

/** The progress of a run as a line of a list. */
function runLine({ folder, file, sweep, points, speed, atWork }: Run): RunLine {
  const begun = points.some(({ all }) => all.chunks > 0);
  const running = points.some(({ id }) => atWork(id));
  return {
    folder,
    code: file.code.name,
    decoder: file.decoder,
    points: points.length,
    done: points.filter(({ status }) => status === "done" || status === "skipped").length,
    frames: points.reduce((sum, { all }) => sum + all.total.frames, 0),
    state: sweepDone(points) ? "done" : running ? "running" : begun ? "interrupted" : "waiting",
    ...(speed === undefined ? {} : { speed, secondsLeft: timeLeft(sweep, points, speed) }),
  };
}

/**
 * Progress of runs, with a line for each readable run.
 * @param warn called for each unreadable run, and for damaged content of readable runs.
 */
export function runList(folders: readonly string[], warn: (text: string) => void): RunList {
  const runs = ofReadableRuns(folders, warn, (run) => {
    const line = runLine(run);
    return { line, progress: runProgress(run, line.speed) };
  });
  return { lines: runs.map(({ line }) => line), left: timeLeftOfRuns(runs.map(({ progress }) => progress)) };
}

/** What a function takes of each readable run. @param warn as of `runList`. */
export function ofReadableRuns<T>(
  folders: readonly string[],
  warn: (text: string) => void,
  take: (run: Run) => T,
): T[] {
  return folders.flatMap((folder) => {
    try {
      return [take(openRun(folder, warn))];
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      warn(error.message);
      return [];
    }
  });
}

/** Progress of a run for an estimate of the time left. It has no chunks, since a list may have thousands of runs. */
export function runProgress({ sweep, points }: Pick<Run, "sweep" | "points">, speed?: Speed): RunProgress {
  const open = points.map(({ status, all: { total, seconds } }) => ({ status, all: { total, seconds } }));
  return { sweep, points: open, speed };
}

/**
 * Runs as a table, with their paths below the common folder. If some are in progress, lines about all runs follow.
 * @param width columns of the screen; a narrow one drops columns.
 */
export function runTable(folder: string, { lines, left }: RunList, width?: number): string {
  const headers = ["run", "code", "decoder", "points done", "frames", "state"];
  const rows = lines.map(({ folder: path, code, decoder, points, done, frames, state, secondsLeft }) => [
    printable(relative(folder, path), PATH_SHOWN),
    printable(code),
    printable(decoder.split(" ")[0]),
    `${done} of ${points}`,
    formatCount(frames),
    secondsLeft === undefined ? state : `${state}, ${leftText(secondsLeft)}`,
  ]);
  const table = formatTable(headers, rows, {
    align: ["left", "left", "left", "right", "right", "left"],
    width,
    drop: ["frames", "code", "decoder"],
  });
  return [table, ...allLines(lines), ...(left === undefined ? [] : [runsLeftText(lines.length, left)])].join("\n");
}

/** `2 of 7 runs done; 12,300 frames/s by 4 workers`, while a worker is active. */
function allLines(lines: readonly RunLine[]): string[] {
  const speeds = lines.flatMap(({ speed }) => speed ?? []);
  if (speeds.length === 0) return [];
  const sum = (of: keyof Speed) => speeds.reduce((total, speed) => total + speed[of], 0);
  const done = lines.filter(({ state }) => state === "done").length;
  const workers = counted(sum("busy"), "worker");
  return ["", `${done} of ${lines.length} runs done; ${formatNumber(sum("framesPerSecond"))} frames/s by ${workers}`];
}

/**
 * Speed of all workers and their remaining time: `12,300 frames/s, 3 min left`, or `…, 3 min to 2 h left` if points without errors may need
 * all frames of the rule. Undefined if no worker is active or nothing is left.
 */
export function timeLeftText(
  sweep: Sweep,
  points: readonly SweepPoint[],
  speed: Speed | undefined,
): string | undefined {
  if (speed === undefined) return undefined;
  const left = timeLeft(sweep, points, speed);
  if (left === undefined || left.most === 0) return undefined;
  return `${formatNumber(speed.framesPerSecond)} frames/s, ${leftText(left)}`;
}

/** `all 7 runs: 3 h to 2 d left`, or `all 7 runs: 3 h to 2 d left, plus 2 runs whose speed is not known yet`. */
export function runsLeftText(runs: number, { unknown, ...left }: RunsTimeLeft): string {
  const without = unknown === 0 ? "" : `, plus ${counted(unknown, "run")} whose speed is not known yet`;
  return `all ${formatCount(runs)} runs: ${leftText(left)}${without}`;
}

/** `3 min left`, or `3 min to 2 h left`. */
export function leftText(left: Estimated): string {
  return `${estimateText(left)} left`;
}

/** `3 min`, or `3 min to 2 h`. */
function estimateText({ least, most }: Estimated): string {
  const [from, to] = [roughDuration(least), roughDuration(most)];
  return from === to ? to : `${from} to ${to}`;
}

const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [365.25 * 86_400, "years"],
  [86_400, "d"],
  [3600, "h"],
  [60, "min"],
  [1, "s"],
];

/** An estimate of a duration in the largest unit with a value of at least two: `90 s`, `12 min`, `40 h`, `12 d`. */
export function roughDuration(seconds: number): string {
  const [size, name] = UNITS.find(([unit]) => seconds >= 1.95 * unit) ?? UNITS[UNITS.length - 1];
  return `${formatNumber(Math.round(seconds / size), 2)} ${name}`;
}
