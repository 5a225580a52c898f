import { shaderOf, textNow } from "../../src/engine/shader.ts";
import type { Dispatch } from "../../src/gpu/program.ts";

/** Invocations and bytes of memory of a dispatch's workgroups, as its WGSL declares them. */
export function workgroupNeeds(dispatch: Dispatch): { readonly size: number; readonly bytes: number } {
  const { code } = shaderOf(dispatch, textNow, false);
  const constants = new Map(
    [...code.matchAll(/\bconst (\w+)(?:: \w+)? = ([^;]+);/g)].map(([, name, text]) => [name, text]),
  );
  const aliases = new Map([...code.matchAll(/\balias (\w+) = ([^;]+);/g)].map(([, name, text]) => [name, text]));
  const value = (text: string): number => {
    const plain = text.replace(/\b\d+u\b/g, (digits) => digits.slice(0, -1));
    const known = plain.replace(/\b[A-Z]\w*\b/g, (name) => String(value(constants.get(name)!)));
    return new Function("max", "select", `return ${known};`)(Math.max, (no: number, yes: number, is: boolean) =>
      is ? yes : no,
    );
  };
  const bytesOf = (type: string): number => {
    const [, array, count] = /^array<(.*), ([^<>]*)>$/.exec(type) ?? [];
    if (array !== undefined) return bytesOf(array) * value(count);
    const [, atomic] = /^atomic<(.*)>$/.exec(type) ?? [];
    const [, width = "1"] = /^vec([24])/.exec(type) ?? [];
    return atomic === undefined && aliases.has(type) ? bytesOf(aliases.get(type)!) : 4 * Number(width);
  };
  const variables = [...code.matchAll(/^var<workgroup> \w+: ([^;]+);/gm)];
  return {
    size: value(/@workgroup_size\((.*)\)/.exec(code)![1]),
    bytes: variables.reduce((sum, [, type]) => sum + bytesOf(type), 0),
  };
}
