import type { Code } from "../../code/code.ts";
import type { RunFile } from "../../node/run/run-file.ts";
import { wrapLine } from "../../report/table.ts";
import type { Sweep, SweepPoint } from "../../simulation/sweep.ts";
import { chunkLines, sweepTable } from "../sweep-table.ts";
import { gapLines, type MergeOrigin } from "./gap-lines.ts";
import { limitLines, limitsOf } from "./limit-line.ts";
import { transportLines } from "./transport-lines.ts";

/** A run with its points, as commands show it at their end. */
export interface ShownRun {
  readonly run: Pick<RunFile, "code" | "codeword" | "chunkFrames">;
  /** The run's code; undefined where it is not at hand, and its limits are not known. */
  readonly code: Code | undefined;
  readonly sweep: Sweep;
  readonly points: readonly SweepPoint[];
  /** Whether a process works on a task. */
  readonly atWork: (task: string) => boolean;
  /** Where the run was merged from, if it was just merged. */
  readonly merge?: MergeOrigin;
  /** Columns of the screen. Default: no limit. */
  readonly width?: number;
}

/** The table of a run with what its code and channel allow, the block errors of a transport block, and lines about the points. */
export function resultText({ run, code, sweep, points, atWork, merge, width }: ShownRun): string {
  const limited = code && limitsOf(code, run.codeword, sweep);
  const { transport } = run.code.options ?? {};
  const lines = [
    ...gapLines(points, merge),
    ...chunkLines(sweep, points, run.chunkFrames),
    ...(limited === undefined ? [] : limitLines(limited, sweep, points)),
  ];
  return [
    sweepTable(sweep, points, { atWork, width, approximation: limited?.approximation }),
    ...(transport === undefined ? [] : [transportLines(transport, sweep, points, width)]),
    ...lines.map((line) => wrapLine(line, width ?? Number.POSITIVE_INFINITY)),
  ].join("\n");
}
