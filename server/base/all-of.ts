/** Fails when all have ended, as the first in the list that failed: what is said to have stopped has. */
export async function allOf<Result>(works: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
