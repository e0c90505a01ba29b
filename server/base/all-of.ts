/**
 * Waits until all promises have settled, then rejects with the error of the first rejected one in the list. All work has
 * therefore ended when the function returns.
 */
export async function awaitAll<Result>(works: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
