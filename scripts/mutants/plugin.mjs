// Makes one fault in the modules that vitest loads, or records which faults a test file executes.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../lib/run.mjs';

const { MUTANTS_FILE, MUTANT } = process.env;
const chosenFaults = MUTANTS_FILE === undefined ? [] : JSON.parse(readFileSync(MUTANTS_FILE, 'utf8'));
const activeFault = MUTANT === undefined ? null : chosenFaults.find(({ id }) => id === Number(MUTANT));

/**
 * Inserts calls that record which faults a test executes. The calls are inserted from the end of the source to its start, so
 * that earlier offsets stay valid; calls at the same offset are ordered by nesting.
 */
function insertFaultRecorders(source, faults) {
  const marks = faults.flatMap(({ id, start, end }) => [
    { at: start, text: `(globalThis.reachedFault?.(${id}), (`, outer: end - start },
    { at: end, text: '))', outer: start - end },
  ]);
  marks.sort((one, other) => other.at - one.at || one.outer - other.outer);
  return marks.reduce((text, { at, text: mark }) => text.slice(0, at) + mark + text.slice(at), source);
}

const applyFault = (source, { start, end, replacement }) =>
  `${source.slice(0, start)}(${replacement})${source.slice(end)}`;

export const faultPlugin = () => ({
  name: 'faults',
  enforce: 'pre',
  transform(source, id) {
    const file = path.relative(root, id.split('?')[0]).split(path.sep).join('/');
    if (activeFault !== null) return activeFault.file === file ? applyFault(source, activeFault) : undefined;
    const faults = chosenFaults.filter((fault) => fault.file === file);
    return faults.length === 0 ? undefined : insertFaultRecorders(source, faults);
  },
});
