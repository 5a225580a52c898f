import { valueOfSigma } from "../../channel/limits/channel-limits.ts";
import type { MetEnsemble } from "../../code/construct/met.ts";
import { erasureThreshold, threshold as snrThreshold } from "../../code/density-evolution/threshold.ts";
import { Recent } from "../../recent.ts";
import { type Limit, type LimitedCode, verticalLine } from "./limit.ts";

/** Bit error probability at which density evolution has succeeded, and the relative accuracy of its SNR. */
const EVOLUTION = { target: 1e-5, resolution: 4e-3 } as const;

/** The threshold of sum-product decoding for codes with the degrees of the run's code, over AWGN and the binary erasure channel. */
export const threshold: Limit = {
  of: "code",
  text: "threshold by density evolution",
  dash: "longdash",
  knownFor:
    "codes over GF(2) that send each bit, without variables of degree 1, over BPSK and QPSK with AWGN and over the binary erasure channel",
  curve: (run) => verticalLine(thresholdOf(run), run),
};

function thresholdOf({ kind, size, ensemble }: LimitedCode): number | undefined {
  const isErasing = kind.erases === true;
  const degrees = isErasing || kind.bitSigma !== undefined ? ensemble() : undefined;
  if (degrees === undefined) return undefined;
  if (isErasing) return erasureThreshold(degrees);
  const snr = known(degrees);
  return valueOfSigma(kind, size, 1 / Math.sqrt(snr));
}

/** SNR thresholds by the degrees of nodes: runs often share a code, and density evolution takes seconds. */
const SNRS = new Recent<string, number>(256);

function known(ensemble: MetEnsemble): number {
  const key = JSON.stringify([ensemble.variables, ensemble.checks]);
  return SNRS.get(key, () => snrThreshold(ensemble, EVOLUTION));
}
