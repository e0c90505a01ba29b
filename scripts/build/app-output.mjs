// Settings that the build of the app and its size check share.
import path from 'node:path';

export const builtAppFolder = path.resolve(import.meta.dirname, '../../dist/app');

/**
 * Files that the app needs to start and work offline. The PNGs of the manifest are not among them, because only the
 * installation needs them.
 */
export const PRECACHE_PATTERNS = ['**/*.{js,css,html,svg,webmanifest}'];
