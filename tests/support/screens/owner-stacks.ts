import * as React from 'react';

/** React's own name, which it may change: then renderings take longer, and nothing else. */
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

/**
 * In development React makes an `Error` for each element, to name in a warning whoever rendered it: a tenth of a screen's
 * test. It stops where it counts too many of them.
 */
export function leaveOutOwnerStacks(): void {
  const internals = (React as unknown as Record<string, object | undefined>)[INTERNALS];
  if (internals)
    Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
      get: () => Number.MAX_SAFE_INTEGER,
      set() {},
      configurable: true,
    });
}
