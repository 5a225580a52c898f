import { intrinsicsOfParts } from "../../wgsl/intrinsics.ts";
import { InputError } from "../errors.ts";
import type { Dispatch } from "../gpu/program.ts";
import { type AssembledShader, assemble, importsOf, type ShaderLine } from "../gpu/template.ts";
import { WORKGROUP_SIZE } from "../gpu/workgroup.ts";
import type { Intrinsics } from "../wgsl-cpu/intrinsic.ts";

export function intrinsicsOf({ files }: AssembledShader): Intrinsics {
  return Object.assign({}, ...files.map((name) => intrinsicsOfParts[name]));
}

/** An error of a dispatch's shader. It is the user's if the shader has a text of the user. @param line its origin, if that is known. */
export function shaderError({ variant }: Dispatch, message: string, line?: ShaderLine, cause?: unknown): Error {
  const place = line && (variant?.texts?.[line.file] ? line : undefined);
  const [own] = Object.values(variant?.texts ?? {});
  const elsewhere = line === undefined ? message : `wgsl/${line.file}.wgsl:${line.line}: ${message}`;
  if (own === undefined) return new Error(elsewhere, { cause });
  // Compilers quote the source on further lines.
  const oneLine = (text: string) => text.replace(/:?\s*\n\s*/g, ": ");
  if (place !== undefined) return new InputError(oneLine(message), { file: own.file, line: place.line });
  return new InputError(`does not compile with its kernel: ${oneLine(elsewhere)}`, { file: own.file });
}

/**
 * Loads the WGSL files of a dispatch's shader. @returns their texts by their names.
 * @throws InputError if a text of the user imports a file that is not there.
 */
export async function loadedTexts(
  dispatch: Dispatch,
  load: (name: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const { kernel, variant } = dispatch;
  const texts = new Map<string, string>();
  const asked = new Set<string>();
  const visit = async (name: string | undefined): Promise<void> => {
    if (name === undefined || asked.has(name)) return;
    asked.add(name);
    const text = variant?.texts?.[name]?.text ?? (await load(name).catch((error: unknown) => refuse(name, error)));
    texts.set(name, text);
    await Promise.all(importsOf(name, text, variant).map(visit));
  };
  const refuse = (name: string, error: unknown): never => {
    throw variant?.texts === undefined ? error : shaderError(dispatch, `there is no part ${name} to import`);
  };
  await visit(kernel);
  return texts;
}

/**
 * The shader of a dispatch.
 * @param textOf the text of the WGSL file of a name.
 * @param f16 uses the f16 forms of parts: the device has the feature `shader-f16`.
 * @throws Error for a constant without a value, InputError if the shader has a text of the user.
 */
export function shaderOf(
  dispatch: Dispatch,
  textOf: (name: string) => string | undefined,
  f16: boolean,
): AssembledShader {
  const { kernel, constants, variant } = dispatch;
  const isUsual = !textOf(kernel)?.includes("const WORKGROUP_SIZE");
  try {
    return assemble(kernel, isUsual ? { ...constants, WORKGROUP_SIZE } : constants, textOf, variant, f16);
  } catch (error) {
    throw variant?.texts === undefined ? error : shaderError(dispatch, (error as Error).message);
  }
}
