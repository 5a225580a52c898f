import type { Shader } from "../parse/syntax.ts";

/** Most declarations that the process remembers. */
const MOST = 4096;

/** Numbers of the valid declarations of the process's shaders by their keys. */
const valid = new Map<string, number>();
let numbers = 0;

/**
 * Visits the declarations of a shader, each after the declarations that it names, and remembers that they are valid.
 *
 * The key of a declaration is made of its tokens, its intrinsic, and the numbers of the declarations that have one of its names. A number
 * stands for one key. So declarations with equal keys agree in their tokens and in all that their names mean. A verdict depends on nothing
 * else, because WGSL or the declaration itself gives the other names their meaning. A declaration of a cycle of names has no key.
 * @param visit throws if the declaration is invalid. `isValid` says that a declaration with the same key was valid.
 */
export function visitDeclarations({ texts, intrinsics }: Shader, visit: (name: string, isValid: boolean) => void) {
  const known = new Map<string, number | undefined>();
  const numberOf = (name: string): number | undefined => {
    if (known.has(name)) return known.get(name);
    known.set(name, undefined);
    const { text, names } = texts.get(name)!;
    const found = [...names].filter((other) => other !== name && texts.has(other)).map(numberOf);
    const key = `${text}\n${JSON.stringify(intrinsics[name])}\n${found.join(" ")}`;
    let number = found.includes(undefined) ? undefined : valid.get(key);
    visit(name, number !== undefined);
    if (number === undefined && !found.includes(undefined)) {
      if (valid.size === MOST) valid.clear();
      number = numbers++;
      valid.set(key, number);
    }
    known.set(name, number);
    return number;
  };
  for (const name of texts.keys()) numberOf(name);
}
