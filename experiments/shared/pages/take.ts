import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { packageRoot } from "../../../src/node/program.ts";
import { TRACED_PAGES } from "./figures.ts";
import { DEVICE_ENDING, experimentsFile } from "./results.ts";

/**
 * Replaces measurements by those of a folder, whose files have the same names with their own device at the end, and
 * rewrites the pages and the imports of notebooks: tsx experiments/shared/pages/take.ts FOLDER. Measurements that the folder lacks stay.
 */
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write("tsx experiments/shared/pages/take.ts FOLDER: name the folder of new measurements\n");
  process.exit(2);
}

const nameOf = (file: string) => basename(file).replace(DEVICE_ENDING, "");
/** Files of measurements of a device, whose pages follow them. */
const old = readdirSync(experimentsFile("results"), { recursive: true, encoding: "utf8" })
  .filter((file) => DEVICE_ENDING.test(file))
  .map((file) => `results/${file}`);
const given = readdirSync(folder).filter((file) => DEVICE_ENDING.test(file));
const replaced = given.map((file) => {
  const others = given.filter((other) => nameOf(other) === nameOf(file));
  if (others.length > 1) throw new Error(`${folder} has ${others.join(" and ")}: keep that of one device`);
  const found = old.filter((one) => nameOf(one) === nameOf(file));
  if (found.length === 1) return { old: found[0], now: `${dirname(found[0])}/${file}` };
  const text = found.length === 0 ? "no file" : found.join(" and ");
  throw new Error(`experiments has ${text} of ${nameOf(file)}, so ${file} replaces none: copy it by hand`);
});
for (const { old, now } of replaced) {
  rmSync(experimentsFile(old));
  copyFileSync(join(folder, basename(now)), experimentsFile(now));
  process.stdout.write(`${now}\n`);
}
const notebooks = readdirSync(join(packageRoot(), "notebooks"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => join("notebooks", file));
for (const page of [...TRACED_PAGES, ...notebooks]) {
  const path = join(packageRoot(), page);
  const text = readFileSync(path, "utf8");
  writeFileSync(
    path,
    replaced.reduce((changed, { old, now }) => changed.replaceAll(`experiments/${old}`, `experiments/${now}`), text),
  );
}
await import("./write.ts");
