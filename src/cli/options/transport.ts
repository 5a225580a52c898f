import { type RedundancyVersion, VERSIONS } from "../../code/transport/circular-buffer.ts";
import { TRANSPORT_MOST } from "../../code/transport/segmentation.ts";
import type { Transport } from "../../code/transport/transport-code.ts";
import type { LoadOptions } from "../../node/codes/codes.ts";
import type { Values } from "../command-line/command.ts";
import { number, parsed } from "../command-line/option.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { pointBitsOf } from "./channel.ts";

/** --transport and the options of a transport block's transmissions. */
export const TRANSPORT_OPTIONS = {
  transport: number({
    group: "Code",
    seldom: true,
    placeholder: "BITS",
    describe:
      "5G, with --code nr: send a transport block of this size, without its checksum; a frame is one of its code blocks",
    example: "8424",
    noun: "the size of the transport block",
    whole: true,
    minimum: 1,
    maximum: TRANSPORT_MOST,
  }),
  rate: number({
    group: "Code",
    seldom: true,
    describe: "--transport: target code rate of one transmission",
    example: "1/2",
    noun: "the code rate",
    above: 0,
    below: 1,
  }),
  rv: parsed(
    {
      group: "Code",
      seldom: true,
      placeholder: "LIST",
      describe: "--transport: redundancy version of each transmission, whose LLRs the receiver adds up",
      example: "0,2,3,1",
      defaultText: "0",
    },
    readVersions,
  ),
  buffer: number({
    group: "Code",
    seldom: true,
    placeholder: "BITS",
    describe: "--transport: bits of a code block that fit the receiver's soft buffer (limited-buffer rate matching)",
    example: "16896",
    noun: "the size of the soft buffer",
    whole: true,
    minimum: 1,
    defaultText: "all",
  }),
  sent: number({
    group: "Code",
    seldom: true,
    placeholder: "BITS",
    describe: "--transport: bits of one transmission, which the code blocks share; some may send a point fewer",
    example: "16896",
    noun: "the bits of a transmission",
    whole: true,
    minimum: 1,
    defaultText: "as --rate says, equally many for each code block",
  }),
} as const;

/** Reads `0,2,3,1`. @throws UsageError for another number. */
function readVersions(text: string, label: string): readonly RedundancyVersion[] {
  return text.split(",").map((word) => {
    const version = VERSIONS.find((one) => String(one) === word.trim());
    if (version !== undefined) return version;
    throw new UsageError(`${label} "${text}": redundancy versions are ${VERSIONS.join(", ")}, for example 0,2,3,1`);
  });
}

/**
 * The transmissions of a transport block; undefined without --transport.
 * @throws UsageError for an option of a transport block without --transport, and for a transport block without a rate.
 */
export function transportOf(
  options: Partial<Values<typeof TRANSPORT_OPTIONS>> & Parameters<typeof pointBitsOf>[0],
): LoadOptions["transport"] {
  const { transport, rate, rv, buffer, sent } = options;
  if (transport === undefined) {
    const extra = Object.entries({ rate, rv, buffer, sent }).find(([, value]) => value !== undefined);
    if (extra === undefined) return undefined;
    throw new UsageError(`--${extra[0]} belongs to a transport block of 5G: give --transport BITS, too`);
  }
  if (rate === undefined)
    throw new UsageError(`--transport ${transport} needs a code rate: give --rate, for example 1/2`);
  const versions = rv ?? [0];
  return {
    bits: transport,
    rate,
    versions,
    pointBits: pointBitsOf(options),
    ...(buffer === undefined ? {} : { buffer }),
    ...(sent === undefined ? {} : { sent }),
  };
}

/** Texts of the options that describe a transport block, but for its modulation. */
export function transportTexts({ bits, rate, versions, buffer, sent }: Transport): Record<string, string> {
  return {
    transport: String(bits),
    rate: String(rate),
    rv: versions.join(","),
    ...(buffer === undefined ? {} : { buffer: String(buffer) }),
    ...(sent === undefined ? {} : { sent: String(sent) }),
  };
}
