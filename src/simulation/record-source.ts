/** Where a record was read. */
export interface RecordSource {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}
