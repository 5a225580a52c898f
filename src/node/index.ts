// `gfq-ldpc/node`: what only Node has, beside the library of `gfq-ldpc`.

// Devices and engines: `openEngine` is what most programs need; `requestAdapter` and `releaseDawn` are for programs that
// make a `gpuEngine` themselves.

export { coresPerJob, cpuPool } from "./engine/cpu-pool.ts";
export { adapterNames, releaseDawn, requestAdapter } from "./engine/dawn.ts";
export { type EngineChoice, engineSentence, openEngine } from "./engine/engines.ts";

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
} from "./codes/codes.ts";
export { listEnsembles, loadEnsemble } from "./codes/ensembles.ts";

// Run folders.

export { type Merge, mergeRuns } from "./run/merge-runs.ts";
export { type RunFile, readRunFile, runSweep } from "./run/run-file.ts";
export { readPointsBelow, readReference, readRunPoints } from "./run/run-points.ts";
export { RunReader } from "./run/run-reader.ts";

// Files of LLRs, of symbols and of syndromes.

export { PartFile } from "./disk/part-file.ts";
export { type DecodeJob, type DecodeTotals, decodeFile } from "./files/decode-file.ts";
export { type LlrFile, type LlrFileOptions, openLlrFile } from "./files/llr-file.ts";
export { createSymbolFile, type SymbolFile, type SymbolShape } from "./files/symbol-file.ts";
export { openSyndromeFile, type SyndromeFile, type SyndromeFileOptions } from "./files/syndrome-file.ts";
