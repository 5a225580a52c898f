// TypeDoc needs the JavaScript API of a TypeScript before version 7. With this module, `typescript` means the oldest release with which the
// types are tested: `node --import ./bin/typedoc-compiler.js …`.
import { register } from "node:module";

const hooks = `
  export function resolve(specifier, context, next) {
    return next(specifier === "typescript" ? "typescript-oldest" : specifier, context);
  }
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`, import.meta.url);
