import {
  type Code,
  codeReport,
  constructCode,
  defaultPolynomial,
  designRate,
  familyCode,
  formats,
  InputError,
  metFamily,
  threshold,
} from "../../src/index.ts";
import { errorText } from "../shared/dom.ts";
import type { DesignAnswer, DesignRequest, EditAnswer, EditRequest } from "./protocol.ts";
import { type Protograph, protographEnsemble } from "./protograph.ts";

/** Bit error probability of successful decoding, and relative accuracy of the SNR: 0.01 dB. */
const THRESHOLD = { target: 1e-5, resolution: 2e-3 };
/** Approximate number of block columns of a lifted code. */
const BLOCK_COLUMNS = 24;
const ATTEMPTS = 20;

addEventListener("message", ({ data }: MessageEvent<DesignRequest | EditRequest>) => {
  try {
    if ("edited" in data) edit(data);
    else design(data);
  } catch (error) {
    answer({ kind: "failed", message: errorText(error) });
  }
});

function answer(message: DesignAnswer | EditAnswer): void {
  postMessage(message);
}

function design(request: DesignRequest): void {
  const code = request.method === "peg" ? pegCode(request) : liftedCode(request);
  const text = formats.alist.write(code);
  answer({ kind: "code", code: { text, file: "design.alist" }, report: codeReport(code.matrix) });
  const begin = performance.now();
  const ensemble = protographEnsemble(request.protograph);
  const ebn0 = thresholdOf(request.protograph, false);
  answer({ kind: "threshold", rate: designRate(ensemble), ebn0, seconds: (performance.now() - begin) / 1000 });
}

function edit({ edited }: EditRequest): void {
  answer({ kind: "quick", rate: designRate(protographEnsemble(edited)), ebn0: thresholdOf(edited, true) });
  const changed = (row: number, column: number, by: number) => {
    const other = edited.map((line, r) => line.map((edges, c) => edges + (r === row && c === column ? by : 0)));
    try {
      return other[row][column] < 0 ? undefined : thresholdOf(other, true);
    } catch {
      return undefined;
    }
  };
  for (const [row, line] of edited.entries())
    for (const column of line.keys())
      answer({ kind: "effect", row, column, more: changed(row, column, 1), less: changed(row, column, -1) });
}

/** Eb/N0 in dB. @throws InputError for a protograph without a threshold. */
function thresholdOf(protograph: Protograph, quick: boolean): number {
  const ensemble = protographEnsemble(protograph);
  return 10 * Math.log10(threshold(ensemble, { ...THRESHOLD, quick }) / (2 * designRate(ensemble)));
}

function liftedCode({ protograph, length, seed }: DesignRequest): Code {
  const columns = protograph[0].length;
  const copies = Math.max(1, Math.round(BLOCK_COLUMNS / columns));
  const liftingSize = Math.max(2, Math.round(length / (columns * copies)));
  const family = metFamily({
    family: "met",
    name: "design",
    ensemble: protographEnsemble(protograph),
    ensembleName: "protograph",
    columns: columns * copies,
    liftingSizes: [liftingSize],
    rounding: "none",
    seed,
    attempts: ATTEMPTS,
  });
  return familyCode(family, liftingSize);
}

/** @throws InputError for a protograph with different columns or rows. */
function pegCode({ protograph, length, seed }: DesignRequest): Code {
  const [variable, check] = regularDegrees(protograph);
  const step = check / gcd(variable, check);
  const n = Math.max(1, Math.round(length / step)) * step;
  const recipe = {
    family: "peg",
    name: "design",
    q: 2,
    polynomial: defaultPolynomial(2),
    labels: "random",
    attempts: 3,
  } as const;
  return constructCode({ ...recipe, n, degrees: [variable, check], seed });
}

function regularDegrees(protograph: Protograph): [variable: number, check: number] {
  const columns = protograph[0].map((_, c) => protograph.reduce((sum, row) => sum + row[c], 0));
  const rows = protograph.map((row) => row.reduce((sum, edges) => sum + edges, 0));
  if (new Set(columns).size > 1 || new Set(rows).size > 1) {
    throw new InputError(
      "progressive edge growth is for protographs whose columns have one sum and whose rows have one: choose lifted",
    );
  }
  return [columns[0], rows[0]];
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
