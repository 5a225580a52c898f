import { CHANNEL_PARAMETERS, type ChannelParameter } from "../channel/channels.ts";
import { InputError } from "../errors.ts";
import { type CsvRecord, parseCsv } from "../simulation/csv.ts";
import type { Rate, Series, SeriesPoint } from "./series.ts";

/** Columns of a reference file; one of the channel parameters and one of the rates must be there. */
const COLUMNS: readonly string[] = [...CHANNEL_PARAMETERS, "fer", "ser", "label"];

/** The parameters as a message names them: `ebn0, snr or qber`. */
const PARAMETERS = CHANNEL_PARAMETERS.join(", ").replace(/, (?!.*,)/, " or ");

/**
 * Reads published curves from CSV: a header `ebn0,fer[,ser][,label]` in any order, with `snr` or `qber` instead of `ebn0`
 * for curves over these; a point per row (Eb/N0 in dB, rates above 0 and up to 1, empty if not published), one curve for each label. Lines that begin with `#` say where the
 * figures are from and are passed over.
 * @param name name of the curve of the rows without label.
 * @throws InputError with file and line for an unknown or missing column, a row of another length, a field that is not
 * such a number, and a file without points.
 */
export function parseReference(text: string, name: string, file?: string): Series[] {
  // Comments become empty lines, which the CSV reader passes over, so that line numbers stay.
  const [header, ...records] = parseCsv(text.replace(/^[ \t]*#.*$/gm, ""), file);
  if (header === undefined) throw new InputError("the reference file has no header ebn0,fer[,ser][,label]", { file });
  const { columns, parameter } = readHeader(header, file);
  const curves = new Map<string, SeriesPoint[]>();
  for (const record of records) {
    if (record.fields.length !== columns.length) {
      throw new InputError(`${record.fields.length} fields under ${columns.length} columns`, {
        file,
        line: record.line,
      });
    }
    const fields = new Map(columns.map((column, i) => [column, record.fields[i].trim()]));
    const label = fields.get("label") || name;
    curves.set(label, [...(curves.get(label) ?? []), readPoint(parameter, fields, file, record.line)]);
  }
  if (curves.size === 0) throw new InputError("the reference file holds no points", { file });
  return [...curves].map(([label, points]) => ({
    kind: "reference",
    name: label,
    parameter,
    points: points.toSorted((a, b) => a.x - b.x),
  }));
}

interface Header {
  readonly columns: readonly string[];
  /** The one of them that says where on the channel a point is. */
  readonly parameter: ChannelParameter;
}

function readHeader({ fields, line }: CsvRecord, file?: string): Header {
  const columns = fields.map((field) => field.trim().toLowerCase());
  const wrong = columns.find((column, i) => !COLUMNS.includes(column) || columns.indexOf(column) !== i);
  if (wrong !== undefined) {
    throw new InputError(`column "${wrong}" is unknown or there twice; known are ${COLUMNS.join(", ")}`, {
      file,
      line,
    });
  }
  const parameters = CHANNEL_PARAMETERS.filter((name) => columns.includes(name));
  if (parameters.length !== 1 || !(columns.includes("fer") || columns.includes("ser"))) {
    const needed = `one of the columns ${PARAMETERS} is needed, and fer or ser`;
    throw new InputError(`${needed}, not "${fields.join(",")}"`, { file, line });
  }
  return { columns, parameter: parameters[0] };
}

function readPoint(
  parameter: ChannelParameter,
  fields: ReadonlyMap<string, string>,
  file: string | undefined,
  line: number,
): SeriesPoint {
  const field = fields.get(parameter) ?? "";
  const x = Number(field);
  if (field === "" || !Number.isFinite(x))
    throw new InputError(`${parameter} "${field}" is not a number`, { file, line });
  return { x, fer: readRate("fer", fields, file, line), ser: readRate("ser", fields, file, line) };
}

function readRate(
  column: string,
  fields: ReadonlyMap<string, string>,
  file: string | undefined,
  line: number,
): Rate | undefined {
  const field = fields.get(column) ?? "";
  if (field === "") return undefined;
  const value = Number(field);
  if (!(value > 0 && value <= 1)) {
    throw new InputError(`${column} "${field}" is not a rate above 0 and up to 1; leave it empty if unknown`, {
      file,
      line,
    });
  }
  return { value };
}
