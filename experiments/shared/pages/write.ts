import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { childExecArgv } from "../../../src/node/engine/child-arguments.ts";
import { packageRoot } from "../../../src/node/program.ts";
import { figureText, TRACED_PAGES } from "./figures.ts";
import { filledPage } from "./markers.ts";
import { drawPicture, PICTURES } from "./pictures.ts";

/** Rewrites the figures and outputs of the pages, and their pictures (npm run docs). */
const root = packageRoot();
const main = { path: join(root, "src", "cli", "main.ts"), execArgv: process.execArgv };
const output = async (words: readonly string[]) =>
  execFileSync(process.execPath, [...childExecArgv(main), main.path, ...words], {
    cwd: root,
    encoding: "utf8",
  });

for (const page of TRACED_PAGES) {
  const path = join(root, page);
  const text = readFileSync(path, "utf8");
  const filled = await filledPage(page, text, { figure: figureText, output });
  if (filled === text) continue;
  writeFileSync(path, filled);
  process.stdout.write(`${page}\n`);
}

for (const picture of Object.keys(PICTURES)) {
  const before = readFileSync(join(root, picture));
  await drawPicture(picture, join(root, picture), output);
  if (!before.equals(readFileSync(join(root, picture)))) process.stdout.write(`${picture}\n`);
}
