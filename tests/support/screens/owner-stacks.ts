import * as React from 'react';

/** Internal name of React. If a React release changes the name, renderings only take longer. */
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

/**
 * Stops React from making an `Error` for each element, which it does in development to name the owner in a warning: a tenth of
 * the time of a screen's test. React stops when it has counted too many of them.
 */
export function disableOwnerStacks(): void {
  const internals = (React as unknown as Record<string, object | undefined>)[INTERNALS];
  if (internals)
    Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
      get: () => Number.MAX_SAFE_INTEGER,
      set() {},
      configurable: true,
    });
}
