import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { listCodes, listFamilyCodes, loadCode } from "../../src/node/index.ts";
import type { CatalogueCode } from "../shared/codes.ts";

const CODES = fileURLToPath(new URL("../../codes/", import.meta.url));
const ID = "virtual:codes";

/** The module `virtual:codes`: names and sizes of the built-in codes, without their matrices. */
export function catalogue(): Plugin {
  return {
    name: "catalogue",
    resolveId: (source) => (source === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(codes())}` : undefined),
  };
}

function codes(): CatalogueCode[] {
  const fileOf = (path: string) => relative(CODES, path).split(sep).join("/");
  const single = listCodes().map(({ name, family, path }) => {
    const { rows, columns, field } = loadCode(name).matrix;
    return { name, family, file: fileOf(path), n: columns, m: rows, q: field.q };
  });
  const lifted = listFamilyCodes().map(({ name, family, path, n, m, liftingSize }) => {
    return { name, family, file: fileOf(path), n, m, q: 2, liftingSize };
  });
  return [...single, ...lifted];
}
