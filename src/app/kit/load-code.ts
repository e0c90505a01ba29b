/** Longest time that a page stays after it was left, while the next page is fetched. */
const LEAVING_MS = 10_000;
let leftAt = Number.NEGATIVE_INFINITY;

/** Called once, when the page starts. */
export function observeLeaving(): void {
  window.addEventListener('beforeunload', () => (leftAt = performance.now()));
  // A page restored from the back/forward cache is active again. An interrupted first load also fires `pageshow`, without
  // `persisted`, which means nothing.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) leftAt = Number.NEGATIVE_INFINITY;
  });
}

/**
 * Loads code and delays its errors while the page is being left, because Firefox aborts pending loads at that moment. A page
 * that is being left then neither reports a missing part nor navigates elsewhere; a page that stays reports the error after the
 * delay.
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
