/** Frames of the first part of a chunk of unknown duration. */
const FIRST = 4;
/** Longest part, in seconds, after which parts still grow. */
const SECONDS = 0.125;

/** Number of frames in a part of a chunk. It grows until a part takes a noticeable time. */
export class PartSize {
  frames = FIRST;

  /** Learns from a part. */
  learn(frames: number, seconds: number): void {
    if (seconds < SECONDS) this.frames = Math.max(this.frames, 2 * frames);
  }
}
