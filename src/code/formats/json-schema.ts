import type { z } from "zod";
import { InputError } from "../../errors.ts";
import { jsonLine } from "./json-line.ts";

/** Names of codes: safe as file names. */
export const CODE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * A JSON text that fits a schema.
 * @param file what error messages call the text.
 * @throws InputError with file and line for a text that is not JSON or does not fit.
 */
export function parseJson<Content>(text: string, file: string, schema: z.ZodType<Content>): Content {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new InputError("not valid JSON from this line on", { file, line: jsonLine(text, null) });
  }
  const result = schema.safeParse(content);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0];
  const member = path.length === 0 ? "the file" : `"${path.join(".")}"`;
  const reason = message.charAt(0).toLowerCase() + message.slice(1);
  throw new InputError(`${member}: ${reason}`, { file, line: jsonLine(text, path) });
}
