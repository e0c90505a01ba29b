// Runs vitest for the faults: one run records which tests execute each fault, then each fault gets a run of its tests.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '../lib/run.mjs';
import { readReachedFaultsByTest } from './tests-of.mjs';

export const mutantsFolder = path.join(root, 'test-results/mutants');
const reachedFolder = path.join(mutantsFolder, 'reached');
export const faultsFile = path.join(mutantsFolder, 'faults.json');
/**
 * Maximum time of a run with a fault, because a fault can cause an endless loop. A run that takes longer counts as a found
 * fault.
 */
const RUN_TIMEOUT_MS = 180_000;
/** Longest delay that a timer accepts, in milliseconds. */
const MAX_TIMER_DELAY_MS = 2 ** 31 - 1;

function startVitest(args, env) {
  const config = ['--root', '.', '--config', 'scripts/mutants/vitest.config.mjs'];
  return spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...config, ...args], {
    cwd: root,
    env: { ...process.env, MUTANTS_FILE: faultsFile, MUTANTS_REACHED: reachedFolder, ...env },
    stdio: ['ignore', 'ignore', 'ignore'],
    // The child gets a process group, so that its worker processes can be ended together with it.
    detached: true,
  });
}

function waitForOutcomeOrKill(child, limit) {
  return new Promise((resolve) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      process.kill(-child.pid, 'SIGKILL');
    }, limit);
    child.once('close', (code) => {
      clearTimeout(timer);
      if (isLate) return resolve('endless');
      return resolve(code === 0 ? 'passed' : 'failed');
    });
  });
}

const reportAndFilterArguments = (file) => [
  '--reporter=json',
  `--outputFile.json=${file}`,
  '--tags-filter=!thorough',
];

function readFailedTestFiles(report) {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => path.relative(root, name));
}

/**
 * Returns for each test file the faults that it executes.
 * @throws if a test fails without a fault
 */
export async function recordReachedFaults(projects) {
  rmSync(reachedFolder, { recursive: true, force: true });
  mkdirSync(reachedFolder, { recursive: true });
  const report = path.join(mutantsFolder, 'recording.json');
  const selected = projects.map((each) => `--project=${each}*`);
  const outcome = await waitForOutcomeOrKill(
    startVitest([...selected, ...reportAndFilterArguments(report)], {}),
    MAX_TIMER_DELAY_MS,
  );
  if (outcome !== 'passed')
    throw new Error(`These tests fail without a fault: ${readFailedTestFiles(report).join(', ')}`);
  return readReachedFaultsByTest(reachedFolder);
}

/**
 * Returns the project and its test files that fail with the fault; null if all of them pass or none of them exists any more.
 */
export async function findFirstFailingTests(fault, { project, files }) {
  const present = files.filter((file) => existsSync(path.join(root, file)));
  if (present.length === 0) return null;
  const report = path.join(mutantsFolder, `fault-${fault.id}.json`);
  rmSync(report, { force: true });
  const args = [
    '--bail=1',
    '--maxWorkers=1',
    ...reportAndFilterArguments(report),
    `--project=${project}*`,
    ...present,
  ];
  const outcome = await waitForOutcomeOrKill(startVitest(args, { MUTANT: String(fault.id) }), RUN_TIMEOUT_MS);
  if (outcome === 'passed') return null;
  // A missing report means that the run did not end or that the fault broke the setup of the tests.
  const failed = outcome === 'failed' && existsSync(report) ? readFailedTestFiles(report) : present;
  return failed.length === 0 ? null : { project, files: failed };
}
