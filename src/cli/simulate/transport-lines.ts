import { channelKind } from "../../channel/channels.ts";
import type { Transport } from "../../code/transport/transport-code.ts";
import { formatCount, formatInterval, formatNumber, formatRate } from "../../report/format.ts";
import { formatTable, wrapLine } from "../../report/table.ts";
import { sentTransport, type TransportRates, transportRates } from "../../report/transport-rates.ts";
import { type Sweep, type SweepPoint, sweepRows } from "../../simulation/sweep.ts";

/** A table of the block errors and the throughput of a run with --transport. @param width columns of the screen. */
export function transportLines(
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
      const rate = ({ value, high }: typeof codeBlocks) =>
        counts.informationFrameErrors === 0 ? `< ${formatRate(high)}` : formatRate(value);
      return [
        ...[String(task.channel.value), rate(codeBlocks), rate(transportBlocks)],
        ...[formatInterval(transportBlocks.low, transportBlocks.high), formatNumber(throughput.value, 4)],
      ];
    });
  const { length } = transport.versions;
  const after = length === 1 ? "one transmission (redundancy version" : `${length} transmissions (redundancy versions`;
  const title = `After ${after} ${transport.versions.join(",")}); ${formatCount(sent.points)} points for ${formatCount(sent.bits)} bits in ${sent.blocks === 1 ? "one code block" : `${sent.blocks} code blocks`}; an error is a wrong bit of information or checksum:`;
  const headers = [
    ...[`${label} ${unit}`.trimEnd(), "code block errors", "transport block errors", "95 % interval"],
    "bits per point",
  ];
  return [
    wrapLine(title, width),
    formatTable(headers, rows, { align: headers.map(() => "right"), width, drop: ["95 % interval"] }),
  ].join("\n");
}

/** The rows of a run as JSON, with the rates of transport blocks behind the counts of a run with --transport. */
export function runRows(transport: Transport | undefined, sweep: Sweep, points: readonly SweepPoint[]): object[] {
  const rows = sweepRows(sweep, points);
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
