import { type Given, type OptionTable, undecidedFlag } from "../../../src/cli/command-line/option.ts";

/** --quick of every experiment. */
export const QUICK = undecidedFlag({
  group: "Measurement",
  describe: "sizes that end within two minutes on two CPU cores; --no-quick: the full sizes",
  defaultText: "without a GPU",
});

/** Options by their names in the table. */
export type QuickValues = Readonly<Record<string, unknown>>;

/**
 * Options of a run: --quick sets the options that the command line leaves out. Their names are returned too.
 */
export function reduced<Options extends object>(
  options: Options,
  quick: QuickValues,
  given: Given,
): { readonly options: Options; readonly names: readonly string[] } {
  const names = Object.keys(quick).filter((name) => !given.has(name));
  const values = names.map((name) => [name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()), quick[name]]);
  return { options: { ...options, ...Object.fromEntries(values) }, names };
}

/** The changes by --quick, with the full sizes: `--frames 64 (full: 2048)`. Output files are left out. */
export function reductionText(names: readonly string[], quick: QuickValues, table: OptionTable): string {
  const shown = names.filter((name) => table[name].group !== "Output" && table[name].hidden !== true);
  return shown
    .map((name) => `--${name} ${valueText(quick[name])} (full: ${table[name].defaultText ?? "all"})`)
    .join(", ");
}

function valueText(value: unknown): string {
  const texts = [value].flat().map(String);
  return texts.map((text) => (text.includes(" ") ? `'${text}'` : text)).join(" ");
}
