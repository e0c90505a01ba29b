// Settings that the build of the app and its size check share.
import path from 'node:path';

export const builtAppFolder = path.resolve(import.meta.dirname, '../../dist/app');

/**
 * Builds of two packages for the supported browsers. The packages' default entries are written for ES5 and larger.
 */
export const MODERN_BUILDS = {
  dexie: 'dexie/dist/modern/dexie.mjs',
  'workbox-window': 'workbox-window/build/workbox-window.prod.mjs',
};

/**
 * Files that the app needs to start and work offline. The PNGs of the manifest are not among them, because only the
 * installation needs them.
 */
export const PRECACHE_PATTERNS = ['**/*.{js,css,html,svg,webmanifest}'];

/**
 * Scripts that are fetched when needed, because their functions need the network anyway: the pages of expected lists, the reader
 * of lists, and the dialog that creates fields from a list.
 */
export const PRECACHE_EXCEPTIONS = ['**/expected.*.js', '**/import.worker-*.js', '**/ready-fields.*.js'];
