import type { TaskChunks } from "../chunks/task-chunks.ts";
import type { ChunkCounts } from "../counts.ts";
import { type Part, shareFrom } from "../part.ts";
import { type EventLimit, eventLimits, type Stopping } from "./limits.ts";
import { chunkLimit, leastChunks } from "./point-state.ts";

/**
 * Predicts the chunk before which the rule will be met, from the events so far; at least one chunk after the prefix.
 * Before the first error it is twice the number of completed and running chunks, plus one.
 * @param underWay number of chunks that workers compute now.
 * @param part the part to which the chunks and the rule belong.
 */
export function chunksNeeded(chunks: TaskChunks, underWay: number, rule: Stopping, part?: Part): number {
  const { chunkFrames, total, prefix } = chunks;
  const least = leastChunks(rule, chunkFrames);
  // Once the events suffice before the least frames, one more event ends the point.
  const most = ({ count, most }: EventLimit) => (least > 0 ? Math.max(most, total[count] + 1) : most);
  const byEvents =
    total.frameErrors > 0
      ? Math.min(
          ...seenLimits(rule, total).map((limit) =>
            Math.ceil((most(limit) * total.frames) / (total[limit.count] * chunkFrames)),
          ),
        )
      : 2 * (chunks.chunks + underWay) + 1;
  const chunk = byEvents * (part?.of ?? 1);
  const next = part === undefined ? prefix.next + 1 : shareFrom(part, prefix.next).first + 1;
  return Math.min(chunkLimit(rule, chunkFrames), Math.max(chunk, next, least));
}

/** Bounds of a point, in frames of this run or part. */
export interface PointBounds {
  /** Frames before which the point does not end. */
  readonly least: number;
  /** Frames with which the point ends at the latest. */
  readonly most: number;
  /** Frames with which events will end the point; undefined while it has no error. */
  readonly expected?: number;
  /** Engine seconds after which the rule ends the point. */
  readonly seconds: number;
}

/** The bounds that a rule sets to a point with these chunks. @param parts number of parts of the run. */
export function pointBounds(chunks: Pick<TaskChunks, "total" | "seconds">, rule: Stopping, parts: number): PointBounds {
  const { maxFrames, minFrames = 0, maxSeconds = Number.POSITIVE_INFINITY } = rule;
  const byEvents = framesNeeded(chunks.total, rule);
  return {
    least: minFrames / parts,
    most: maxFrames / parts,
    expected: byEvents === undefined ? undefined : Math.max(minFrames / parts, byEvents),
    seconds: Math.max(0, maxSeconds - chunks.seconds),
  };
}

/** Predicts the frames after which events will end a point with these counts; undefined while it has no error. */
export function framesNeeded(total: ChunkCounts, rule: Stopping): number | undefined {
  if (total.frameErrors === 0) return undefined;
  return Math.min(...seenLimits(rule, total).map(({ count, most }) => (most * total.frames) / total[count]));
}

/**
 * The limits on events that occurred: the rates of all other events are unknown. Every rule limits frame errors.
 */
function seenLimits(rule: Stopping, total: ChunkCounts): EventLimit[] {
  return eventLimits(rule).filter(({ count }) => total[count] > 0);
}
