import { intrinsicsOfParts } from "../../wgsl/intrinsics.ts";
import { InputError } from "../errors.ts";
import type { Dispatch, Program } from "../gpu/program.ts";
import { dispatchesInOrder } from "../gpu/schedule.ts";
import { type AssembledShader, assemble, importsOf, type ShaderLine } from "../gpu/template.ts";
import { WORKGROUP_SIZE } from "../gpu/workgroup.ts";
import type { Intrinsics } from "../wgsl-cpu/intrinsic.ts";
import { loadText } from "./gpu/load-text.ts";
import { wgslFile } from "./wgsl-file.ts";

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

/** Texts of WGSL files by their names, read once. */
const texts = new Map<string, string>();

/** A built-in module of Node.js, obtained without an import, which would fail in a browser. */
interface NodeProcess {
  getBuiltinModule?(name: "node:fs"): { readFileSync(url: URL, encoding: "utf8"): string };
}

/**
 * The text of a WGSL file that `loadShaders` has loaded, or that can be read synchronously, as in Node.js.
 * @throws Error if the file is not loaded. `prepare` loads the shaders of its program.
 */
export function textNow(name: string): string {
  const text = knownText(name);
  if (text === undefined) throw new Error(`${wgslFile(name).href} has not been loaded`);
  return text;
}

function knownText(name: string): string | undefined {
  const known = texts.get(name);
  if (known !== undefined) return known;
  const url = wgslFile(name);
  if (url.protocol !== "file:") return undefined;
  const text = (globalThis as { process?: NodeProcess }).process
    ?.getBuiltinModule?.("node:fs")
    .readFileSync(url, "utf8");
  if (text !== undefined) texts.set(name, text);
  return text;
}

/** Loads the shaders of a program that cannot be read synchronously. */
export async function loadShaders(program: Program): Promise<void> {
  const loading = new Map<string, Promise<string>>();
  const load = (name: string) => {
    const text = loading.get(name) ?? loadText(wgslFile(name));
    loading.set(name, text);
    return text;
  };
  // Layers and iterations have the same kernels.
  const dispatches = new Map<string, Dispatch>();
  for (const { dispatch } of dispatchesInOrder(program)) {
    dispatches.set(JSON.stringify([dispatch.kernel, dispatch.variant?.imports]), dispatch);
  }
  const read = async (name: string) => knownText(name) ?? load(name);
  const loaded = await Promise.all([...dispatches.values()].map((dispatch) => loadedTexts(dispatch, read)));
  for (const [name, text] of loaded.flatMap((each) => [...each])) texts.set(name, text);
}
