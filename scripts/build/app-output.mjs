// What the build of the app and its size check have to agree on.
import path from 'node:path';

export const appFolder = path.resolve(import.meta.dirname, '../../dist/app');

/** Everything that the app needs to start and work without network; the manifest's PNGs are the installer's business. */
export const PRECACHED = ['**/*.{js,css,html,svg,webmanifest}'];
