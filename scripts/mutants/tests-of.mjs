// Determines which test files execute the code of a fault (a deliberate change of the code, for mutation testing), and in which
// order they are run.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const TEST_PROJECTS = ['unit', 'unit-fresh', 'browser', 'ui', 'api'];
/**
 * Maximum test files of a project that are tried for a fault. Without a limit, a fault that no test finds would run every test
 * that executes it.
 */
const MAX_TRIED_FILES = 12;
/**
 * Numbers of test files in the successive runs for a fault: first one file, which usually finds the fault, then three, then all
 * others.
 */
const FILES_PER_RUN = [1, 3, MAX_TRIED_FILES - 4];

/** Returns the output of a recording run: the faults that each test file executes, as [{ file, project, reached }]. */
export const readReachedFaultsByTest = (folder) =>
  readdirSync(folder).map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));

const baseNameOf = (file) => path.basename(file).split('.')[0];

/**
 * Returns the rank of a test file for a fault; the lowest rank is run first. The test of the fault's module is first, then
 * tests in the same folder, then other tests; within a group, tests that execute few faults are first.
 */
function rankTestFile(fault, { file, reached }) {
  const isBeside = path.dirname(file) === path.dirname(fault.file);
  if (isBeside && baseNameOf(file) === baseNameOf(fault.file)) return 0;
  return (isBeside ? 0 : 1_000) + reached.length;
}

const splitIntoRuns = (files) =>
  FILES_PER_RUN.map((size, nth) => {
    const from = FILES_PER_RUN.slice(0, nth).reduce((sum, each) => sum + each, 0);
    return files.slice(from, from + size);
  }).filter((step) => step.length > 0);

/** Returns the runs that may find a fault, in their order, as [{ project, files }]. */
export function planRuns(fault, tests) {
  const reaching = tests.filter(({ reached }) => reached.includes(fault.id));
  return TEST_PROJECTS.flatMap((project) => {
    const ofProject = reaching
      .filter((test) => test.project === project)
      .sort((one, other) => rankTestFile(fault, one) - rankTestFile(fault, other))
      .slice(0, MAX_TRIED_FILES)
      .map(({ file }) => file);
    return splitIntoRuns(ofProject).map((files) => ({ project, files }));
  });
}
