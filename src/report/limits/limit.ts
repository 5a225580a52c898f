import type { ChannelKind } from "../../channel/channel-kind.ts";
import type { ChannelFamily } from "../../channel/channels.ts";
import type { CodeSize } from "../../channel/limits/bounds.ts";
import type { MetEnsemble } from "../../code/construct/met.ts";

/** A run, as its limits see it. */
export interface LimitedRun {
  readonly family: ChannelFamily;
  readonly kind: ChannelKind;
  /** Smallest and largest value of the channel's parameter. */
  readonly range: readonly [first: number, last: number];
  /** Half the lowest error rate of the figure. */
  readonly lowest: number;
}

/** A run whose code is limited by its length and rate. */
export interface LimitedCode extends LimitedRun {
  readonly size: CodeSize;
  /** Degrees of the code's nodes; undefined where density evolution does not hold. */
  readonly ensemble: () => MetEnsemble | undefined;
}

/** Values of the channel's parameter with a rate. */
export type LimitCurve = readonly (readonly [x: number, rate: number])[];

interface LimitLook {
  /** The limit in the key. */
  readonly text: string;
  readonly dash: string;
  /** Codes, channels and modulations whose limit is known, after "it is known for". */
  readonly knownFor: string;
}

/** A limit of codes, or of the channel alone. `curve` returns undefined where the limit does not hold or is not known. */
export type Limit = LimitLook &
  (
    | { readonly of: "code"; readonly curve: (run: LimitedCode) => LimitCurve | undefined }
    | { readonly of: "channel"; readonly curve: (run: LimitedRun) => LimitCurve | undefined }
  );

/** FER at which curves begin. */
export const HIGHEST = 0.9;
/** Points of a curve. */
const POINTS = 33;

/** Evenly spaced values with their rates. */
export function curveBetween(first: number, last: number, rateOf: (x: number) => number, points = POINTS): LimitCurve {
  return Array.from({ length: points }, (_, i) => {
    const x = first + ((last - first) * i) / (points - 1);
    return [x, rateOf(x)] as const;
  });
}

/** A vertical line at a value of the channel's parameter. */
export function verticalLine(x: number | undefined, { lowest }: LimitedRun): LimitCurve | undefined {
  if (x === undefined) return undefined;
  return [
    [x, 1],
    [x, lowest],
  ];
}
