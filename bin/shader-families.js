import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const WGSL = fileURLToPath(new URL("../wgsl/", import.meta.url));
const ENGINE = join("src", "engine");
const FAMILY = "\0wgsl-family:";

/**
 * A Vite plugin that puts the WGSL of each folder of wgsl/ into a chunk of its own, which is loaded when a decoder needs its first
 * kernel. Without it Vite makes an address in the code, or a file, of each of 270 files.
 * @returns {import("vite").Plugin}
 */
export function shaderFamilies() {
  return {
    name: "shader-families",
    enforce: "pre",
    resolveId: (source) => (source.startsWith("wgsl-family:") ? `\0${source}` : undefined),
    load: (id) => (id.startsWith(FAMILY) ? familyModule(id.slice(FAMILY.length)) : undefined),
    transform(_, id) {
      const file = id.split("?")[0];
      if (file.endsWith(join(ENGINE, "gpu", "load-text.ts"))) return loader();
      if (file.endsWith(join(ENGINE, "wgsl-file.ts")))
        return 'export const wgslFile = (name) => new URL("wgsl:" + name);';
      return undefined;
    },
  };
}

/** The texts of a family by their names below wgsl/. */
function familyModule(family) {
  const files = readdirSync(join(WGSL, family), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".wgsl"),
  );
  const texts = files.sort().map((file) => {
    const name = `${family}/${join(dirname(file), basename(file, ".wgsl")).split(sep).join("/")}`;
    return [name, readFileSync(join(WGSL, family, file), "utf8")];
  });
  return `export default ${JSON.stringify(Object.fromEntries(texts))};`;
}

/** The text that replaces src/engine/gpu/load-text.ts. */
function loader() {
  const families = readdirSync(WGSL, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const imports = families.map(({ name }) => `${JSON.stringify(name)}: () => import("wgsl-family:${name}")`);
  return `
const families = { ${imports.join(", ")} };
export async function loadText({ href, pathname }) {
  const family = families[pathname.split("/")[0]];
  const text = family && (await family()).default[pathname];
  if (text === undefined) throw new Error(href + " is no kernel of this package");
  return text;
}`;
}
