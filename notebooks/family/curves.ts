import { type PointRow, parsePoints, parseReference, type ReferenceCurve, shortDecoderText } from "../../src/index.ts";

/** The code beside which the point of Wang et al. 2012 stands. Their matrix, of the same length and field, is not published. */
const UNNAMED_CODE = "nb620-gf32";

const texts = (modules: Record<string, string>) =>
  Object.entries(modules).map(([path, text]) => ({ file: path.split("/").at(-1)!, text }));

const RECORDED = texts(
  import.meta.glob<string>(["../../experiments/results/*.csv", "../../experiments/results/published/*.csv"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);
const PUBLISHED = texts(
  import.meta.glob<string>(["../../experiments/reference/*.csv", "../../codes/*/reference/*.csv"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);

/** A point of a curve; a rate that was not measured is absent. */
export interface CurvePoint {
  readonly x: number;
  readonly fer?: number;
  readonly ferInterval?: readonly [low: number, high: number];
  readonly ser?: number;
  readonly text: string;
}

/** A curve to choose. */
export interface Curve {
  readonly code: string;
  readonly name: string;
  /** File that records the curve. */
  readonly file: string;
  readonly kind: "run" | "reference";
  readonly points: readonly CurvePoint[];
}

const runs: readonly Curve[] = RECORDED.flatMap(({ file, text }) => curvesOfRows(parsePoints(text, file), file));
const references: readonly Curve[] = PUBLISHED.flatMap(({ file, text }) =>
  parseReference(text, file.replace(/\.csv$/, ""), file).map((curve) => referenceCurve(curve, file)),
);

export const recordedCodes: readonly string[] = [...new Set(runs.map(({ code }) => code))].sort();

/** The curves of a code: recorded runs, then published curves. */
export function curvesOf(code: string): Curve[] {
  const own = [...runs, ...references].filter((curve) => curve.code === code);
  const isAlone = ({ name }: Curve) => own.filter((other) => other.name === name).length === 1;
  return own.map((curve) => (isAlone(curve) ? curve : { ...curve, name: `${curve.name} (${curve.file})` }));
}

function curvesOfRows(rows: readonly PointRow[], file: string): Curve[] {
  const keys = [...new Set(rows.map(({ code, decoder }) => `${code}\n${decoder}`))];
  return keys.map((key) => {
    const [code, decoder] = key.split("\n");
    const own = rows.filter((row) => row.code === code && row.decoder === decoder).sort((a, b) => a.point - b.point);
    const points = own.map(({ point, fer, fer_low, fer_high, ser, frames, frame_errors }): CurvePoint => {
      const text = `${frame_errors} of ${frames} frames wrong`;
      return { x: point, fer, ferInterval: [fer_low, fer_high], ser, text };
    });
    return { code, name: shortDecoderText(decoder), file, kind: "run" as const, points };
  });
}

function referenceCurve({ code, name, points }: ReferenceCurve, file: string): Curve {
  return {
    code: code || UNNAMED_CODE,
    file,
    kind: "reference",
    name: `published: ${name}`,
    points: points.map(({ x, fer, ser, counts }): CurvePoint => {
      const text = counts === undefined ? "published" : `${counts.errors} of ${counts.frames} frames wrong, published`;
      return { x, fer: fer?.value, ser: ser?.value, text };
    }),
  };
}
