import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Runs the longest files first, so that none of them runs alone at the end. Files with long tests wait for processes most of their time, and
 * files about decoders compile kernels, so they alternate: the workers neither all wait nor all compile.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const compiles = ({ moduleId }: TestSpecification) => /\/test\/(decoder|engine|wgsl-cpu)\//.test(moduleId);
    const waits = (file: TestSpecification) => !compiles(file) && /\.(long|chromium)\./.test(file.moduleId);
    const kernels = sorted.filter(compiles);
    const processes = sorted.filter(waits);
    const rest = sorted.filter((file) => !compiles(file) && !waits(file));
    return [...alternated(kernels, processes), ...rest];
  }
}

function alternated<T>(a: readonly T[], b: readonly T[]): T[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => [
    ...a.slice(i, i + 1),
    ...b.slice(i, i + 1),
  ]).flat();
}
