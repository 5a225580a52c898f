import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { observable } from "@observablehq/notebook-kit/vite";
import type { Plugin } from "vite";
import { HEADER } from "./guides.ts";

const require = createRequire(import.meta.url);

/** What Notebook Kit's runtime imports its standard library from: package, version if it names one, and path in the package. */
const CDN = /^https:\/\/cdn\.jsdelivr\.net\/npm\/((?:@[\w.-]+\/)?[\w.-]+)(?:@[\w.-]+)?\/(.*)$/;

/** Prefix of modules that stand for packages that are not installed. */
const ABSENT = "\0absent-package:";

/** Notebook Kit's plugin with this site's template. */
export function notebooks(): Plugin {
  const template = fileURLToPath(new URL("template.html", import.meta.url));
  return observable({
    template,
    transformTemplate: (html) => html.replace("<!-- header -->", HEADER),
  }) as Plugin;
}

/**
 * Notebook Kit's standard library from installed packages instead of a CDN, so that a page sends no request to another host. A
 * package that is not installed becomes a module that fails, by name, when a cell asks for it.
 */
export function standardLibrary(): Plugin {
  return {
    name: "standard-library",
    enforce: "pre",
    // Aliases, because imports in style sheets never come to resolveId.
    config: () => ({
      resolve: {
        alias: [
          { find: /^observable:styles\/(.*)$/, replacement: "@observablehq/notebook-kit/$1" },
          { find: /^observable:(.*)$/, replacement: "@observablehq/notebook-kit/$1" },
        ],
      },
    }),
    resolveId(source) {
      const [, name, path] = CDN.exec(source) ?? [];
      if (name === undefined) return undefined;
      return installed(name, path) ?? `${ABSENT}${name}`;
    },
    load(id) {
      if (!id.startsWith(ABSENT)) return undefined;
      const name = id.slice(ABSENT.length);
      const message = `the notebooks do not have the package ${name}: run npm install --save-dev ${name}`;
      // As CommonJS, so that any names may be imported from it.
      return `module.exports = (() => { throw new Error(${JSON.stringify(message)}); })();`;
    },
    // Addresses in texts, which resolveId never sees: the style sheet of the inputs is imported from CSS.
    transform(code, id) {
      if (!id.includes("notebook-kit") || !id.includes(".css")) return undefined;
      return code.replace(/https:\/\/cdn\.jsdelivr\.net\/npm\/([^")]+)/g, (_, path: string) => path);
    },
  };
}

/** The file of an installed package; nothing if it is not installed. */
function installed(name: string, path: string): string | undefined {
  try {
    if (path !== "+esm") return require.resolve(`${name}/${path}`);
    return fileURLToPath(import.meta.resolve(name));
  } catch {
    return undefined;
  }
}
