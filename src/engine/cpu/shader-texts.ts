/** Texts of WGSL files by their addresses, read once. */
const texts = new Map<string, string>();

/** What Node.js has of its own, without an import that a browser could not do. */
interface NodeProcess {
  getBuiltinModule?(name: "node:fs"): { readFileSync(url: URL, encoding: "utf8"): string };
}

/**
 * The text of a WGSL file in Node.js.
 * @throws Error elsewhere.
 */
export function textNow(url: URL): string {
  const text = knownText(url);
  if (text === undefined) throw new Error(`${url.href} can be read in Node.js alone`);
  return text;
}

function knownText(url: URL): string | undefined {
  const known = texts.get(url.href);
  if (known !== undefined || url.protocol !== "file:") return known;
  const text = (globalThis as { process?: NodeProcess }).process
    ?.getBuiltinModule?.("node:fs")
    .readFileSync(url, "utf8");
  if (text !== undefined) texts.set(url.href, text);
  return text;
}
