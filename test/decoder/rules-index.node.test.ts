import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { camel } from "../../src/cli/command-line/option.ts";
import { root } from "../source-files.ts";

/** The folders of rules. A file has the name of its decoder, or of the word that names the rule in a spec, and exports the rule under this name in camel case. */
const FOLDERS = [
  {
    folder: "binary",
    rules: "rules",
    table: "binaryRules",
    what: "Check-node rules of bits by the name of their decoders",
    type: "BinaryRule",
    from: "../rule.ts",
  },
  {
    folder: "nodes",
    rules: "variables",
    table: "variableRules",
    what: "Rules of variables by the word of the option `variable`",
    type: "VariableRule",
    from: "../rule.ts",
  },
  {
    folder: "nodes",
    rules: "edges",
    table: "edgeRules",
    what: "Rules of edges by the word of the option `edge`",
    type: "EdgeRule",
    from: "../rule.ts",
  },
  {
    folder: "nonbinary",
    rules: "rules",
    table: "nonbinaryRules",
    what: "Check-node rules over GF(q) by the name of their decoders",
    type: "CheckNodeRule",
    from: "../../rule.ts",
  },
] as const;

it.each(FOLDERS)(
  "the index of $folder $rules lists the files of its folder",
  async ({ folder, rules: own, table, what, type, from }) => {
    const rules = join(root, "src", "decoder", folder, own);
    const index = join(rules, "index.ts");
    const names = readdirSync(rules)
      .filter((file) => file !== "index.ts")
      .map((file) => file.slice(0, -".ts".length))
      .sort();
    // Listings have the order of the table. A new rule comes last.
    const lines = readFileSync(index, "utf8").split("\n");
    const placeOf = (name: string) => {
      const place = lines.indexOf(lineOf(name));
      return place < 0 ? lines.length : place;
    };
    const inOrder = names.toSorted((a, b) => placeOf(a) - placeOf(b));
    expect(names.length).toBeGreaterThan(1);
    const text = `import type { ${type} } from "${from}";
${names.map((name) => `import { ${camel(name)} } from "./${name}.ts";\n`).join("")}
/** ${what}. \`npx vitest run test/decoder/rules-index -u\` adds a rule. */
export const ${table}: Readonly<Record<string, ${type}>> = {
${inOrder.map((name) => `${lineOf(name)}\n`).join("")}};
`;
    await expect(text).toMatchFileSnapshot(index);
  },
);

function lineOf(name: string): string {
  return name === camel(name) ? `  ${name},` : `  "${name}": ${camel(name)},`;
}
