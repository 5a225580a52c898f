import type { ChannelKind } from "../../channel/channel-kind.ts";
import { approximateFer, usesOf } from "../../channel/limits/channel-limits.ts";
import { bitsOf, type CodeSize } from "../../channel/limits/code-size.ts";
import { formatTable } from "../../report/table.ts";
import { sizeText } from "./rows.ts";

/** The limits of a code on each table of a channel. */
export interface TableLimits {
  readonly title: string;
  /** Information bits of the code for each channel use. */
  readonly rate: number;
  readonly rows: readonly {
    readonly at: number;
    /** Bits per use, with equally likely inputs. */
    readonly capacity: number;
    /** FER of the normal approximation for the code's length and rate. */
    readonly normalApproximation: number;
  }[];
}

/** Capacity and normal approximation of each table. */
export function limitsOfTables(kind: ChannelKind, size: CodeSize): TableLimits {
  const { q, n, k } = size;
  const rows = (kind.values ?? []).map((at) => ({
    at,
    capacity: kind.moments(at, { q, rate: () => k / n }).capacity,
    normalApproximation: approximateFer(kind, size, at),
  }));
  return { title: `${sizeText(size)}, ${kind.title}`, rate: bitsOf(size) / usesOf(kind, size), rows };
}

/** The limits as a table. If the capacity is below the rate, no code of this rate can reach a low FER. */
export function tablesText({ title, rate, rows }: TableLimits): string {
  const cells = rows.map(({ at, capacity, normalApproximation }) => [
    String(at),
    capacity.toFixed(4),
    capacity < rate ? "below the rate" : normalApproximation.toExponential(1),
  ]);
  const align = ["right", "right", "right"] as const;
  const table = formatTable(["at", "capacity", "FER, normal approximation"], cells, { align });
  return `${title}\n\n${table}\n\nCapacity in bits per use, with equally likely inputs; the code carries ${rate.toFixed(4)}.`;
}
