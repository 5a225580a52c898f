import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

// A process of the tests loads this file too, so it is not TypeScript.
export function chunksDone(out) {
  const shards = join(out, "shards");
  if (!existsSync(shards)) return 0;
  const lines = readdirSync(shards).flatMap((name) =>
    readFileSync(join(shards, name), "utf8")
      .split("\n")
      .slice(0, -1)
      // Empty lines are signs of life.
      .filter((line) => line !== ""),
  );
  return lines.reduce((sum, line) => sum + (JSON.parse(line).chunks ?? 0), 0);
}
