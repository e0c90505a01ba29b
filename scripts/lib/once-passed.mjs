// Runs a check; a check that has passed is skipped until a file that it reads changes.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { digestOfFiles } from './digest.mjs';
import { root } from './run.mjs';

/** Names of generated files, whose changes are ignored. */
const GENERATED_FILE_PATTERN =
  /^(\.cache|\.git|data|dist|node_modules|playwright-report|test-results|.*\.(tsbuildinfo|log))$|^tests\/client\/generated\//;
/** Pages of documentation, which only the tests in tests/docs read. (These tests also read the code.) */
const DOCUMENTATION_FILE_PATTERN = /^(docs|\.github)\/|\.md$|^LICENSE$/;

/** Returns true for a file that can affect the behaviour of the product or its tests. */
export const isNotDocumentation = (file) => !DOCUMENTATION_FILE_PATTERN.test(file);
export const acceptAnyFile = () => true;

/** Time in milliseconds after which a passed check must run again, because browsers and system packages change too. */
const PASS_VALIDITY_MS = 24 * 60 * 60 * 1000;
const isRecentPass = ({ at }) => Date.now() - Date.parse(at) < PASS_VALIDITY_MS;
const passRecordFolder = path.join(root, 'test-results', 'passed');

const environmentKey = () =>
  [process.version, process.env.CHROMIUM ?? '', process.env.FIREFOX ?? ''].join(' ');

function digestSelectedFiles(isRead) {
  const sources = readdirSync(root).filter((name) => !GENERATED_FILE_PATTERN.test(name));
  return `${digestOfFiles(sources, (file) => GENERATED_FILE_PATTERN.test(file) || !isRead(file))} ${environmentKey()}`;
}

function readPassRecord(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null; // The file does not exist, or the process was killed while writing it.
  }
}

const ciPassFile = path.join(passRecordFolder, 'landing.json');

/** Returns the digest of all files. The caller passes the digest that it got at the start of a run to `recordCiPassed`. */
export const digestAllFiles = () => digestSelectedFiles(acceptAnyFile);

/** Records that every check of `npm test -- --landing` passed, unless files changed during the run. */
export function recordCiPassed(begunWith) {
  if (digestAllFiles() !== begunWith) return;
  mkdirSync(passRecordFolder, { recursive: true });
  writeFileSync(ciPassFile, JSON.stringify({ digest: begunWith, at: new Date().toISOString() }));
}

/** Returns true when `npm test -- --landing` passed within a day with the current files. */
export function hasCiPassed() {
  const record = readPassRecord(ciPassFile);
  return record?.digest === digestAllFiles() && isRecentPass(record);
}

/**
 * Runs a check, or returns its recorded counts if it passed with the same files.
 * @param isRead returns true for a file that can change the result of the check
 */
export async function runUnlessPassed(name, isRead, check) {
  const file = path.join(passRecordFolder, `${name}.json`);
  const digest = digestSelectedFiles(isRead);
  const before = readPassRecord(file);
  if (before?.digest === digest && isRecentPass(before)) {
    console.log(`${name}: no file has changed since it passed at ${before.at}`);
    return { ...before.counts, isOld: true };
  }
  rmSync(file, { force: true });
  const counts = await check();
  // The pass is not recorded when a file changed during the run, because the new content was not checked.
  if (counts.failed === 0 && digestSelectedFiles(isRead) === digest) {
    mkdirSync(passRecordFolder, { recursive: true });
    writeFileSync(file, JSON.stringify({ digest, counts, at: new Date().toISOString() }));
  }
  return counts;
}
