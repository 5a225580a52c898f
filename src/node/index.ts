// `gfq-ldpc/node`: what only Node has, beside the library of `gfq-ldpc`.

// Devices and engines: `openEngine` is what most programs need; `requestAdapter` and `releaseDawn` are for those that
// make a `gpuEngine` themselves.

export { coresPerJob, cpuPool } from "./cpu-pool.ts";
export { adapterNames, releaseDawn, requestAdapter } from "./dawn.ts";
export { type EngineChoice, engineSentence, openEngine } from "./engines.ts";

// Codes that come with the package, and those in files.

export {
  type FamilyCode,
  formatNamed,
  formatOfFile,
  type ListedCode,
  type LoadOptions,
  listCodes,
  listFamilyCodes,
  loadCode,
} from "./codes.ts";
export { listEnsembles, loadEnsemble } from "./ensembles.ts";

// Run folders.

export { type Merge, mergeRuns } from "./merge-runs.ts";
export { type RunFile, readRunFile, runSweep } from "./run-file.ts";
export { readReference, readRunPoints } from "./run-points.ts";
export { RunReader } from "./run-reader.ts";

// Files of LLRs, of symbols and of syndromes.

export { type DecodeJob, type DecodeTotals, decodeFile } from "./decode-file.ts";
export { type LlrFile, type LlrFileOptions, openLlrFile } from "./llr-file.ts";
export { PartFile } from "./part-file.ts";
export { createSymbolFile, type SymbolFile, type SymbolShape } from "./symbol-file.ts";
export { openSyndromeFile, type SyndromeFile, type SyndromeFileOptions } from "./syndrome-file.ts";
