// Completes package-lock.json. Run it after `npm install` has changed that file: node scripts/lock.mjs (`--check` only checks).
//
// npm omits a package from the lock file if its registry does not have the package, and some mirrors lack the packages of other
// platforms (@rollup/rollup-win32-x64-msvc on a Linux mirror). `npm ci` then rejects the lock file on every machine. This
// script adds each missing package with the version that its parent names and the platform that its name contains, so that npm
// installs the package on this platform only. The digest comes from the configured registry. If the registry lacks the package,
// the digest stays missing, which is allowed only for a development package of another platform.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const lockFilePath = path.resolve(import.meta.dirname, '../package-lock.json');
const lockFileContent = JSON.parse(readFileSync(lockFilePath, 'utf8'));
const operatingSystems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processorArchitectures = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'x64',
  'wasm32',
];

/** Converts the end of a package name, such as 'linux-arm64-musl', to npm's os, cpu and libc. */
function platformOfPackageName(name) {
  const words = name.split(/[/-]/);
  const os = operatingSystems.filter((system) => words.includes(system));
  const cpu = processorArchitectures.filter((processor) => words.includes(processor));
  const libc = words.includes('musl')
    ? ['musl']
    : words.includes('gnu') && os[0] === 'linux'
      ? ['glibc']
      : [];
  if (os.length !== 1 || cpu.length !== 1)
    throw new Error(`The name ${name} does not contain its platform: enter the package manually`);
  return { os, cpu, ...(libc.length > 0 ? { libc } : {}) };
}

/**
 * Returns true when the lock file has the package `name` that `parent` imports. Searches in the same order as Node: in the
 * parent's own node_modules, then in the node_modules of the folders above.
 */
function isInLockFile(parent, name) {
  const folders = parent.split('/node_modules/').map((_, index, all) => all.slice(0, all.length - index));
  const places = folders.map((parts) => `${parts.join('/node_modules/')}/node_modules/${name}`);
  return [...places, `node_modules/${name}`].some((place) => place in lockFileContent.packages);
}

const missingPackages = Object.entries(lockFileContent.packages).flatMap(([parent, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(([name]) => !isInLockFile(parent, name))
    .map(([name, version]) => ({ name, version, parent: entry })),
);

const packageNameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
const findEntriesWithoutDigest = () =>
  Object.entries(lockFileContent.packages).filter(([place, entry]) => place && !entry.integrity);

/** Returns true for a development package that npm installs only on another platform. */
const isForOtherPlatform = ({ dev, optional, os, cpu, libc }) =>
  dev &&
  optional &&
  (os || cpu) &&
  !(
    matchesPlatform(os, process.platform) &&
    matchesPlatform(cpu, process.arch) &&
    matchesPlatform(libc, ownLibc)
  );
const ownLibc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
const matchesPlatform = (named, own) => !named || named.includes(own);

function findLockFileProblem() {
  if (missingPackages.length > 0)
    return `package-lock.json lacks ${missingPackages.length} packages of other platforms: run node scripts/lock.mjs.`;
  const refused = findEntriesWithoutDigest().filter(([, entry]) => !isForOtherPlatform(entry));
  if (refused.length === 0) return null;
  const names = refused.map(([place]) => packageNameOf(place)).join(', ');
  return `package-lock.json lacks the digests of packages that are installed here or in production: run node scripts/lock.mjs (${names}).`;
}

/** Returns the digest of a package from the configured registry; null if the registry does not have the package. */
function fetchPackageDigest(name, version) {
  try {
    const said = execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity', '--json'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return JSON.parse(said.toString());
  } catch {
    return null; // npm fails when the registry does not have the package.
  }
}

function addMissingPackages() {
  for (const { name, version, parent } of missingPackages) {
    if (!/^\d/.test(version)) throw new Error(`${name}@${version} is a range: enter the package manually`);
    const kind = parent.dev ? { dev: true } : {};
    lockFileContent.packages[`node_modules/${name}`] = {
      version,
      ...platformOfPackageName(name),
      ...kind,
      optional: true,
    };
  }
}

function addMissingDigests() {
  for (const [place, entry] of findEntriesWithoutDigest()) {
    const integrity = fetchPackageDigest(packageNameOf(place), entry.version);
    if (integrity === null) continue;
    const { version, ...rest } = entry;
    lockFileContent.packages[place] = { version, integrity, ...rest };
  }
}

if (process.argv.includes('--check')) {
  const problem = findLockFileProblem();
  if (problem !== null) {
    console.error(problem);
    process.exitCode = 1;
  }
} else {
  addMissingPackages();
  addMissingDigests();
  const sorted = Object.entries(lockFileContent.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  lockFileContent.packages = Object.fromEntries(sorted);
  writeFileSync(lockFilePath, `${JSON.stringify(lockFileContent, null, 2)}\n`);
  console.log(
    `Entered ${missingPackages.length} packages of other platforms; ${findEntriesWithoutDigest().length} packages have no digest yet.`,
  );
}
