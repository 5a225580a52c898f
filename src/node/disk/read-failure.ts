/**
 * The operating system's reason why a file or a folder cannot be read, in words: `there is no such file`.
 * @param kind the expected kind.
 */
export function readFailure(error: unknown, kind: "file" | "folder" = "file"): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code === undefined ? undefined : REASONS[kind][code]) ?? message;
}

const BOTH = {
  EACCES: "there is no permission to read it",
  EIO: "the disk failed",
  ELOOP: "its links form a circle",
  EMFILE: "this process has too many open files",
  ENAMETOOLONG: "its name is too long",
  EPERM: "there is no permission to read it",
};

const REASONS: Readonly<Record<"file" | "folder", Readonly<Record<string, string>>>> = {
  file: {
    ...BOTH,
    EISDIR: "it is a folder",
    ENOENT: "there is no such file",
    ENOTDIR: "a part of its path is a file",
  },
  folder: {
    ...BOTH,
    ENOENT: "there is no such folder",
    ENOTDIR: "it is no folder",
  },
};
