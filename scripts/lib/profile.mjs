// `npm test -- --profile`: shows where the tests spend time.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const isProfiled = process.argv.includes('--profile');

/** CPU seconds (user and system) of each suite, including its child processes. */
const cpuSecondsBySuite = new Map();

/**
 * Returns a shell command that runs `command` and then writes the CPU time of its processes to descriptor 3. A shell is needed
 * because Node cannot measure child processes. Descriptor 3 keeps the times separate from the output of the suite.
 */
export const addCpuMeasurement = (command, args) => [
  'sh',
  ['-c', '"$@"; code=$?; times >&3; exit $code', 'sh', command, ...args],
];

const parseMinutesAndSeconds = (text) => {
  const [, minutes, seconds] = /^(\d+)m([\d.]+)s$/.exec(text) ?? [];
  return Number(minutes) * 60 + Number(seconds);
};

/**
 * Records the CPU time of a suite.
 * @param times output of the shell command `times`: one line for the shell, then one line for its child processes
 */
export function recordCpuTime(suite, times) {
  const [, children = ''] = times.trim().split('\n');
  const parts = children.trim().split(/\s+/).map(parseMinutesAndSeconds);
  if (parts.length === 2 && parts.every(Number.isFinite)) cpuSecondsBySuite.set(suite, parts[0] + parts[1]);
}

const suiteReportPath = (folder, suite) => path.join(folder, `${suite}.json`);

function readFileDurations(report) {
  if (!existsSync(report)) return [];
  const { testResults = [] } = JSON.parse(readFileSync(report, 'utf8'));
  return testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds);
}

const MAX_SLOWEST_FILES = 12;

/** Prints the CPU time of each suite and its slowest files. `folder` contains the test reports. */
export function printProfile(folder, root) {
  for (const [suite, cpu] of cpuSecondsBySuite) {
    console.log(`\n${suite}: ${cpu.toFixed(1)} s of CPU`);
    for (const { name, seconds } of readFileDurations(suiteReportPath(folder, suite)).slice(
      0,
      MAX_SLOWEST_FILES,
    ))
      console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${path.relative(root, name)}`);
  }
}
