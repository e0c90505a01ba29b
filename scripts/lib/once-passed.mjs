// What passed need not run again before anything that it depends on has changed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { digestOf } from './digest.mjs';
import { root } from './run.mjs';

const SOURCES = [
  'contract',
  'domain',
  'index.html',
  'package-lock.json',
  'package.json',
  'playwright.config.ts',
  'public',
  'scripts',
  'server',
  'src',
  'sw',
  'tests',
  'tsconfig.base.json',
  'vite.config.ts',
  'vite.server.config.ts',
];
/** Browsers and packages of the system change, too. */
const GOOD_FOR_MS = 24 * 60 * 60 * 1000;
const record = path.join(root, 'test-results', 'end-to-end.passed.json');

/** Where another browser or Node could decide otherwise. */
const surroundings = () => [process.version, process.env.CHROMIUM ?? '', process.env.FIREFOX ?? ''].join(' ');

function readRecord() {
  try {
    return JSON.parse(readFileSync(record, 'utf8'));
  } catch {
    return null; // There is none, or a run was ended while it wrote it.
  }
}

/** Runs the check, or answers with what it counted when it passed on the same sources. */
export async function oncePassed(check) {
  const digest = `${digestOf(SOURCES, (file) => file.startsWith('tests/client/generated/'))} ${surroundings()}`;
  const before = readRecord();
  if (before?.digest === digest && Date.now() - Date.parse(before.at) < GOOD_FOR_MS) {
    console.log(
      `Nothing has changed since all of it passed, ${before.at}. Run it all the same: npm test -- --again`,
    );
    return before.counts;
  }
  rmSync(record, { force: true });
  const counts = await check();
  if (counts.failed === 0)
    writeFileSync(record, JSON.stringify({ digest, counts, at: new Date().toISOString() }));
  return counts;
}
