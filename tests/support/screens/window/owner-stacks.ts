import * as React from 'react';

/** Name of React's internal object. If a React release renames it, tests only become slower. */
const REACT_INTERNALS_KEY = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

/**
 * Stops React from creating an `Error` for each element, which takes a tenth of a screen test's time. In development React uses
 * the error to name the element's owner in a warning. React itself stops this after a maximum number of errors.
 */
export function disableOwnerStacks(): void {
  const internals = (React as unknown as Record<string, object | undefined>)[REACT_INTERNALS_KEY];
  if (internals)
    Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
      get: () => Number.MAX_SAFE_INTEGER,
      set() {},
      configurable: true,
    });
}
