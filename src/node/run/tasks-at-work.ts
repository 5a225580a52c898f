import { liveClaims } from "./claims.ts";

/** Tells of a task whether anybody works on it in a run folder now, here or on another machine. */
export function tasksAtWork(folder: string): (task: string) => boolean {
  const claimed = new Set(liveClaims(folder).map(({ task }) => task));
  return (task) => [...claimed].some((digits) => task.startsWith(digits));
}
