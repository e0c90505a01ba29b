// Checks the size limits of the docs: the gzipped bytes that the pages /login and /reception load, and the size of the
// precache. The exit code is 1 when a limit is exceeded. Run after `vite build`: node scripts/size.mjs
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { getManifest } from 'workbox-build';
import { PRECACHE_EXCEPTIONS, PRECACHE_PATTERNS, builtAppFolder } from './build/app-output.mjs';

const KB = 1_000;
const MEASURED_SCREENS = {
  '/login': { around: ['index'], screen: 'login' },
  '/reception': { around: ['index', 'device', 'shell'], screen: 'reception' },
};

/**
 * Chunks that count only in the size of the precache, not in the size of a screen:
 *
 * - `card` reads cards. The page fetches it after the page is shown, and the card worker fetches it when a camera is opened.
 * - `chosen-file` reads a file that the user chose, and compresses photos in browsers that cannot do so in a worker.
 * - `announced` finds the people that a company announced for today. The page fetches it after the page is shown.
 * - `confirmation` contains the last step and the notice of the previous registration. The page fetches it after the page is
 *   shown.
 * - `aside` contains rarely used parts of reception. The page fetches it when one of these parts is first opened.
 */
const PRECACHE_ONLY_CHUNKS = ['card', 'chosen-file', 'announced', 'confirmation', 'aside'];

const readAppFile = (file) => readFile(path.join(builtAppFolder, file));
const gzippedSizeOf = async (file) => gzipSync(await readAppFile(file), { level: 9 }).length;
const sumGzippedSizes = async (files) =>
  (await Promise.all([...files].map(gzippedSizeOf))).reduce((total, size) => total + size, 0);
const manifestChunks = JSON.parse(await readAppFile('.vite/manifest.json'));

/** Returns the key of a chunk in Vite's manifest: the path of its module, or of its file if it has no module. */
function chunkKeyOf(name) {
  const found = Object.keys(manifestChunks).filter(
    (key) => manifestChunks[key].name === name && manifestChunks[key].file.endsWith('.js'),
  );
  if (found.length !== 1) throw new Error(`size: the build has ${found.length} chunks '${name}'`);
  return found[0];
}

/** Throws if files import each other in a cycle, because one of these files would then run before its imports. */
function rejectImportCycles(key, above = []) {
  if (above.includes(key)) throw new Error(`size: files import each other: ${[...above, key].join(' → ')}`);
  for (const next of manifestChunks[key].imports ?? []) rejectImportCycles(next, [...above, key]);
}
for (const key of Object.keys(manifestChunks)) rejectImportCycles(key);

function collectChunkWithImports(key, found) {
  if (found.has(key) || PRECACHE_ONLY_CHUNKS.includes(manifestChunks[key].name)) return;
  found.add(key);
  for (const next of manifestChunks[key].imports ?? []) collectChunkWithImports(next, found);
}

/**
 * Returns the script files of a screen: the chunks loaded before the screen (`around`), the screen's own chunks, and chunks
 * that the screen may fetch during use.
 */
function listScreenScripts({ around, screen }) {
  const found = new Set();
  for (const name of around) collectChunkWithImports(chunkKeyOf(name), found);
  const before = new Set(found);
  collectChunkWithImports(chunkKeyOf(screen), found);
  // The loop also visits chunks that are added to `found` during the loop, and so includes nested dynamic imports.
  for (const key of found)
    if (!before.has(key))
      for (const next of manifestChunks[key].dynamicImports ?? []) collectChunkWithImports(next, found);
  return new Set([...found].map((key) => manifestChunks[key].file));
}

/**
 * Returns the web workers that the files start. Their names are searched for in the code, because Vite's manifest does not list
 * which chunk starts a worker.
 */
async function findWorkerFiles(files) {
  const text = (await Promise.all([...files].map(readAppFile))).join('\n');
  return new Set(text.match(/assets\/[\w.-]*worker[\w.-]*\.js/g) ?? []);
}

async function gzippedScreenSizeOf(screen) {
  const scripts = listScreenScripts(screen);
  return sumGzippedSizes(new Set([...scripts, ...(await findWorkerFiles(scripts))]));
}

async function gzippedPrecacheSize() {
  const { manifestEntries } = await getManifest({
    globDirectory: builtAppFolder,
    globPatterns: PRECACHE_PATTERNS,
    globIgnores: ['sw.js', ...PRECACHE_EXCEPTIONS],
  });
  return sumGzippedSizes(manifestEntries.map(({ url }) => url));
}

const sizeBudgets = [
  {
    what: 'JS to show /login',
    size: await gzippedScreenSizeOf(MEASURED_SCREENS['/login']),
    budget: 150 * KB,
  },
  {
    what: 'JS to use /reception',
    size: await gzippedScreenSizeOf(MEASURED_SCREENS['/reception']),
    budget: 290 * KB,
  },
  { what: 'whole precache', size: await gzippedPrecacheSize(), budget: 750 * KB },
];
const formatKilobytes = (bytes) => `${(bytes / KB).toFixed(1)} kB`;
for (const { what, size, budget } of sizeBudgets)
  console.log(
    `${size > budget ? '✕' : '✓'} ${what.padEnd(22)} ${formatKilobytes(size).padStart(9)} of ${formatKilobytes(budget)} gzip`,
  );
if (sizeBudgets.some(({ size, budget }) => size > budget)) process.exitCode = 1;
