import { fileURLToPath } from "node:url";
import { observable } from "@observablehq/notebook-kit/vite";
import type { Plugin } from "vite";
import { HEADER } from "./guides.ts";

/** Address from which Notebook Kit's runtime imports its standard library: package, optional version, and path in the package. */
const CDN = /https:\/\/cdn\.jsdelivr\.net\/npm\/((?:@[\w.-]+\/)?[\w.-]+)(?:@[\w.-]+)?\/([\w.+/-]+)/g;

/** Prefix of these modules without an address, because Vite's preview does not resolve addresses. */
const PACKAGE = "standard-library:";

/** Prefix of modules that replace packages that are not installed. */
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
 * Serves Notebook Kit's standard library from installed packages instead of a CDN, so that a page sends no request to another host. A
 * package that is not installed becomes a module that throws an error with the package's name when a cell imports it.
 */
export function standardLibrary(): Plugin {
  return {
    name: "standard-library",
    enforce: "pre",
    // Aliases, because imports in style sheets never reach resolveId.
    config: () => ({
      resolve: {
        alias: [
          { find: /^observable:styles\/(.*)$/, replacement: "@observablehq/notebook-kit/$1" },
          // As a file, so that the preview does not prepare it as a package without these plugins.
          {
            find: /^observable:runtime$/,
            replacement: fileURLToPath(import.meta.resolve("@observablehq/notebook-kit/runtime")),
          },
        ],
      },
    }),
    resolveId(source) {
      if (!source.startsWith(PACKAGE)) return undefined;
      const name = source.slice(PACKAGE.length);
      return installed(name) ?? `${ABSENT}${name}`;
    },
    load(id) {
      if (!id.startsWith(ABSENT)) return undefined;
      const name = id.slice(ABSENT.length);
      const message = `the notebooks do not have the package ${name}: run npm install --save-dev ${name}`;
      // As CommonJS, so that any names may be imported from it.
      return `module.exports = (() => { throw new Error(${JSON.stringify(message)}); })();`;
    },
    transform(code, id) {
      if (!id.includes("notebook-kit") || !code.includes("cdn.jsdelivr.net")) return undefined;
      // A style sheet names a file of its package, and a script names a module.
      return code.replace(CDN, (_, name: string, path: string) => {
        if (path === "+esm") return `${PACKAGE}${name}`;
        return id.split("?")[0].endsWith(".css") ? `${name}/${path}` : _;
      });
    },
  };
}

/** The file of an installed package; undefined if it is not installed. */
function installed(name: string): string | undefined {
  try {
    return fileURLToPath(import.meta.resolve(name));
  } catch {
    return undefined;
  }
}
