// Compares node_modules with the lock file. Both arguments are npm's objects that map places in node_modules to packages.

/** Returns the packages of the lock file without the entry of the project itself. */
const storageMonitorOf = (locked) => Object.entries(locked).filter(([place]) => place !== '');

const isThere = (found, { version, optional, devOptional }) =>
  found ? found.version === version : Boolean(optional || devOptional);

/** Returns whether all packages are installed; packages for other platforms may be missing. */
export const isInstalled = (installed, locked) =>
  storageMonitorOf(locked).every(([place, wanted]) => isThere(installed[place], wanted));

/** Returns whether all packages needed at run time are installed, and no package that only building and testing need. */
export const isPruned = (installed, locked) =>
  storageMonitorOf(locked).every(([place, wanted]) =>
    wanted.dev ? !installed[place] : isThere(installed[place], wanted),
  );
