// Lists the shipped packages by licence. Reads only the sources and package-lock.json and so works without node_modules.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const BROWSER_FOLDERS = ['src', 'sw', 'domain', 'contract'];
const SERVER_FOLDERS = ['server'];
const TEST_FILE_PATTERN = /\.test\.tsx?$/;
const SOURCE_FILE_PATTERN = /\.(?:ts|tsx|css)$/;
const IMPORT_PATTERN =
  /^\s*(?:import|export)\b[^'"]*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|^\} from '([^']+)'/gm;

/**
 * Licences whose only conditions are that the licence text and the author's name are included. Fonts under OFL do not restrict
 * documents that use them.
 */
const PERMISSIVE_LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
];
/**
 * Licences that are allowed in each part of the product. LGPL is allowed on the server only: libraries there are unchanged,
 * loaded at run time and replaceable, as LGPL requires.
 */
const ALLOWED_LICENCES = {
  browser: PERMISSIVE_LICENCES,
  server: [...PERMISSIVE_LICENCES, 'LGPL-3.0-or-later'],
};

/**
 * Licences of packages that name none in package.json, taken from their LICENSE files. The LICENSE file of each new version of
 * such a package must be read again.
 */
const LICENCES_READ_BY_HAND = { 'png-js@2.0.0': 'MIT' };

const packageOfSpecifier = (specifier) =>
  specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : specifier.split('/')[0];

function readSourcesIn(root, folders) {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .filter((file) => SOURCE_FILE_PATTERN.test(file) && !TEST_FILE_PATTERN.test(file))
      .map((file) => readFileSync(path.join(root, folder, file), 'utf8')),
  );
}

function findImportedPackages(root, folders) {
  const imports = readSourcesIn(root, folders).flatMap((text) => [...text.matchAll(IMPORT_PATTERN)]);
  return new Set(imports.map(([, plain, dynamic, many]) => packageOfSpecifier(plain ?? dynamic ?? many)));
}

/**
 * Returns the path in node_modules of the package `name` that `parent` imports. Searches in the same order as Node: in the
 * parent's own node_modules, then in the node_modules of the folders above.
 */
function findPackagePath(lock, parent, name) {
  const parts = parent.split('/node_modules/');
  const places = parts.map(
    (_, nth) => `${parts.slice(0, parts.length - nth).join('/node_modules/')}/node_modules/${name}`,
  );
  return [...places, `node_modules/${name}`].find((place) => Object.hasOwn(lock.packages, place));
}

const dependencyNamesOf = ({ dependencies = {}, optionalDependencies = {}, peerDependencies = {} }) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });

/**
 * Returns the paths in node_modules of the packages and all their dependencies, except optional peer dependencies that are not
 * installed.
 */
function collectDependencies(lock, names) {
  const found = new Set(names.map((name) => `node_modules/${name}`));
  // The loop also visits the paths that are added to `found` during the loop, so that it includes indirect dependencies.
  for (const place of found)
    for (const name of dependencyNamesOf(lock.packages[place] ?? {})) {
      const next = findPackagePath(lock, place, name);
      if (next !== undefined && !lock.packages[next].dev) found.add(next);
    }
  return found;
}

function toPackage(lock, place) {
  const { version, license, os, cpu, libc } = lock.packages[place];
  const name = place.split('node_modules/').at(-1);
  const platform = [os, cpu, libc].flatMap((list) => list ?? []).join(' ');
  return {
    name,
    version,
    platform,
    licence: license ?? LICENCES_READ_BY_HAND[`${name}@${version}`] ?? 'unknown',
  };
}

const comparePackages = (a, b) =>
  a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en');

function listPackages(lock, places) {
  const all = [...places].map((place) => toPackage(lock, place));
  const unique = new Map(all.map((found) => [`${found.name}@${found.version}`, found]));
  return [...unique.values()].sort(comparePackages);
}

/**
 * Returns the production packages of package-lock.json in `root`, separated into browser and server. A direct dependency that
 * no browser source imports counts as a server package, even if the project only serves its files.
 */
export function listShippedPackages(root) {
  const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  const lock = read('package-lock.json');
  const direct = Object.keys(read('package.json').dependencies);
  const [inBrowser, onServer] = [
    findImportedPackages(root, BROWSER_FOLDERS),
    findImportedPackages(root, SERVER_FOLDERS),
  ];
  const browser = direct.filter((name) => inBrowser.has(name));
  const server = direct.filter((name) => !inBrowser.has(name) || onServer.has(name));
  return {
    browser: listPackages(lock, collectDependencies(lock, browser)),
    server: listPackages(lock, collectDependencies(lock, server)),
  };
}

/**
 * Returns true when the licence is allowed. Accepts 'MIT', 'A AND B' and '(A OR B)': with AND all licences must be allowed,
 * with OR one of them. Returns false for other forms.
 */
export function isLicenceAllowed(licence, side) {
  const plain = licence.replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(plain) || (plain.includes(' AND ') && plain.includes(' OR '))) return false;
  const isAllowedId = (id) => ALLOWED_LICENCES[side].includes(id);
  return plain.includes(' OR ')
    ? plain.split(' OR ').some(isAllowedId)
    : plain.split(' AND ').every(isAllowedId);
}

/** Returns the packages whose licence is not allowed in the part where they run, browser or server. */
export const findForbiddenPackages = ({ browser, server }) => [
  ...browser.filter(({ licence }) => !isLicenceAllowed(licence, 'browser')),
  ...server.filter(({ licence }) => !isLicenceAllowed(licence, 'server')),
];
