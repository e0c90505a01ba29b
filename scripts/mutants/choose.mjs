// Chooses the faults that a run makes.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../lib/run.mjs';
import { listPossibleFaults } from './faults.mjs';

/** Folders in which an undetected fault would lose a clinic's data or produce a wrong document. */
const MUTATED_FOLDERS = ['domain', 'src/sync', 'src/storage', 'server'];

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 });
const canHaveFaults = (file) => file.endsWith('.ts') && !/\.(test|d)\.ts$/.test(file);

function readChangedLines(commit) {
  const changed = new Map();
  let lines = new Set();
  for (const line of git('diff', '-U0', commit, '--', ...MUTATED_FOLDERS).split('\n')) {
    const [, file] = /^\+\+\+ b\/(.+)$/.exec(line) ?? [];
    if (file !== undefined) changed.set(file, (lines = new Set()));
    const [, from, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (from === undefined) continue;
    for (let nth = 0; nth < Number(count); nth += 1) lines.add(Number(from) + nth);
  }
  return changed;
}

function seededGenerator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns at most `count` random items in their order, each with the same probability. */
function pickRandomItems(items, count, random) {
  const drawn = items.map((item, nth) => ({ item, nth, at: random() }));
  return drawn
    .sort((one, other) => one.at - other.at)
    .slice(0, count)
    .sort((one, other) => one.nth - other.nth)
    .map(({ item }) => item);
}

/**
 * Chooses the faults for a run at random.
 * @param since commit: chooses only faults in lines that differ from this commit; undefined for faults in all lines
 */
export function chooseFaults({ count, seed, since }) {
  const lines = since === undefined ? null : readChangedLines(since);
  const files = git('ls-files', ...MUTATED_FOLDERS)
    .split('\n')
    .filter(canHaveFaults);
  const all = files
    .filter((file) => lines === null || lines.has(file))
    .flatMap((file) => listPossibleFaults(file, readFileSync(path.join(root, file), 'utf8')))
    .filter(({ file, line }) => lines === null || lines.get(file).has(line));
  return pickRandomItems(all, count, seededGenerator(seed)).map((fault, id) => ({ id, ...fault }));
}

/**
 * Returns the faults of an earlier run that can still be made, because their expressions still exist in the source. If an
 * expression exists several times, chooses the position nearest to the earlier one.
 */
export function relocateFaults(earlier) {
  const here = new Map();
  const faultsOf = (file) => {
    if (!here.has(file)) {
      const source = readFileSync(path.join(root, file), 'utf8');
      here.set(file, listPossibleFaults(file, source));
    }
    return here.get(file);
  };
  return earlier.flatMap((fault) => {
    const same = faultsOf(fault.file).filter(
      ({ original, replacement }) => original === fault.original && replacement === fault.replacement,
    );
    const distance = ({ start }) => Math.abs(start - fault.start);
    const [nearest] = same.sort((one, other) => distance(one) - distance(other));
    return nearest === undefined ? [] : [{ ...fault, ...nearest }];
  });
}
