// npm start: from a fresh clone to a provider that serves, with nothing but Node. A second start takes a second.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { root } from './lib/run.mjs';

requireNode();
await ensureInstalled();
if (!(await build())) {
  console.error('No se pudo construir el programa: los mensajes de arriba dicen dónde.');
  process.exit(1);
}
// In this process: the terminal's Ctrl-C then has nobody to pass through. From here on server/main.ts decides.
process.setSourceMapsEnabled(true);
await import(pathToFileURL(path.join(root, 'dist/server/main.js')).href);
