import type { KernelConstants } from "../gpu/kernel.ts";
import { closure } from "../gpu/part.ts";
import type { Dispatch } from "../gpu/program.ts";
import { type AssembledShader, assemble } from "../gpu/template.ts";
import { workgroupSizeOf } from "../gpu/workgroup.ts";
import type { Intrinsics } from "../wgsl-cpu/intrinsic.ts";
import { kernelNamed, partsOf } from "./registry.ts";

/** The parts that a dispatch's kernel and its variant import. */
function importsOf({ kernel, variant }: Dispatch) {
  return closure([...kernelNamed(kernel).imports, ...Object.values(partsOf(variant?.imports))]);
}

/** The intrinsics of the parts of a dispatch's shader. */
export function intrinsicsOf(dispatch: Dispatch): Intrinsics {
  return Object.assign({}, ...importsOf(dispatch).map(({ intrinsics }) => intrinsics));
}

/** The WGSL files of a dispatch's shader. */
export function shaderFiles(dispatch: Dispatch): URL[] {
  return [kernelNamed(dispatch.kernel), ...importsOf(dispatch)].map(({ wgsl }) => wgsl);
}

/**
 * The shader of a dispatch.
 * @param textOf the text of a WGSL file.
 * @param f16 uses the f16 forms of parts: the device has the feature `shader-f16`.
 * @throws Error for a constant without a value.
 */
export function shaderOf(dispatch: Dispatch, textOf: (url: URL) => string, f16: boolean): AssembledShader {
  const kernel = kernelNamed(dispatch.kernel);
  const imported = importsOf(dispatch);
  const texts = Object.fromEntries(imported.map(({ name, wgsl }) => [name, textOf(wgsl)]));
  const form: KernelConstants = imported.some((part) => part.f16) ? { F16: f16 ? 1 : 0 } : {};
  const constants = { ...dispatch.constants, ...form, WORKGROUP_SIZE: workgroupSizeOf(kernel, dispatch.constants) };
  return assemble(kernel.name, textOf(kernel.wgsl), constants, texts, dispatch.variant);
}
