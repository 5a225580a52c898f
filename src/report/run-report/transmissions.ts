import { channels } from "../../channel/channels.ts";
import type { Transport } from "../../code/transport.ts";
import type { PointRow } from "../../simulation/points.ts";
import type { Estimate } from "../../simulation/statistics/statistics.ts";
import { parameterOf } from "../curve-names.ts";
import { formatCount, formatNumber, formatRate } from "../format.ts";
import { jointThroughput, sentTransport, transportRates } from "../transport-rates.ts";
import type { ReportTable } from "./report-page.ts";

/** A run of a transport block of 5G. */
export interface TransportRun {
  readonly transport: Transport;
  /** Equal for runs that differ in their redundancy versions alone. */
  readonly series: string;
  readonly rows: readonly PointRow[];
}

/** A table of a series of transmissions, and a sentence about it. */
export interface TransmissionTable {
  readonly title: string;
  readonly table: ReportTable;
}

/**
 * Block error rates after one, two, … transmissions of a transport block, and the throughput of a sender that ends with the first success: a
 * table for each series of runs whose redundancy versions begin alike, such as 0, then 0,2, then 0,2,3. Points by Eb/N0 make no series: more
 * transmissions have more energy there (`missingTableText`).
 */
export function transmissionTables(runs: readonly TransportRun[]): TransmissionTable[] {
  const taken = runs.filter(({ rows }) => rows.length > 0 && parameterOf(rows[0]) !== "ebn0");
  return [...new Set(taken.map(({ series }) => series))].flatMap((name) => {
    const all = taken.filter(({ series }) => series === name);
    const isBeginning = (run: TransportRun, whole: TransportRun) =>
      run !== whole && textOf(whole).startsWith(`${textOf(run)},`);
    const longest = all.filter((run) => !all.some((whole) => isBeginning(run, whole)));
    return longest.flatMap((whole) => {
      const beginnings = whole.transport.versions.map((_, i) => {
        const versions = whole.transport.versions.slice(0, i + 1).join(",");
        return all.find((run) => textOf(run) === versions);
      });
      return whole.transport.versions.length > 1 && beginnings.filter(Boolean).length > 1
        ? [tableOf(whole, beginnings)]
        : [];
    });
  });
}

/** Why runs with several transmissions make no table; undefined where they make one, or no runs have several transmissions. */
export function missingTableText(runs: readonly TransportRun[]): string | undefined {
  const taken = runs.filter(({ rows, transport }) => rows.length > 0 && transport.versions.length > 1);
  if (!taken.some(({ rows }) => parameterOf(rows[0]) === "ebn0")) return undefined;
  return "No table joins transmissions at an Eb/N0, which counts the energy of all of them: give --esn0 to see block errors after each and the throughput of a sender that ends with the first success.";
}

const textOf = ({ transport }: TransportRun): string => transport.versions.join(",");

/** @param beginnings by number of transmissions; absent where no run has it. */
function tableOf(
  { transport, rows }: TransportRun,
  beginnings: readonly (TransportRun | undefined)[],
): TransmissionTable {
  const { label, unit = "" } = channels[parameterOf(rows[0])];
  const one = sentTransport({ ...transport, versions: transport.versions.slice(0, 1) });
  const points = [...new Set(beginnings.flatMap((run) => run?.rows.map(({ point }) => point) ?? []))];
  const body = points
    .sort((a, b) => a - b)
    .map((point) => {
      const rates = beginnings.map((run) => blockErrors(run, point));
      const known = rates.filter((rate) => rate !== undefined);
      const joint = known.length === rates.length ? jointThroughput(known, one) : undefined;
      return [
        String(point),
        ...rates.map((rate) =>
          rate === undefined ? "–" : rate.value === 0 ? `< ${formatRate(rate.high)}` : formatRate(rate.value),
        ),
        joint === undefined
          ? "–"
          : `${formatNumber(joint.value, 4)} [${formatNumber(joint.low, 4)}, ${formatNumber(joint.high, 4)}]`,
      ];
    });
  const title = `Transport blocks of ${formatCount(transport.bits)} bits, ${formatCount(one.points)} points a transmission: block error rates after each, and information bits per point of a sender that ends with the first success`;
  const headers = [
    `${label} ${unit}`.trimEnd(),
    ...beginnings.map((_, i) => `after ${transport.versions.slice(0, i + 1).join(",")}`),
    "bits per point",
  ];
  return { title, table: { headers, rows: body } };
}

function blockErrors(run: TransportRun | undefined, point: number): Estimate | undefined {
  const row = run?.rows.find((one) => one.point === point);
  if (run === undefined || row === undefined) return undefined;
  const counts = { frames: row.frames, informationFrameErrors: row.information_frame_errors };
  return transportRates(counts, sentTransport(run.transport)).transportBlocks;
}
