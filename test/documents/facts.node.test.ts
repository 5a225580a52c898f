import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { channels } from "../../src/channel/channels.ts";
import * as random from "../../src/channel/random.ts";
import type { AnyCommand } from "../../src/cli/command-line/option.ts";
import experiments from "../../src/cli/experiment.ts";
import { binaryFormats, formats, modelFormats } from "../../src/code/formats/index.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { root } from "../source-files.ts";
import { codeSpans, projectFiles } from "./markdown.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const packageJson = JSON.parse(read("package.json")) as {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly devDependencies: Readonly<Record<string, string>>;
};

/** Cells of the rows of a page's tables, including headers. */
function tableRows(page: string): string[][] {
  const rows = read(page)
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| ---"));
  return rows.map((line) =>
    line
      .slice(1, line.lastIndexOf("|"))
      .split("|")
      .map((cell) => cell.trim()),
  );
}

describe("facts of documents", () => {
  it("doc/guide/codes.md has every file format with its ending", () => {
    const rows = tableRows("doc/guide/codes.md").filter(([name]) => name.startsWith("`") && name !== "`--format`");
    const expected = Object.entries({ ...formats, ...modelFormats, ...binaryFormats }).map(([name, { extensions }]) => [
      name,
      ...extensions,
    ]);
    expect(rows.map(([name, ending]) => [name, ending].flatMap((cell) => cell.match(/[^`\s|]+/g) ?? []))).toEqual(
      expected,
    );
  });

  it("doc/guide/sweeps.md has every channel's option", () => {
    const page = read("doc/guide/sweeps.md");
    for (const option of Object.keys(channels)) expect(page).toContain(`\`--${option}\``);
  });

  it("doc/design/codes-and-channels.md has each channel's option and its name in points.csv", () => {
    const rows = tableRows("doc/design/codes-and-channels.md").filter(([cell]) => cell.startsWith("`--"));
    const expected = Object.entries(channels).map(([option, { column }]) => [`\`--${option}\``, `\`${column}\``]);
    expect(rows.slice(-expected.length).map((row) => [row[0], row[3]])).toEqual(expected);
  });

  it("doc/design/codes-and-channels.md has every stream of random words", () => {
    const rows = tableRows("doc/design/codes-and-channels.md").filter(([cell]) =>
      /^\d+( \+ 256·iteration)?$/.test(cell),
    );
    const streams = Object.entries(random).flatMap(([name, value]) =>
      name.startsWith("STREAM_") ? [Number(value)] : [],
    );
    expect(rows.map(([stream]) => Number.parseInt(stream, 10))).toEqual(streams.sort((a, b) => a - b));
  });

  it("README.md has decoders that can be read, and the release of Node", () => {
    const specs = tableRows("README.md").flatMap(([cell]) => /^`([^-`][^`]*)`$/.exec(cell)?.[1] ?? []);
    expect(specs.length).toBeGreaterThan(5);
    for (const spec of specs) expect(() => readDecoder(spec)).not.toThrow();
    expect(read("README.md")).toContain(`Node ${packageJson.engines.node.replace(/^>=(\d+\.\d+).*/, "$1")} or later`);
  });

  it("doc/guide/browser.md has the oldest release of TypeScript that tests compile with", () => {
    const [, oldest] = /@(\d+\.\d+)/.exec(packageJson.devDependencies["typescript-oldest"])!;
    expect(read("doc/guide/browser.md")).toContain(`TypeScript ${oldest} and later`);
  });

  it("CHANGELOG.md has the package's version", () => {
    expect(read("CHANGELOG.md")).toContain(`## ${packageJson.version} (`);
  });

  it("name options that the commands or the experiments have", async () => {
    const declared = await Promise.all(
      experiments.entries.map(async ({ load }) => Object.keys(((await load()) as AnyCommand).options)),
    );
    const commands = [...read("doc/reference/cli.md").matchAll(/--([a-z][\w-]*)/g)].map(([, name]) => name);
    const known = new Set([...commands, ...declared.flat()]);
    const unknown = projectFiles(".md")
      .filter((page) => !/^(CHANGELOG|doc\/(reference|design\/decisions)\/)/.test(page))
      .flatMap((page) =>
        codeSpans(read(page))
          .filter((span) => span.startsWith("--"))
          .map((span) => ({ page, span })),
      )
      .filter(({ span }) => {
        const names = [...span.matchAll(/--(?:no-)?([a-z][\w-]*)/g)].map(([, name]) => name);
        return !names.every((name) => known.has(name));
      });
    expect(unknown).toEqual([]);
  });
});
