/**
 * Waits until all promises have settled, so that no work is running when the function ends. Rejects with the error of the first
 * rejected promise in the list.
 */
export async function awaitAll<Result>(works: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
