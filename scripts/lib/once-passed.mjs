// What passed need not run again before anything that it reads has changed.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { digestOf } from './digest.mjs';
import { root } from './run.mjs';

/** What runs and tools make; everything else in the project's folder counts. */
const MADE =
  /^(\.cache|\.git|data|dist|node_modules|playwright-report|test-results|.*\.(tsbuildinfo|log))$|^tests\/client\/generated\//;
/** Read by the tests of tests/docs alone, which hold the others to it. */
const PAGE = /^(docs|\.github)\/|\.md$|^LICENSE$/;

/** What decides how the product and its tests behave. */
export const isCode = (file) => !PAGE.test(file);
export const isAnything = () => true;

/** Browsers and packages of the system change, too. */
const GOOD_FOR_MS = 24 * 60 * 60 * 1000;
const isFresh = ({ at }) => Date.now() - Date.parse(at) < GOOD_FOR_MS;
const folder = path.join(root, 'test-results', 'passed');

/** Where another browser or Node could decide otherwise. */
const surroundings = () => [process.version, process.env.CHROMIUM ?? '', process.env.FIREFOX ?? ''].join(' ');

function digestNow(isRead) {
  const sources = readdirSync(root).filter((name) => !MADE.test(name));
  return `${digestOf(sources, (file) => MADE.test(file) || !isRead(file))} ${surroundings()}`;
}

function readRecord(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null; // There is none, or a run was ended while it wrote it.
  }
}

const landing = path.join(folder, 'landing.json');

/** What `noteLanded` wants to know: which files a run begins with. */
export const filesNow = () => digestNow(isAnything);

/** Every check of a landing has passed, on the files that it began with. */
export function noteLanded(begunWith) {
  if (filesNow() !== begunWith) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(landing, JSON.stringify({ digest: begunWith, at: new Date().toISOString() }));
}

/** Whether `npm test -- --landing` has passed on the files as they are. */
export function hasLanded() {
  const record = readRecord(landing);
  return record?.digest === filesNow() && isFresh(record);
}

/**
 * Runs the check, or answers with what it counted when it passed on the same sources.
 * @param isRead which files of the project can change its outcome
 */
export async function oncePassed(name, isRead, check) {
  const file = path.join(folder, `${name}.json`);
  const digest = digestNow(isRead);
  const before = readRecord(file);
  if (before?.digest === digest && isFresh(before)) {
    console.log(`${name}: nothing has changed since all of it passed, ${before.at}`);
    return { ...before.counts, isOld: true };
  }
  rmSync(file, { force: true });
  const counts = await check();
  // Whoever changed a file meanwhile has not seen it pass.
  if (counts.failed === 0 && digestNow(isRead) === digest) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify({ digest, counts, at: new Date().toISOString() }));
  }
  return counts;
}
