import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { packageRoot } from "../../../src/node/program.ts";

const ROW_3 = z.object({
  processor: z.string(),
  program: z.string(),
  milliseconds: z.number().positive(),
  kilobitsPerSecond: z.number().positive(),
  ser: z.number().optional(),
  fer: z.number().optional(),
});

const FILE = z.object({
  table1: z.array(z.object({ stage: z.string(), percent: z.number() })),
  table3: z.array(ROW_3),
  metricsSpeedup: z.number(),
  layoutSpeedup: z.tuple([z.number(), z.number()]),
});

/** Tables I and III and the speed-ups of `PAPERS.nonbinary`, from experiments/reference/nonbinary-tables.json. */
export function nonbinaryTables(): Readonly<z.infer<typeof FILE>> {
  const file = join(packageRoot(), "experiments", "reference", "nonbinary-tables.json");
  return FILE.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** A row of Table III. @throws Error if the table has no such row. */
export function tableRow(processor: string, program: string): z.infer<typeof ROW_3> {
  const row = nonbinaryTables().table3.find((one) => one.processor === processor && one.program === program);
  if (row === undefined) throw new Error(`Table III has no row of ${program} on ${processor}`);
  return row;
}
