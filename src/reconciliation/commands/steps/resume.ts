import { storedDecoderText } from "../../../decoder/decoder.ts";
import type { GaussianHeader } from "../../files/messages/gaussian-header.ts";
import { isOfValues, type JournalHeader, partyOf, type Role } from "../../files/messages/headers.ts";

/** The header of a command with the decoder's text of an unfinished run, if both mean the same decoder. */
export function withStoredDecoder(unfinished: JournalHeader, now: JournalHeader): JournalHeader {
  if (unfinished.decoding === undefined || now.decoding === undefined) return now;
  const decoder = storedDecoderText(unfinished.decoding.decoder, now.decoding.decoder);
  return { ...now, decoding: { ...now.decoding, decoder } };
}

/** The first difference between an unfinished run and a new command, in words; undefined if they describe the same run. */
export function runDifference(unfinished: JournalHeader, now: JournalHeader): string | undefined {
  const was = descriptions(unfinished);
  const is = descriptions(now);
  const different = Object.keys(was).find((what) => was[what] !== is[what]);
  if (different === undefined) return undefined;
  // If only one run has a property, the property is named without a value.
  if (was[different] === undefined || is[different] === undefined) return endsText(unfinished);
  return `${different} ${was[different]}, not ${is[different]}`;
}

/** All properties that determine the content of the files, each with its option. */
function descriptions({
  stream,
  files,
  received,
  decoding,
  resolution,
}: JournalHeader): Record<string, string | undefined> {
  const { code, punctured, shortened, seed, hashBits, bits } = stream;
  const ofValues = isOfValues(stream);
  const unit = ofValues ? "values" : "bits";
  const file = (role: Role) => files[role] && fileText(files[role], unit);
  return {
    data: ofValues ? "Gaussian values" : "bits",
    [dataOf("decoding", ofValues)]: file("decoding"),
    [dataOf("reference", ofValues)]: file("reference"),
    "the syndrome file": received,
    "--code": `${code.name} (${code.hash.slice(0, 12)}…)`,
    "--columns": code.columns,
    ...(ofValues
      ? {
          ...disclosureDescriptions(stream.gaussian),
          "--snr": String(decoding?.parameter ?? stream.gaussian.snr),
          "--resolution": String(resolution ?? 0),
        }
      : {
          "--qber": String(decoding?.parameter ?? stream.qber),
          "--bits": String(bits),
          "--interleave": stream.interleaver === undefined ? "not given" : "given",
        }),
    "--punctured": String(punctured),
    "--shortened": String(shortened),
    "--seed": String(seed),
    "--hash-bits": String(hashBits),
    "--decoder": decoding?.decoder,
  };
}

function disclosureDescriptions({ disclosed, message, link }: GaussianHeader): Record<string, string | undefined> {
  return {
    "--disclosed": message && `of ${message.values} values, seed ${message.seed.slice(0, 12)}…`,
    "--disclose": String(disclosed),
    "--epsilon-pe": String(link?.epsilon ?? "not needed"),
    "--modulation-variance": String(link?.modulationVariance ?? "not needed"),
    "--detector-efficiency": String(link?.detectorEfficiency ?? "not needed"),
    "--electronic-noise": String(link?.electronicNoise ?? "not needed"),
    // The sums depend on this option alone.
    "--shot-noise": link === undefined ? "not needed" : `with which Bob's values have ${link.yy}`,
  };
}

/** `Alice's data`. */
function dataOf(role: Role, ofValues: boolean): string {
  return partyOf(role, ofValues) === "alice" ? "Alice's data" : "Bob's data";
}

function fileText({ length, sha256 }: { readonly length: number; readonly sha256: string }, unit: string): string {
  return `of ${length} ${unit}, SHA-256 ${sha256.slice(0, 12)}…`;
}

function endsText({ stream, files }: JournalHeader): string {
  const ofValues = isOfValues(stream);
  if (files.reference === undefined) return `${dataOf("decoding", ofValues)} and a syndrome file`;
  return files.decoding === undefined ? `${dataOf("reference", ofValues)} alone` : "the data of both ends";
}
