import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { root } from "../source-files.ts";

/** Names of all WGSL files: paths below wgsl/ without the ending. */
export const wgslNames: readonly string[] = readdirSync(join(root, "wgsl"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".wgsl"))
  .map((file) => file.slice(0, -".wgsl".length).replaceAll(sep, "/"))
  .sort();
