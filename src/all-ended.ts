/** Waits until all have ended, whatever fails, so that nothing goes on behind the caller's back. @throws what the first of the list that failed threw. */
export async function allEnded(promises: readonly Promise<unknown>[]): Promise<void> {
  for (const end of await Promise.allSettled(promises)) if (end.status === "rejected") throw end.reason;
}
