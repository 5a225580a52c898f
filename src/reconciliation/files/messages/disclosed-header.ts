import { z } from "zod";
import { OCTONION } from "../../../../wgsl/reconciliation/octonion.ts";
import { disclosedGroups } from "../../core/disclosure.ts";
import { COUNT, HEX_DIGEST, HEX_SALT } from "./header-fields.ts";
import type { RecordKind } from "./record-kind.ts";

/**
 * The header of a disclosed file. It has no digest of the data file: that would reveal 256 bits about the values that
 * are not disclosed. The ledger of the disclosing end keeps the digest instead.
 */
export const DISCLOSED_HEADER = z.strictObject({
  /** Values of the whole sequence. */
  values: COUNT.positive(),
  /** One group of eight values is disclosed in every `every` groups. */
  every: COUNT.min(2),
  /** Chooses the groups (`Disclosure`); drawn when the values were there. */
  seed: HEX_SALT,
  /** The physical scale of the values, if known. */
  modulation: z
    .strictObject({
      /** V_A in shot-noise units. */
      variance: z.number().positive(),
      /** Standard deviation of the whole sequence in the unit of the file. */
      deviation: z.number().positive(),
    })
    .optional(),
  /** SHA-256 of the payloads, so that the id of the file names the values too. */
  digest: HEX_DIGEST,
});

/** The sequence, and its disclosed values. */
export type DisclosedHeader = z.infer<typeof DISCLOSED_HEADER>;

/** Bytes of eight values. */
export const GROUP_BYTES = 8 * OCTONION;

/** Decoding to reference end, before anything else: of each disclosed group its eight values, f64 little-endian, in the file's unit. */
export const DISCLOSED: RecordKind<DisclosedHeader> = {
  name: "disclosed file",
  record: "group",
  format: "gfq-ldpc disclosed",
  schema: DISCLOSED_HEADER,
  payloadBytes: () => GROUP_BYTES,
  records: ({ values, every }) => disclosedGroups(values, every),
};

/**
 * Public bits of a disclosed file besides the disclosed values, which are in no key: the deviation is one number of 64
 * bits, computed from all values.
 */
export function disclosedFileBits({ modulation }: DisclosedHeader): number {
  return modulation === undefined ? 0 : 64;
}
