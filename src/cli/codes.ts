import type { CommandModule } from "yargs";
import { type CodeReport, codeReport, type DegreeCount } from "../code/report.ts";
import { listCodes, loadCode } from "../node/codes.ts";
import { formatNumber } from "../report/format.ts";
import { formatTable } from "../report/table.ts";
import { print, printJson } from "./output.ts";

const command: CommandModule<object, { json: boolean }> = {
  command: "codes",
  describe: "list the codes that come with the package",
  builder: (yargs) =>
    yargs.option("json", { type: "boolean", default: false, describe: "print JSON instead of a table" }),
  handler({ json }) {
    const rows = listCodes().map(({ name, family, path }) => {
      const { matrix, description, source } = loadCode(path);
      return { name, family, ...codeReport(matrix), description, source };
    });
    if (json) printJson(rows);
    else print(formatTable(HEADERS, rows.map(cells), { align: ALIGNMENT }));
  },
};

export default command;

const HEADERS = ["name", "n", "k", "q", "rate", "dv", "dc", "description"];
const ALIGNMENT = ["left", "right", "right", "right", "right", "right", "right", "left"] as const;

function cells(code: CodeReport & { name: string; description: string }): string[] {
  const { name, n, k, q, rate, variableDegrees, checkDegrees, description } = code;
  const numbers = [n, k, q].map(String);
  return [name, ...numbers, formatNumber(rate), degrees(variableDegrees), degrees(checkDegrees), description];
}

/** The degree of a regular code, `2–7` of an irregular one. */
function degrees(counts: readonly DegreeCount[]): string {
  const first = counts[0][0];
  const last = counts[counts.length - 1][0];
  return first === last ? String(first) : `${first}–${last}`;
}
