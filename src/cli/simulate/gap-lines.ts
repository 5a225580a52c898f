import { pointText } from "../../channel/channel-kind.ts";
import { channelKind } from "../../channel/channels.ts";
import type { MergedFolder } from "../../node/run/merge-runs.ts";
import { partText } from "../../node/run/run-file.ts";
import { PATH_SHOWN, printable } from "../../printable.ts";
import { formatCount } from "../../report/format.ts";
import { shellWord } from "../../shell-word.ts";
import { isOfPart, type Part } from "../../simulation/part.ts";
import { type SweepPoint, waitingFrames } from "../../simulation/sweep.ts";

/** A merged run's folder, and the folders that it was merged from. */
export interface MergeOrigin {
  readonly out: string;
  readonly folders: readonly Pick<MergedFolder, "folder" | "part">[];
}

/** A line for each point with frames that do not count yet, because earlier frames are missing: the number, the place and the remedy. */
export function gapLines(points: readonly SweepPoint[], merge?: MergeOrigin): string[] {
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
