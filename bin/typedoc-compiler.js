// TypeDoc needs the JavaScript API of a TypeScript before 7: inside this process `typescript` means the oldest release that the types are
// tested with. `node --import ./bin/typedoc-compiler.js …`.
import { register } from "node:module";

const hooks = `
  export function resolve(specifier, context, next) {
    return next(specifier === "typescript" ? "typescript-oldest" : specifier, context);
  }
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`, import.meta.url);
