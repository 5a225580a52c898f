import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { codeEncoder } from "../../../src/code/encoders/index.ts";
import { rateMatch } from "../../../src/code/rate-matching.ts";
import { transmissionOrder } from "../../../src/code/transport/circular-buffer.ts";
import { baseGraphOf, codeBlock } from "../../../src/code/transport/segmentation.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { sweep } from "../../sweep.ts";

const ROWS = readFileSync(new URL("./sionna-generators.csv", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => /^\d/.test(line))
  .map((line) => line.split(","))
  .map(([k, n, ones, sha256]) => ({ k: Number(k), n: Number(n), ones: Number(ones), sha256 }));
/** Longer codes take up to a minute each; they were compared once, without a difference. */
const SHORT = ROWS.filter(({ k }) => k <= 800);

it("reads 28 matrices", () => {
  expect([ROWS.length, SHORT.length]).toEqual([28, 12]);
});

it.each(sweep(SHORT, 3))("k = $k, n = $n: Sionna's generator matrix is ours, row by row", ({ k, n, ones, sha256 }) => {
  const block = codeBlock(baseGraphOf(k, k / n), k);
  const { baseGraph, liftingSize, fillers } = block;
  const encoder = codeEncoder(rateMatch(loadCode(`nr-bg${baseGraph}-z${liftingSize}`), { fillers }).code);
  const order = transmissionOrder(block, { version: 0, bits: n, pointBits: 1 });
  const hash = createHash("sha256");
  let count = 0;
  const unit = new Uint8Array(k);
  for (let row = 0; row < k; row++) {
    unit[row] = 1;
    const word = encoder.encode(unit);
    unit[row] = 0;
    const positions = [...order.keys()].filter((i) => word[order[i]] === 1);
    count += positions.length;
    hash.update(`${positions.join(" ")}\n`);
  }
  expect([count, hash.digest("hex")]).toEqual([ones, sha256]);
});
