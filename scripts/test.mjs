// - `npm test`: installs what the tests need, then runs every check. `npm run check`: the same without the browser tests.
// - `npm test -- --landing`: also runs the CI suite (CONTRIBUTING.md); .ci/run uses this command.
// - `npm run test:engines`: runs every end-to-end test in Firefox, and all tests in WebKit.
// - `-- --profile` also prints the CPU time of each suite and its slowest files.
// - A passed check is skipped until a file that it reads changes; `-- --again` runs it anyway.
import { mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from './build.mjs';
import { ensureChromium } from './lib/programs/chromium.mjs';
import { ensureFirefox } from './lib/programs/firefox.mjs';
import { ensurePackagesAndHooks, requireNodeVersion } from './lib/install.mjs';
import {
  digestAllFiles,
  acceptAnyFile,
  isNotDocumentation,
  recordCiPassed,
  runUnlessPassed,
} from './lib/once-passed.mjs';
import { ensurePoppler } from './lib/programs/poppler.mjs';
import { countPlaywrightResults, countVitestResults } from './lib/reports.mjs';
import { isProfiled, printProfile } from './lib/profile.mjs';
import { runNpm, root, run, runSuite } from './lib/run.mjs';
import {
  createSequentialStep,
  createStep,
  printSummary,
  createParallelStep,
  createTwoLaneStep,
} from './lib/steps.mjs';
import { ensureWebKit } from './lib/programs/webkit.mjs';

const reportFolder = path.join(root, 'test-results', 'reports');
const reportPath = (name) => path.join(reportFolder, `${name}.json`);
// `--thorough` includes the slowest tests; playwright.config.ts reads the environment variable.
const isThorough = process.argv.includes('--thorough');
if (isThorough) process.env.THOROUGH = '1';
const isCiSuite = process.argv.includes('--landing');
if (isCiSuite) process.env.LANDING = '1';
else if (!isThorough) process.env.WITHOUT_LANDING = '1'; // vitest.config.ts
const isEngineRun = process.argv.includes('--engines');
if (isEngineRun) process.env.ENGINES = '1';
const canSkipPassedChecks = !isThorough && !isEngineRun && !process.argv.includes('--again');
const shouldRunEndToEnd = !process.argv.includes('--without-e2e');
const shouldTestOtherEngines = isThorough || isCiSuite || isEngineRun;

/** Returns the arguments with which Playwright runs only the chosen projects; empty for all projects. */
function playwrightProjectArguments() {
  if (isEngineRun) return ['--project=firefox', '--project=webkit'];
  return shouldTestOtherEngines ? [] : ['--project=chromium'];
}

/**
 * Suffix of the name under which a passed check is recorded. The CI suite has more tests, so its passes are recorded under
 * separate names: a pass of the smaller suite must not skip the CI suite.
 */
const passRecordSuffix = isCiSuite ? '-landing' : '';
const runUnlessSkipped = (name, isRead, check) =>
  canSkipPassedChecks ? runUnlessPassed(name, isRead, check) : check();

/** The API tests run three files at a time instead of two (vitest.config.ts), because they mostly wait for databases and servers. */
const vitestOptions = { api: ['--maxWorkers=3'] };

async function runVitest(project) {
  const file = reportPath(project);
  const output = [
    '--reporter=./scripts/reporters/vitest.mjs',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const left = isThorough ? [] : [`--tags-filter=!thorough${isCiSuite ? '' : ' && !landing'}`];
  // The name 'unit' selects two projects (vitest.config.ts).
  const ok = await runSuite(project, 'vitest', [
    'run',
    `--project=${project}*`,
    ...(vitestOptions[project] ?? []),
    ...output,
    ...left,
  ]);
  return countVitestResults(file, ok);
}
const createVitestStep = (title, project, isRead = isNotDocumentation) =>
  createStep(title, () =>
    runUnlessSkipped(`${project}${passRecordSuffix}`, isRead, () => runVitest(project)),
  );

async function runPlaywright() {
  const file = reportPath('e2e');
  const ok = await runSuite(
    'e2e',
    'playwright',
    ['test', '--reporter=./scripts/reporters/playwright.mjs,json', ...playwrightProjectArguments()],
    {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
  );
  return countPlaywrightResults(file, ok);
}

let isBuilt = false;
const preparationSteps = [
  createStep('Build', async () => (isBuilt = await build())),
  ...(shouldTestOtherEngines
    ? [createStep('Firefox', ensureFirefox), createStep('WebKit', ensureWebKit)]
    : []),
];
const endToEndStep = createStep(
  'End to end',
  () => isBuilt && runUnlessSkipped(`e2e${passRecordSuffix}`, isNotDocumentation, runPlaywright),
);
const GIB = 2 ** 30;
/**
 * Environment of the type checker, a Go program. Garbage collection takes a quarter of its CPU time, so garbage collection is
 * off until the program uses 6 GiB of memory; the program needs about 5 GiB. A machine with little memory keeps Go's defaults.
 */
const typeCheckerEnv = os.totalmem() >= 16 * GIB ? { GOGC: 'off', GOMEMLIMIT: '6GiB' } : {};
const runScript = (...args) => run(process.execPath, args);
const checkSteps = [
  createStep('Lock file', () => runScript('scripts/lock.mjs', '--check')),
  // These checks run in parallel, because each uses one CPU core and prints little when it passes.
  createParallelStep(
    createStep('Format', () => run('oxfmt', ['--check'])),
    createStep('Unused code', () => run('knip', ['--no-progress'])),
  ),
  // A single run of oxlint does both checks, so that the program is parsed only once.
  createStep('Types and lint', () => run('oxlint', ['--type-aware', '--type-check'], typeCheckerEnv)),
  createStep('Rooms', () => runScript('scripts/rooms.mjs')),
  createStep('Size budget', () => isBuilt && runNpm('run', '--silent', 'size')),
  createVitestStep('Documents', 'docs', acceptAnyFile),
];
// The longest suites come first, so that no long suite runs alone at the end.
const suiteSteps = [
  createVitestStep('API', 'api'),
  createVitestStep('Screens', 'ui'),
  createVitestStep('Units', 'unit'),
  createVitestStep('Device storage', 'browser'),
];
const installationSteps = [createStep('Chromium', ensureChromium), createStep('Poppler', ensurePoppler)];

requireNodeVersion();
await ensurePackagesAndHooks();
rmSync(reportFolder, { recursive: true, force: true });
mkdirSync(reportFolder, { recursive: true });

// The end-to-end tests start first. They mostly wait, so that other checks can run at the same time.
const endToEndSteps = shouldRunEndToEnd ? [endToEndStep] : [];
const runAllSteps = isEngineRun
  ? createSequentialStep(...preparationSteps, endToEndStep)
  : createSequentialStep(
      ...installationSteps,
      ...preparationSteps,
      createTwoLaneStep(...endToEndSteps, createSequentialStep(...checkSteps), ...suiteSteps),
    );
const digestAtStart = digestAllFiles();
await runAllSteps();
if (isProfiled) printProfile(reportFolder, root);
const hasPassed = printSummary();
if (hasPassed && isCiSuite && !isEngineRun) recordCiPassed(digestAtStart);
process.exitCode = hasPassed ? 0 : 1;
