/**
 * Returns a function that caches the result of `ask` for `ms` milliseconds. Concurrent callers share one call. A failure is not
 * cached.
 */
export function memoizeFor<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let requested: { readonly answer: Promise<Answer>; readonly at: number } | null = null;
  return () => {
    const now = performance.now();
    if (requested === null || now - requested.at > ms) {
      const answer = ask();
      const mine = { answer, at: now };
      requested = mine;
      answer.catch(() => {
        if (requested === mine) requested = null;
      });
    }
    return requested.answer;
  };
}
