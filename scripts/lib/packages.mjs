// Compares node_modules with the lock file. Both arguments map paths in node_modules to packages, as npm writes them.

/** Returns the packages of the lock file; the path '' is the project itself. */
const installedPlacesOf = (locked) => Object.entries(locked).filter(([place]) => place !== '');

const isThere = (found, { version, optional, devOptional }) =>
  found ? found.version === version : Boolean(optional || devOptional);

export const isInstalled = (installed, locked) =>
  installedPlacesOf(locked).every(([place, wanted]) => isThere(installed[place], wanted));

/** Returns true when all packages for run time and no package for building and testing are installed. */
export const isPruned = (installed, locked) =>
  installedPlacesOf(locked).every(([place, wanted]) =>
    wanted.dev ? !installed[place] : isThere(installed[place], wanted),
  );
