/**
 * `gfq-ldpc/node` is for programs in Node: engines of this machine, built-in codes and codes in files, run folders, and files of LLRs.
 * Everything else that the examples use is a name of `gfq-ldpc`, or one of these values:
 *
 * ```ts
 * import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * const folder = mkdtempSync(`${tmpdir()}/example-`);
 * const code = constructCode({ family: "peg", name: "c", q: 4, polynomial: 7, n: 24, degrees: [2, 4], labels: "random", seed: 1, attempts: 1 });
 * const decoder = readDecoder("min-max iterations=5");
 * const engine = cpuEngine();
 * ```
 * @module gfq-ldpc/node
 */

// Run folders and published curves.
export type { RunPoints } from "../report/series.ts";
// Codes.
export {
  type FamilyCode,
  type ListedCode,
  type LoadOptions,
  listCodes,
  listEnsembles,
  listFamilyCodes,
  loadCode,
  loadEnsemble,
} from "./codes/codes.ts";
// Engines.
export { adapterNames } from "./engine/dawn.ts";
export { type EngineChoice, openEngine } from "./engine/engines.ts";
// Files of LLRs and of decoded symbols.
export { type DecodeJob, type DecodeTotals, decodeFile } from "./files/decode-file.ts";
export { type LlrFile, type LlrFileOptions, openLlrFile } from "./files/llr-file.ts";
export { createSymbolFile, type SymbolFile, type SymbolFileOptions } from "./files/symbol-file.ts";
export { readReference, readRunPoints } from "./run/run-points.ts";
