// What node_modules holds against the lock file, both as npm writes them: places, and what lies there.

/** Without the project itself. */
const placesOf = (locked) => Object.entries(locked).filter(([place]) => place !== '');

const isThere = (found, { version, optional, devOptional }) =>
  found ? found.version === version : Boolean(optional || devOptional);

/** Everything is there; what fits another platform only may be missing. */
export const isInstalled = (installed, locked) =>
  placesOf(locked).every(([place, wanted]) => isThere(installed[place], wanted));

/** All that the program needs is there, and nothing of what only building and testing need. */
export const isPruned = (installed, locked) =>
  placesOf(locked).every(([place, wanted]) =>
    wanted.dev ? !installed[place] : isThere(installed[place], wanted),
  );
