/** Caches the result of `ask` for `ms` milliseconds. Concurrent callers share one request. A failure is not cached. */
export function rememberedFor<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: { readonly answer: Promise<Answer>; readonly at: number } | null = null;
  return () => {
    const now = performance.now();
    if (asked === null || now - asked.at > ms) {
      const answer = ask();
      const mine = { answer, at: now };
      asked = mine;
      answer.catch(() => {
        if (asked === mine) asked = null;
      });
    }
    return asked.answer;
  };
}
