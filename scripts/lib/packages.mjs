// Compares the packages in node_modules with those of the lock file. In both, the keys are paths in node_modules, as npm writes
// them.

/** Returns the packages of the lock file; the path '' is the project itself. */
const lockedPackagesOf = (locked) => Object.entries(locked).filter(([place]) => place !== '');

const isInstalledOrOptional = (found, { version, optional, devOptional }) =>
  found ? found.version === version : Boolean(optional || devOptional);

export const areAllPackagesInstalled = (installed, locked) =>
  lockedPackagesOf(locked).every(([place, wanted]) => isInstalledOrOptional(installed[place], wanted));

/** Returns true when all packages for run time and no package for building and testing are installed. */
export const hasOnlyProductionPackages = (installed, locked) =>
  lockedPackagesOf(locked).every(([place, wanted]) =>
    wanted.dev ? !installed[place] : isInstalledOrOptional(installed[place], wanted),
  );
