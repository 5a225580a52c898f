#!/usr/bin/env node
import { existsSync } from "node:fs";

const main = new URL("../dist/src/cli/main.js", import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write("ldpc: dist/ is missing, the program is not built yet: run `npm ci` or `npm run build`\n");
  process.exitCode = 1;
}
