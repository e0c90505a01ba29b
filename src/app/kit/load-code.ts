/** Longest time in ms for which the browser still shows this page while it fetches the next one. */
const LEAVING_MS = 10_000;
let leftAt = Number.NEGATIVE_INFINITY;

/** Records when the user leaves the page. Called once, when the page starts. */
export function observePageLeaving(): void {
  window.addEventListener('beforeunload', () => (leftAt = performance.now()));
  // A page restored from the back/forward cache is in use again. An interrupted first load fires `pageshow` too, but without
  // `persisted`; it is ignored.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) leftAt = Number.NEGATIVE_INFINITY;
  });
}

/**
 * Loads code. While the page is being left, errors are delayed, because Firefox then aborts pending loads. A page that is left
 * therefore shows no error; a page that stays shows the error after the delay.
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
