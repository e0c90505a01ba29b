/** Maximum time in ms for which the browser still shows this page while it loads the next page. */
const MAX_PAGE_LEAVE_DURATION_MS = 10_000;
let pageLeaveStartedAt = Number.NEGATIVE_INFINITY;

/** Records when the user begins to leave the page. Must be called once, when the page starts. */
export function observePageLeaving(): void {
  window.addEventListener('beforeunload', () => (pageLeaveStartedAt = performance.now()));
  // A page restored from the back/forward cache is in use again. An interrupted first load also fires `pageshow`, but without
  // `persisted`, and is ignored.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) pageLeaveStartedAt = Number.NEGATIVE_INFINITY;
  });
}

/**
 * Loads code. While the user leaves the page, an error is delayed, because Firefox aborts pending loads at that moment. The
 * user then sees the error only if the page stays.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    const rest = pageLeaveStartedAt + MAX_PAGE_LEAVE_DURATION_MS - performance.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    throw error;
  }
}
