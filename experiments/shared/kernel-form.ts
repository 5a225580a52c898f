import type { Engine, EngineInfo } from "../../src/engine/engine.ts";
import type { Program } from "../../src/gpu/program.ts";

/** An engine's description with the form of this program's kernels: the CPU engine has several forms. */
export function infoFor({ info, notes }: Engine, program: Program): EngineInfo {
  const forms = notes?.(program).map((note) => note.split(":")[0]) ?? [];
  return forms.length === 0 ? info : { ...info, driver: forms.join(" and ") };
}
