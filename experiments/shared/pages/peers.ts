import { readDecoder } from "../../../src/decoder/decoder.ts";
import { formatCount, formatNumber, formatRate } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/markdown.ts";
import { type figuresOf, PEERED_CASES, type PeeredCase } from "../../binary-throughput.ts";
import type { BinaryShares } from "../limits.ts";
import { caseText } from "../measure.ts";
import { rateText } from "../rates.ts";
import { cardOf, jsonFile, resultFile } from "./results.ts";

/** The measurement of a case by `ldpc experiment binary-throughput`. */
type Details = ReturnType<typeof figuresOf> & { readonly shares: BinaryShares };

const peersFile = (): string => resultFile("results/binary-throughput");

/** The card on which `ldpc experiment binary-throughput` measured. */
export const peerCard = (): string => cardOf(peersFile());

function detailsOf(one: PeeredCase): Details {
  const { details } = jsonFile(peersFile()) as { readonly details: Readonly<Record<string, Details>> };
  const found = details[caseText(one)];
  if (found === undefined) throw new Error(`${peersFile()} has no ${caseText(one)}`);
  return found;
}

const messagesOf = ({ decoder }: PeeredCase) => /messages=(\w+)/.exec(decoder)?.[1];

/** Coded Gbit/s of wimax-2304-1152 with layered offset min-sum and 10 iterations, the decoder alone. */
export function wimaxGbit(messages: string): number {
  const one = PEERED_CASES.find((each) => each.code === "wimax-2304-1152" && messagesOf(each) === messages)!;
  return detailsOf(one).coded / 1e9;
}

/** The fastest decoder beside each CUDA decoder with no more wrong blocks, in any number of iterations. */
function fastestBesidePeers(): PeeredCase[] {
  const fastest = new Map<string, PeeredCase>();
  for (const one of PEERED_CASES) {
    // The tutorial's decoder has a page of its own.
    if (messagesOf(one) === undefined || one.peer === undefined) continue;
    const { informationFrameErrors, frames } = detailsOf(one).chain.counts;
    if (informationFrameErrors / frames > (one.peer.blockErrors ?? 1)) continue;
    const key = JSON.stringify([one.code, one.rows, one.peer]);
    const before = fastest.get(key);
    if (before === undefined || detailsOf(one)[one.of] > detailsOf(before)[one.of]) fastest.set(key, one);
  }
  return [...fastest.values()];
}

export function peerTable(): string {
  const percent = (share: number | undefined) => (share === undefined ? "–" : `${(100 * share).toFixed(0)}`);
  const rows = fastestBesidePeers().map((one) => {
    const figures = detailsOf(one);
    const { instructions, workgroupMemory, deviceMemory } = figures.shares;
    const { informationFrameErrors: errors, frames, undetected } = figures.chain.counts;
    const { source, gbit, blockErrors } = one.peer!;
    return [
      `${one.code}${one.rows === undefined ? "" : `, ${one.rows} block rows`}, ${one.at} dB`,
      `${messagesOf(one)}, ${readDecoder(one.decoder).iterations}`,
      `${formatNumber(figures[one.of] / 1e9)} ${one.of}`,
      ...[rateText({ errors, frames }), formatCount(undetected)],
      [source, formatNumber(gbit), ...(blockErrors === undefined ? [] : [`(${formatRate(blockErrors, 2)})`])].join(" "),
      [instructions, workgroupMemory, deviceMemory].map(percent).join(" / "),
    ];
  });
  return markdownTable(
    [
      ...[
        "code, Eb/N0",
        "format, iterations",
        "Gbit/s",
        "wrong blocks",
        "undetected words",
        "CUDA, Gbit/s (wrong blocks)",
      ],
      "% of instructions / workgroup / device memory",
    ],
    rows,
  );
}
