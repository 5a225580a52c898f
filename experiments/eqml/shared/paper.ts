import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { packageRoot } from "../../../src/node/program.ts";
import { citation } from "../../../src/papers.ts";

/** The stages of Tables 5 and 6. */
export const STAGES = 3;

const SECONDS = z.number().positive();

const FILE = z.object({
  source: z.string(),
  gpu: z.string(),
  notes: z.array(z.string()),
  table2: z.strictObject({
    code: z.string(),
    snr: z.number(),
    iterations: z.int(),
    cpu: SECONDS,
    compact: SECONDS,
    flat: SECONDS,
  }),
  table3: z.strictObject({ code: z.string(), cpu: SECONDS, direct: SECONDS, rearranged: SECONDS }),
  table4: z.strictObject({
    code: z.string(),
    rows: z.array(z.strictObject({ stages: z.int(), cpu: SECONDS, gpu: SECONDS })),
  }),
  table5: tableOfSnr(),
  table6: tableOfSnr(),
});

/**
 * Tables 2 to 6 of Kong et al. (2020): seconds for a number of frames that the paper does not give. SNR in dB, taken to
 * be Eb/N0.
 */
export type EqmlTables = Readonly<z.infer<typeof FILE>>;

/** From experiments/reference/eqml-tables.json. */
export function eqmlTables(): EqmlTables {
  const text = readFileSync(join(packageRoot(), "experiments", "reference", "eqml-tables.json"), "utf8");
  return { ...FILE.parse(JSON.parse(text)), source: citation("eqml") };
}

function tableOfSnr() {
  return z.strictObject({
    code: z.string(),
    stages: z.literal(STAGES),
    rows: z.array(z.strictObject({ snr: z.number(), cpu: SECONDS, gpu: SECONDS })),
  });
}
