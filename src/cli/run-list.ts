import { relative } from "node:path";
import { InputError } from "../errors.ts";
import { openRun, type Run } from "../node/run/run.ts";
import { PATH_SHOWN, printable } from "../printable.ts";
import { counted, formatCount, formatNumber } from "../report/format.ts";
import { formatTable } from "../report/table.ts";
import { sweepDone } from "../simulation/sweep.ts";
import { type RunProgress, type RunsTimeLeft, timeLeftOfRuns } from "../simulation/time-left/runs-time-left.ts";
import { type Estimated, type Speed, timeLeft } from "../simulation/time-left/time-left.ts";
import { speedOf } from "./status/work-text.ts";
import { leftText, runsLeftText } from "./time-left-text.ts";

/** One run of a list. */
export interface RunLine {
  readonly folder: string;
  readonly code: string;
  readonly decoder: string;
  readonly points: number;
  readonly done: number;
  readonly frames: number;
  readonly state: "done" | "running" | "interrupted" | "waiting";
  /** Speed of all workers; undefined if no one works on the run. */
  readonly speed?: Speed;
  /** Bounds of the remaining seconds at that speed. */
  readonly secondsLeft?: Estimated;
}

/** Progress of several runs. */
export interface RunList {
  /** A line for each readable run. */
  readonly lines: readonly RunLine[];
  /** Time left of all runs; undefined if no one works on any. */
  readonly left?: RunsTimeLeft;
}

/** The progress of a run as a line of a list. */
function runLine({ folder, file, sweep, points, processes, claims, atWork }: Run): RunLine {
  const begun = points.some(({ all }) => all.chunks > 0);
  const running = points.some(({ id }) => atWork(id));
  const speed = running ? speedOf({ claims, processes }) : undefined;
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
  const runs = folders.flatMap((folder) => {
    try {
      const run = openRun(folder, warn);
      const line = runLine(run);
      return [{ line, progress: runProgress(run, line.speed) }];
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      warn(error.message);
      return [];
    }
  });
  return { lines: runs.map(({ line }) => line), left: timeLeftOfRuns(runs.map(({ progress }) => progress)) };
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
