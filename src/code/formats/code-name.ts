/** Names of codes: safe as file names. */
export const CODE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** The name of a code in a file that names none: the file's without folder, ending and unsafe characters. */
export function codeNameOf(file: string, otherwise = "code"): string {
  const last = file.split(/[/\\]/).at(-1)!;
  return (
    last
      .replace(/(\.base\.json|\.[^.]*)$/i, "")
      .replace(/[^A-Za-z0-9._-]+/g, "-")
      .replace(/^[^A-Za-z0-9]+/, "") || otherwise
  );
}
