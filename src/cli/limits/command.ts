import type { ChannelKind } from "../../channel/channel-kind.ts";
import { isTables, type NamedChoice } from "../../channel/channel-text.ts";
import { CHANNEL_KINDS, type ChannelFamily, channelFamily, channelKind } from "../../channel/channels.ts";
import { codeSize } from "../../channel/limits/code-size.ts";
import { FADINGS } from "../../channel/limits/fading.ts";
import { MODULATION_NAMES, modulations } from "../../channel/modulation/modulations.ts";
import { ownModulation } from "../../channel/modulation/own-points.ts";
import { requireInputs } from "../../channel/table/channel-tables.ts";
import { rateZeroError } from "../../code/rate-matching.ts";
import { loadCode } from "../../node/codes/codes.ts";
import { formatNumber } from "../../report/format.ts";
import { formatTable } from "../../report/table.ts";
import { defineCommand } from "../command-line/command.ts";
import { flag, number, numbers, text } from "../command-line/option.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { channelOption, modulationOption, withChannelWords } from "../options/channel.ts";
import { printJson, printText } from "../output.ts";
import { type LimitRow, type Limits, limitsOfChannel, limitsOfModulation } from "./rows.ts";
import { limitsOfTables, tablesText } from "./table-rows.ts";

const AWGN: NamedChoice = { name: "awgn" };

/** Channels by name that take no modulation: all channels of the table but AWGN. */
const PLAIN_KINDS: readonly ChannelKind[] = CHANNEL_KINDS.filter(
  ({ sigma, needsTables }: ChannelKind) => sigma === undefined && !needsTables,
);

/** Largest frame in bits for --n. */
const MOST_BITS = 10_000_000;

export default defineCommand({
  options: {
    code: text({
      group: "Code",
      placeholder: "CODE",
      describe: "built-in code or file of a parity-check matrix, whose length and information are taken",
      example: "wimax-576-288",
    }),
    n: number({
      group: "Code",
      describe: "bits sent, in the place of --code",
      example: "128",
      noun: "a number of bits",
      whole: true,
      minimum: 1,
      maximum: MOST_BITS,
    }),
    k: number({
      group: "Code",
      describe: "information bits, with --n",
      example: "64",
      noun: "a number of bits",
      whole: true,
      minimum: 1,
      maximum: MOST_BITS,
    }),
    channel: channelOption({
      describe:
        "channel; rayleigh: each symbol fades on its own, and the receiver knows by how much; or a file of P(output | input)",
      defaultText: "awgn",
    }),
    modulation: modulationOption(
      {
        describe: `modulation with Gray labels, for awgn and rayleigh: ${MODULATION_NAMES.join(", ")}, or a file of points`,
      },
      false,
    ),
    fer: numbers({
      group: "Channel",
      describe: "FERs at which limits are computed",
      example: "1e-3",
      default: [1e-3, 1e-4, 1e-6],
      noun: "a FER",
      above: 0,
      below: 0.5,
    }),
    json: flag({ group: "Output", describe: "print JSON instead of a table" }),
  },
  about: [
    "Says how good a code of a length and a rate can be. Capacity: no code of this rate does better, however long. Normal approximation: about the best code of this length. Achievable: some code of this length is as good (RCU; with BPSK by a saddlepoint approximation, or the dependence-testing bound where that is better). Converse: no code of this length is better (meta-converse). Uncoded: the information bits sent without a code.",
    "With more than two points, bits: the receiver takes the bits of a symbol one by one (bit-interleaved coded modulation).",
  ],
  examples: [
    { line: "ldpc limits --code wimax-576-288", does: "limits of codes of 576 bits and rate 1/2 with BPSK over AWGN" },
    {
      line: "ldpc limits --n 1200 --k 600 --modulation 64qam --channel rayleigh",
      does: "limits of 64-QAM over fast Rayleigh fading",
    },
    {
      line: "ldpc limits --code wifi-1944-1620 --channel nand-soft-reads",
      does: "capacity and normal approximation of tables, here of soft reads of flash memory",
    },
  ],
  complete: withChannelWords,
  run({ code, n, k, channel = AWGN, modulation: chosen, fer, json }, given) {
    const size = sizeOf(code, n, k);
    if (isTables(channel)) {
      const extra = (["modulation", "fer"] as const).find((option) => given.has(option));
      if (extra !== undefined)
        throw new UsageError(`--${extra} has no meaning for the tables of --channel: leave it out`);
      requireInputs(channel, size.q);
      const limits = limitsOfTables(channelKind(channelFamily("at", undefined, channel)), size);
      if (json) printJson(limits);
      else printText(tablesText(limits));
      return;
    }
    const isFading = FADINGS.some((name) => name === channel.name);
    if (!isFading && given.has("modulation")) {
      throw new UsageError(
        `--modulation ${given.get("modulation")?.texts[0]} belongs to --channel awgn or rayleigh, not to ${channel.name}`,
      );
    }
    const modulation = typeof chosen === "string" ? modulations[chosen] : ownModulation(chosen.name, chosen.points);
    const plain = PLAIN_KINDS.find(({ name }) => name === channel.name);
    if (plain === undefined && !isFading) throw new UsageError(`limits of --channel ${channel.name} are not known`);
    const kind = plain && channelKind({ ...plain, options: channel.options } as ChannelFamily);
    const fading = FADINGS.find((name) => name === channel.name) ?? "awgn";
    const limits = kind ? limitsOfChannel(kind, size, fer) : limitsOfModulation({ ...size, modulation, fading }, fer);
    if (json) printJson(limits);
    else printText(textOf(limits));
  },
});

/** Field size, number of sent symbols and number of information symbols. */
function sizeOf(name: string | undefined, n: number | undefined, k: number | undefined) {
  if (name !== undefined) {
    if (n !== undefined || k !== undefined) throw new UsageError("give --code, or --n and --k, not both");
    const code = loadCode(name);
    const size = codeSize(code);
    if (size.k === 0) throw rateZeroError(code);
    return size;
  }
  if (n === undefined || k === undefined) throw new UsageError("give --code CODE, or --n and --k in bits");
  if (k >= n) throw new UsageError(`--k ${k} must be less than --n ${n}: limits are those of a code`);
  return { q: 2, n, k };
}

function textOf({ title, columns, rows }: Limits): string {
  const cell = ({ values }: LimitRow, i: number) => {
    const [value, { digits, isSignificant }] = [values[i], columns[i]];
    if (value === undefined) return "";
    return isSignificant ? formatNumber(value, digits) : value.toFixed(digits);
  };
  const table = formatTable(
    ["limit", "FER", ...columns.map(({ name }) => name)],
    rows.map((row) => [row.limit, row.fer?.toExponential(0) ?? "", ...columns.map((_, i) => cell(row, i))]),
    { align: ["left", "right", ...columns.map(() => "right" as const)] },
  );
  return `${title}\n\n${table}`;
}
