/** How long a page that was left may still stand, while the next one is fetched. */
const LEAVING_MS = 10_000;
let leftAt = Number.NEGATIVE_INFINITY;

/** Once, when the page starts. */
export function watchLeaving(): void {
  window.addEventListener('beforeunload', () => (leftAt = performance.now()));
  // One that comes back is there again. What is broken off ends its first loading too: a `pageshow` that says nothing.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) leftAt = Number.NEGATIVE_INFINITY;
  });
}

/**
 * Firefox breaks off what a page still loads as soon as the page is left. A page that is being left tells nobody that a
 * part is missing, and leads to no other address. One that stays tells it that much later.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    const rest = leftAt + LEAVING_MS - performance.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    throw error;
  }
}
