import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../source-files.ts";
import { projectFiles } from "./markdown.ts";

const decisions = projectFiles(".md").filter((file) => file.startsWith("doc/design/decisions/"));

it("decisions are there where source and documents name them by number", () => {
  const named = projectFiles(".ts", ".js", ".wgsl", ".md").flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/(?<!results\/)\bdecisions?[ /](\d{1,4})\b(?! where)/g)].map(
      ([, number]) => ({
        file,
        number: number.padStart(4, "0"),
      }),
    ),
  );
  expect(named.length).toBeGreaterThan(10);
  const numbers = decisions.map((file) => file.split("/").at(-1)!.slice(0, 4));
  expect(named.filter(({ number }) => !numbers.includes(number))).toEqual([]);
});
