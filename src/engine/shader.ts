import type { Dispatch } from "../gpu/program.ts";
import { type AssembledShader, assemble, importsOf } from "../gpu/template.ts";
import { workgroupSizeOf } from "../gpu/workgroup.ts";
import type { Intrinsics } from "../wgsl-cpu/intrinsic.ts";
import { kernelNamed, parts } from "./registry.ts";

/** The intrinsics of the parts of a shader. */
export function intrinsicsOf({ files }: AssembledShader): Intrinsics {
  return Object.assign({}, ...files.map((name) => Object.hasOwn(parts, name) && parts[name].intrinsics));
}

/** Loads the WGSL files of a dispatch's shader. @returns their texts by their names. */
export async function loadedTexts(
  { kernel, variant }: Dispatch,
  load: (name: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const asked = new Set<string>();
  const visit = async (name: string | undefined): Promise<void> => {
    if (name === undefined || asked.has(name)) return;
    asked.add(name);
    const text = await load(name);
    texts.set(name, text);
    await Promise.all(importsOf(text, variant).map(visit));
  };
  await visit(kernel);
  return texts;
}

/**
 * The shader of a dispatch.
 * @param textOf the text of the WGSL file of a name.
 * @param f16 uses the f16 forms of parts: the device has the feature `shader-f16`.
 * @throws Error for a constant without a value.
 */
export function shaderOf(
  { kernel: name, constants, variant }: Dispatch,
  textOf: (name: string) => string | undefined,
  f16: boolean,
): AssembledShader {
  const kernel = kernelNamed(name);
  const given = { ...constants, WORKGROUP_SIZE: workgroupSizeOf(kernel, constants) };
  return assemble(kernel.name, given, textOf, variant, f16);
}
