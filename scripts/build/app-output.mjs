// Settings shared by the build of the app and its size check.
import path from 'node:path';

export const appFolder = path.resolve(import.meta.dirname, '../../dist/app');

/** Files that the app needs to start and work without network; the PNGs of the manifest are needed only for installation. */
export const PRECACHED = ['**/*.{js,css,html,svg,webmanifest}'];
