// Compares node_modules with the lock file; both are objects of npm that map places to packages.

/** Returns all places except the project itself. */
const storageMonitorOf = (locked) => Object.entries(locked).filter(([place]) => place !== '');

const isThere = (found, { version, optional, devOptional }) =>
  found ? found.version === version : Boolean(optional || devOptional);

/** Returns whether all packages are installed; packages for other platforms may be missing. */
export const isInstalled = (installed, locked) =>
  storageMonitorOf(locked).every(([place, wanted]) => isThere(installed[place], wanted));

/** Returns whether all packages needed at run time are installed and none that only building and testing need. */
export const isPruned = (installed, locked) =>
  storageMonitorOf(locked).every(([place, wanted]) =>
    wanted.dev ? !installed[place] : isThere(installed[place], wanted),
  );
