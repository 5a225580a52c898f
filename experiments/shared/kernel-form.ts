import type { Engine, EngineInfo } from "../../src/engine/engine.ts";
import type { Program } from "../../src/gpu/program.ts";
import { formatNumber } from "../../src/report/format.ts";
import type { Comparison } from "./report.ts";

/** An engine's description with the form of this program's kernels: the CPU engine has several forms. */
export function infoFor(engine: Engine, program: Program): EngineInfo {
  const forms = formsOf(engine, program).map((note) => note.split(":")[0]);
  return forms.length === 0 ? engine.info : { ...engine.info, driver: forms.join(" and ") };
}

/**
 * The forms of a program's kernels with the kernels of each: `WebAssembly SIMD: binary/check`. Empty on a GPU, which has
 * one form.
 */
export function formsOf({ notes }: Engine, program: Program): readonly string[] {
  return notes?.(program) ?? [];
}

/** A time of a program, and the forms of its kernels. */
export interface TimedForms {
  readonly time: number;
  readonly forms: readonly string[];
}

/**
 * The row of a speed-up. A kernel that is written by hand and a compiled one differ in more than the compared
 * arrangement, so times of unlike forms are stated, and not divided.
 * @param unit of the times.
 */
export function speedUpRow(
  row: Pick<Comparison, "what" | "paper" | "how">,
  fast: TimedForms,
  slow: TimedForms,
  unit: string,
): Comparison {
  if (areAlike(fast.forms, slow.forms)) return { ...row, unit: "times as fast", ours: slow.time / fast.time };
  const against = `${formatNumber(slow.time)} ${unit} of ${formText(slow)}`;
  const how = `of ${formText(fast)}, against ${against}: unlike forms, so no speed-up`;
  return { what: row.what, unit, ours: fast.time, how };
}

const formText = ({ forms }: TimedForms) => forms.map((note) => note.split(":")[0]).join(" and ");

/** Whether kernels that both programs have are in one form, and other kernels in the same forms. */
export function areAlike(one: readonly string[] = [], other: readonly string[] = []): boolean {
  const [a, b] = [one, other].map((forms) => {
    const split = forms.map((note) => note.split(": "));
    return {
      names: split.map(([form]) => form).join(),
      of: new Map(split.flatMap(([form, kernels = ""]) => kernels.split(", ").map((kernel) => [kernel, form]))),
    };
  });
  return a.names === b.names && [...a.of].every(([kernel, form]) => (b.of.get(kernel) ?? form) === form);
}
