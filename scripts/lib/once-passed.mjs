// Runs a check that has passed again only after a file that it reads has changed.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { digestOf } from './digest.mjs';
import { root } from './run.mjs';

/** Names of generated files, whose changes are ignored. */
const MADE =
  /^(\.cache|\.git|data|dist|node_modules|playwright-report|test-results|.*\.(tsbuildinfo|log))$|^tests\/client\/generated\//;
/** Files that only tests/docs reads, whereas the tests in tests/docs also read the code. */
const PAGE = /^(docs|\.github)\/|\.md$|^LICENSE$/;

/** Returns true for a file that can affect the behaviour of the product or its tests. */
export const isCode = (file) => !PAGE.test(file);
export const isAnything = () => true;

/** Time in milliseconds after which a passed check must run again, because browsers and system packages change too. */
const GOOD_FOR_MS = 24 * 60 * 60 * 1000;
const isFresh = ({ at }) => Date.now() - Date.parse(at) < GOOD_FOR_MS;
const folder = path.join(root, 'test-results', 'passed');

const surroundings = () => [process.version, process.env.CHROMIUM ?? '', process.env.FIREFOX ?? ''].join(' ');

function digestNow(isRead) {
  const sources = readdirSync(root).filter((name) => !MADE.test(name));
  return `${digestOf(sources, (file) => MADE.test(file) || !isRead(file))} ${surroundings()}`;
}

function readRecord(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null; // The file does not exist, or the process was killed while writing it.
  }
}

const landing = path.join(folder, 'landing.json');

/** Returns the digest of all files. The caller passes the digest from the start of a run to `noteLanded`. */
export const filesNow = () => digestNow(isAnything);

/** Records that every check of `npm test -- --landing` passed, unless files changed during the run. */
export function noteLanded(begunWith) {
  if (filesNow() !== begunWith) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(landing, JSON.stringify({ digest: begunWith, at: new Date().toISOString() }));
}

/** Returns true when `npm test -- --landing` passed within a day with the current files. */
export function hasLanded() {
  const record = readRecord(landing);
  return record?.digest === filesNow() && isFresh(record);
}

/**
 * Runs a check, or returns its recorded counts if it passed with the same files.
 * @param isRead returns true for a file that can change the result of the check
 */
export async function oncePassed(name, isRead, check) {
  const file = path.join(folder, `${name}.json`);
  const digest = digestNow(isRead);
  const before = readRecord(file);
  if (before?.digest === digest && isFresh(before)) {
    console.log(`${name}: no file has changed since it passed at ${before.at}`);
    return { ...before.counts, isOld: true };
  }
  rmSync(file, { force: true });
  const counts = await check();
  // The pass is not recorded when a file changed during the run, because the new content was not checked.
  if (counts.failed === 0 && digestNow(isRead) === digest) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify({ digest, counts, at: new Date().toISOString() }));
  }
  return counts;
}
