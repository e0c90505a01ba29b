// The budgets of docs: gzipped bytes that /login and /reception need, and the whole precache. Exits 1 when one is over.
// Run after `vite build`: node scripts/size.mjs
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { getManifest } from 'workbox-build';
import { PRECACHED, appFolder } from './build/app-output.mjs';

const KB = 1_000;
/** Screens by the modules that are fetched to show them, as the build's manifest names them. */
const ENTRY = 'index.html';
const DEVICE = 'src/app/device.ts';
const SHELL = 'src/app/shell.tsx';
const SCREENS = {
  '/login': { around: [ENTRY], screen: 'src/features/auth/login-page.tsx' },
  '/reception': { around: [ENTRY, DEVICE, SHELL], screen: 'src/features/reception/reception-page.tsx' },
};

const read = (file) => readFile(path.join(appFolder, file));
const gzipped = async (file) => gzipSync(await read(file), { level: 9 }).length;
const sum = async (files) =>
  (await Promise.all([...files].map(gzipped))).reduce((total, size) => total + size, 0);
const chunks = JSON.parse(await read('.vite/manifest.json'));

/** Adds the chunk and everything that it imports at once. */
function addChunk(name, found) {
  if (found.has(name)) return;
  const chunk = chunks[name];
  if (!chunk) throw new Error(`size: the build has no chunk '${name}'`);
  found.add(name);
  for (const next of chunk.imports ?? []) addChunk(next, found);
}

/** A screen's scripts: what surrounds it, itself, and what its own chunks may still fetch while it is used. */
function scriptsOf({ around, screen }) {
  const found = new Set();
  for (const name of around) addChunk(name, found);
  const before = new Set(found);
  addChunk(screen, found);
  // A set yields what is added while it is walked: lazy parts of lazy parts are counted too.
  for (const name of found)
    if (!before.has(name)) for (const next of chunks[name].dynamicImports ?? []) addChunk(next, found);
  return new Set([...found].map((name) => chunks[name].file));
}

/** Web workers are emitted as assets beside the chunks that start them; the manifest does not know whose they are. */
async function workersOf(files) {
  const text = (await Promise.all([...files].map(read))).join('\n');
  return new Set(text.match(/assets\/[\w.-]*worker[\w.-]*\.js/g) ?? []);
}

async function screenSize(screen) {
  const scripts = scriptsOf(screen);
  return sum(new Set([...scripts, ...(await workersOf(scripts))]));
}

async function precacheSize() {
  const { manifestEntries } = await getManifest({
    globDirectory: appFolder,
    globPatterns: PRECACHED,
    globIgnores: ['sw.js'],
  });
  return sum(manifestEntries.map(({ url }) => url));
}

const rows = [
  { what: 'JS to show /login', size: await screenSize(SCREENS['/login']), budget: 150 * KB },
  { what: 'JS to use /reception', size: await screenSize(SCREENS['/reception']), budget: 290 * KB },
  { what: 'whole precache', size: await precacheSize(), budget: 750 * KB },
];
const kb = (bytes) => `${(bytes / KB).toFixed(1)} kB`;
for (const { what, size, budget } of rows)
  console.log(
    `${size > budget ? '✕' : '✓'} ${what.padEnd(22)} ${kb(size).padStart(9)} of ${kb(budget)} gzip`,
  );
if (rows.some(({ size, budget }) => size > budget)) process.exitCode = 1;
