// Which tests reach which fault, and in which order they are tried.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The cheapest first. */
const PROJECTS = ['unit', 'unit-session', 'unit-isolated', 'browser', 'ui', 'ui-shared', 'api'];
/** Test files of one project that are tried with a fault. Without a bound a fault that no test finds would cost a run of everything. */
const FILES_MAX = 12;
/** They are started together: the first is most often enough. */
const STEPS = [1, 3, FILES_MAX - 4];

/** Returns what a recording run wrote: [{ file, project, reached }]. */
export const readReached = (folder) =>
  readdirSync(folder).map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));

const nameOf = (file) => path.basename(file).split('.')[0];

/** Lower is nearer: the module's own test, one in its folder, one that reaches few faults. */
function distance(fault, { file, reached }) {
  const isBeside = path.dirname(file) === path.dirname(fault.file);
  if (isBeside && nameOf(file) === nameOf(fault.file)) return 0;
  return (isBeside ? 0 : 1_000) + reached.length;
}

const inSteps = (files) =>
  STEPS.map((size, nth) => {
    const from = STEPS.slice(0, nth).reduce((sum, each) => sum + each, 0);
    return files.slice(from, from + size);
  }).filter((step) => step.length > 0);

/** Returns the runs that may find a fault, in their order: [{ project, files }]. */
export function runsFor(fault, tests) {
  const reaching = tests.filter(({ reached }) => reached.includes(fault.id));
  return PROJECTS.flatMap((project) => {
    const ofProject = reaching
      .filter((test) => test.project === project)
      .sort((one, other) => distance(fault, one) - distance(fault, other))
      .slice(0, FILES_MAX)
      .map(({ file }) => file);
    return inSteps(ofProject).map((files) => ({ project, files }));
  });
}
