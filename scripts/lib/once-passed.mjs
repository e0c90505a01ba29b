// Skips a check that has passed, until a file that the check reads changes.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { digestOf } from './digest.mjs';
import { root } from './run.mjs';

/** Names of files that runs and tools generate; changes of all other files in the project count. */
const MADE =
  /^(\.cache|\.git|data|dist|node_modules|playwright-report|test-results|.*\.(tsbuildinfo|log))$|^tests\/client\/generated\//;
/** Files that only the tests of tests/docs read; these tests compare the files with the code. */
const PAGE = /^(docs|\.github)\/|\.md$|^LICENSE$/;

/** Returns whether a file can affect the behaviour of the product and its tests. */
export const isCode = (file) => !PAGE.test(file);
export const isAnything = () => true;

/** A result expires because browsers and system packages change, too. */
const GOOD_FOR_MS = 24 * 60 * 60 * 1000;
const isFresh = ({ at }) => Date.now() - Date.parse(at) < GOOD_FOR_MS;
const folder = path.join(root, 'test-results', 'passed');

/** Returns the Node version and the configured browsers, because other versions could change the result. */
const surroundings = () => [process.version, process.env.CHROMIUM ?? '', process.env.FIREFOX ?? ''].join(' ');

function digestNow(isRead) {
  const sources = readdirSync(root).filter((name) => !MADE.test(name));
  return `${digestOf(sources, (file) => MADE.test(file) || !isRead(file))} ${surroundings()}`;
}

function readRecord(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null; // The file does not exist, or a run was ended while writing it.
  }
}

const landing = path.join(folder, 'landing.json');

/** Returns the digest of all files at the start of a run, for `noteLanded`. */
export const filesNow = () => digestNow(isAnything);

/** Records that every check of `npm test -- --landing` passed, if the files have not changed since the run started. */
export function noteLanded(begunWith) {
  if (filesNow() !== begunWith) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(landing, JSON.stringify({ digest: begunWith, at: new Date().toISOString() }));
}

/** Returns whether `npm test -- --landing` passed on the current files within a day. */
export function hasLanded() {
  const record = readRecord(landing);
  return record?.digest === filesNow() && isFresh(record);
}

/**
 * Runs a check, or returns its earlier counts if the check passed with the same files.
 * @param isRead returns whether a file of the project can change the result of the check
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
  // If a file changed during the run, the new content was not checked, so nothing is recorded.
  if (counts.failed === 0 && digestNow(isRead) === digest) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify({ digest, counts, at: new Date().toISOString() }));
  }
  return counts;
}
