import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { packageRoot } from "../../../src/node/package-root.ts";
import { TRACED_PAGES } from "./figures.ts";
import { experimentsFile, resultFile } from "./results.ts";

/**
 * Replaces measurements by those of a folder, whose files have the same names with their own device at the end, and
 * rewrites the pages: tsx experiments/shared/pages/take.ts FOLDER. Measurements that the folder lacks stay.
 */
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write("tsx experiments/shared/pages/take.ts FOLDER: name the folder of new measurements\n");
  process.exit(2);
}

/** Measurements whose pages follow their one file. */
const MEASUREMENTS = [
  ...["symbols", "binary", "reconciliation", "one-frame"].map((group) => `results/speeds/${group}`),
  ...["results/binary-throughput", "results/sionna-5g/latency", "results/nonbinary-table-3"],
];

const given = readdirSync(folder);
const replaced = MEASUREMENTS.flatMap((name) => {
  const files = given.filter(
    (file) => file.replace(/-[a-z]+\d+\.json$/, "") === basename(name) && file.endsWith(".json"),
  );
  if (files.length > 1) throw new Error(`${folder} has ${files.join(" and ")}: keep that of one device`);
  return files.map((file) => ({ old: resultFile(name), now: `${dirname(name)}/${file}` }));
});
for (const { old, now } of replaced) {
  rmSync(experimentsFile(old));
  copyFileSync(join(folder, basename(now)), experimentsFile(now));
  process.stdout.write(`${now}\n`);
}
for (const page of TRACED_PAGES) {
  const path = join(packageRoot(), page);
  const text = readFileSync(path, "utf8");
  writeFileSync(
    path,
    replaced.reduce((changed, { old, now }) => changed.replaceAll(`experiments/${old})`, `experiments/${now})`), text),
  );
}
await import("./write.ts");
