/** The place of a record. */
export interface RecordSource {
  readonly file: string;
  /** Number of the line, from 1. */
  readonly line: number;
}
