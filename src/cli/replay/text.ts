import { counted, formatCount } from "../../report/format.ts";
import { formatTable } from "../../report/table.ts";
import type { ChunkCounts } from "../../simulation/counts.ts";
import { type FrameOutcome, type TrappedFrames, trappedFrames } from "../../simulation/replay/outcome.ts";

/** A replay's results. */
export interface ShownReplay {
  readonly code: string;
  readonly decoder: string;
  /** Description of the point. */
  readonly point: string;
  /** Whether the user named the frames; otherwise they are the failed frames. */
  readonly isNamed: boolean;
  /** Whether a decoder other than the run's decoded the frames. */
  readonly isAnother: boolean;
  /** Counts of the point in the run. */
  readonly counts: ChunkCounts;
  readonly outcomes: readonly FrameOutcome[];
  readonly files: readonly string[];
}

/** Largest number of frames that are listed one by one. */
const SINGLE_FRAMES = 8;
/** Largest number of positions in the line of a frame. */
const POSITIONS = 24;
/** Largest number of lines of the histogram. */
const LINES = 30;

/** The results as JSON and as text. */
export function replayText(shown: ShownReplay): { readonly value: unknown; readonly text: string } {
  const { code, decoder, point, counts, outcomes, files } = shown;
  const histogram = trappedFrames(outcomes);
  const value = {
    code,
    decoder,
    point,
    failedInRun: counts.frameErrors,
    histogram,
    frames: outcomes.map(({ frame, a, b, iterations, errors, unsatisfied }) => ({
      frame,
      a,
      b,
      iterations,
      variables: positions(errors),
      checks: positions(unsatisfied),
    })),
    files,
  };
  const single = outcomes.length <= SINGLE_FRAMES ? outcomes.map(frameText) : [];
  const table = histogram.length === 0 ? [] : ["", ...histogramLines(histogram)];
  return { value, text: [...headLines(shown), ...single, ...table, ...files].join("\n") };
}

function headLines({ code, decoder, point, isNamed, isAnother, counts, outcomes }: ShownReplay): string[] {
  const failed = outcomes.filter(({ a }) => a > 0);
  const undetected = failed.filter(({ b }) => b === 0).length;
  const which = isNamed
    ? counted(outcomes.length, "frame")
    : `${formatCount(outcomes.length)} of the ${counted(counts.frameErrors, "failed frame")}`;
  const fails = isAnother || isNamed ? `, ${formatCount(failed.length)} fail` : "";
  const ends = undetected === 0 ? "" : `, ${formatCount(undetected)} end at another codeword`;
  return [`${code}, ${point}, ${decoder}: ${which} replayed${fails}${ends}`];
}

/** `frame 17: 3 wrong variables (4 17 99), 2 unsatisfied checks (3 8), 10 iterations`. */
function frameText({ frame, a, b, iterations, errors, unsatisfied }: FrameOutcome): string {
  const number = `frame ${formatCount(frame)}`;
  if (a === 0) return `${number}: right after ${counted(iterations, "iteration")}`;
  const [variables, checks] = [errors, unsatisfied].map((marks) => {
    const all = positions(marks);
    return all.length > POSITIONS ? `${all.slice(0, POSITIONS).join(" ")} …` : all.join(" ");
  });
  const ofChecks = b === 0 ? "no unsatisfied check" : `${counted(b, "unsatisfied check")} (${checks})`;
  return `${number}: ${counted(a, "wrong variable")} (${variables}), ${ofChecks}, ${counted(iterations, "iteration")}`;
}

function histogramLines(histogram: readonly TrappedFrames[]): string[] {
  const shown = histogram.slice(0, LINES);
  const rest = histogram.slice(LINES).reduce((sum, { frames }) => sum + frames, 0);
  const headers = ["wrong variables a", "unsatisfied checks b", "frames", "the first"];
  const table = formatTable(
    headers,
    shown.map((set) => [set.a, set.b, set.frames, set.example].map(String)),
  );
  return rest === 0 ? [table] : [table, `and ${counted(rest, "frame")} with more wrong variables: --json lists all`];
}

function positions(marks: Uint8Array): number[] {
  return [...marks.keys()].filter((position) => marks[position] !== 0);
}
