import { clockAhead, jointSpeed, type RunClaim, type RunProcess } from "../../node/run/run.ts";
import { printable } from "../../printable.ts";
import { counted, formatCount, formatNumber } from "../../report/format.ts";
import { formatTable } from "../../report/table.ts";
import type { SweepPoint } from "../../simulation/sweep.ts";
import type { Speed } from "../../simulation/time-left/time-left.ts";
import { roughDuration } from "../time-left-text.ts";

/** Active workers of a run, and workers that seem to have ended. */
export interface Work {
  readonly claims: readonly RunClaim[];
  /** The processes that have written shards. */
  readonly processes: readonly RunProcess[];
}

/** Speed of the workers with live claims; undefined without such workers. */
export function speedOf({ claims, processes }: Work): Speed | undefined {
  const speed = jointSpeed(processes.filter((worker) => claims.some((claim) => claim.isLive && isBy(claim, worker))));
  return speed.busy === 0 ? undefined : speed;
}

/** Lines about the chunks and workers of an unfinished run. They are empty for a run that has not begun. @param width columns of the screen. */
export function workText(points: readonly SweepPoint[], work: Work, width?: number): string {
  const { claims } = work;
  const ahead = clockAhead(claims);
  const warning =
    ahead === undefined
      ? []
      : [
          `the clock of the file server is ${roughDuration(ahead)} ahead of this host's: claims of other hosts look stale here; their workers do not mind`,
        ];
  return [chunkLine(points, claims), ...workerTable(work, width), ...warning].join("\n");
}

/** `1,234 chunks done; 64 claimed by 4 workers; 16 claimed by workers without a sign of life (stale)`. */
function chunkLine(points: readonly SweepPoint[], claims: readonly RunClaim[]): string {
  const chunks = (some: readonly RunClaim[]) => formatCount(some.reduce((sum, { count }) => sum + count, 0));
  const done = points.reduce((sum, { all }) => sum + all.chunks, 0);
  const live = claims.filter(({ isLive }) => isLive);
  const stale = claims.filter(({ isLive }) => !isLive);
  const workers = new Set(live.map(processOf)).size;
  return [
    `${formatCount(done)} chunks done`,
    ...(live.length > 0 ? [`${chunks(live)} claimed by ${counted(workers, "worker")}`] : []),
    ...(stale.length > 0 ? [`${chunks(stale)} stale: claimed by workers without a sign of life`] : []),
  ].join("; ");
}

/** A line for each process with a claim, live processes first, and a line for all ended processes. */
function workerTable({ claims, processes: workers }: Work, width?: number): string[] {
  const processes = new Map(claims.map((claim) => [processOf(claim), claim]));
  for (const claim of claims) if (claim.isLive) processes.set(processOf(claim), claim);
  const listed = [...processes.values()].sort(
    (a, b) => Number(b.isLive) - Number(a.isLive) || a.holder.host.localeCompare(b.holder.host),
  );
  if (listed.length === 0) return [];
  const rows = listed.map((claim) => {
    const worker = workers.find((each) => isBy(claim, each));
    return [
      printable(claim.holder.host),
      String(claim.holder.pid),
      printable(worker?.adapter ?? ""),
      worker === undefined ? "0" : formatCount(worker.frames),
      worker === undefined || !claim.isLive ? "" : speedText(worker.framesPerSecond),
      `${claim.isLive ? "at work" : "stale"}, ${signText(claim.age)}`,
    ];
  });
  const ended = workers.filter((worker) => !listed.some((claim) => isBy(claim, worker)));
  const frames = ended.reduce((sum, worker) => sum + worker.frames, 0);
  const past =
    ended.length === 0
      ? []
      : [
          `${formatCount(ended.length)} more ${ended.length === 1 ? "worker has" : "workers have"} ended, with ${formatCount(frames)} frames`,
        ];
  const headers = ["host", "process", "device", "frames", "frames/s", "state"];
  const table = formatTable(headers, rows, {
    align: ["left", "right", "left", "right", "right", "left"],
    width,
    drop: ["device", "process", "frames"],
  });
  return ["", table, ...past];
}

/** The speed as text. It is empty without engine seconds. */
function speedText(framesPerSecond: number): string {
  return Number.isFinite(framesPerSecond) ? formatNumber(framesPerSecond) : "";
}

/** The age of a sign of life as text. A time in the future comes from another clock. */
function signText(age: number): string {
  return age < -1 ? "its clock is ahead of this one" : `last sign of life ${roughDuration(Math.max(0, age))} ago`;
}

function isBy({ holder }: RunClaim, { host, pid }: RunProcess): boolean {
  return holder.host === host && holder.pid === pid;
}

function processOf({ holder: { host, pid } }: RunClaim): string {
  return `${host} ${pid}`;
}
