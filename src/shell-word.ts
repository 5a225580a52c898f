/** A text as one word of a POSIX shell's command line, which may be pasted there whatever the text holds. */
export function shellWord(text: string): string {
  return /^[\w.,:/+@%^-][\w.,:/=+@%^-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
