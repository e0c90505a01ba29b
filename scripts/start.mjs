// `npm start` installs, builds and starts the server in a fresh clone, and needs only Node. A second start takes one second.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { ensurePackagesAndHooks, requireNodeVersion } from './lib/install.mjs';
import { root } from './lib/run.mjs';

requireNodeVersion();
await ensurePackagesAndHooks();
if (!(await build())) {
  console.error('No se pudo construir el programa: los mensajes de arriba dicen dónde.');
  process.exit(1);
}
// The server (server/main.ts) runs in this process, so that Ctrl-C reaches it directly.
process.setSourceMapsEnabled(true);
await import(pathToFileURL(path.join(root, 'dist/server/main.js')).href);
