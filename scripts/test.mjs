// - `npm test`: installs what the tests need, then runs every check. `npm run check`: the same without the browser tests.
// - `npm test -- --landing`: also runs the CI suite (CONTRIBUTING.md); .ci/run uses this command.
// - `npm run test:engines`: runs every end-to-end test in Firefox, and all tests in WebKit.
// - `-- --profile` also prints the CPU time of each suite and its slowest files.
// - A passed check is skipped until a file that it reads changes; `-- --again` runs it anyway.
import { mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from './build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureFirefox } from './lib/firefox.mjs';
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { filesNow, acceptAny, isCode, recordLandingPassed, runUnlessPassed } from './lib/once-passed.mjs';
import { ensurePoppler } from './lib/poppler.mjs';
import { countPlaywright, countVitest } from './lib/reports.mjs';
import { isProfiled, tellProfile } from './lib/profile.mjs';
import { npm, root, run, runNamed } from './lib/run.mjs';
import { runInSequence, step, printSummary, runTogether, runTwoAtOnce } from './lib/steps.mjs';
import { ensureWebKit } from './lib/webkit.mjs';

const reports = path.join(root, 'test-results', 'reports');
const report = (name) => path.join(reports, `${name}.json`);
// `--thorough` includes the slowest tests; playwright.config.ts reads the environment variable.
const isThorough = process.argv.includes('--thorough');
if (isThorough) process.env.THOROUGH = '1';
const isLanding = process.argv.includes('--landing');
if (isLanding) process.env.LANDING = '1';
else if (!isThorough) process.env.WITHOUT_LANDING = '1'; // vitest.config.ts
const everyEngine = process.argv.includes('--engines');
if (everyEngine) process.env.ENGINES = '1';
const mayBeSpared = !isThorough && !everyEngine && !process.argv.includes('--again');
const withEndToEnd = !process.argv.includes('--without-e2e');
const otherEngines = isThorough || isLanding || everyEngine;

/** Returns the arguments with which Playwright runs only the chosen projects; empty for all projects. */
function projects() {
  if (everyEngine) return ['--project=firefox', '--project=webkit'];
  return otherEngines ? [] : ['--project=chromium'];
}

/**
 * Suffix of the name under which a passed check is recorded. The CI suite has more tests, so its passes are recorded under
 * separate names: a pass of the smaller suite must not skip the CI suite.
 */
const landed = isLanding ? '-landing' : '';
const unlessPassed = (name, isRead, check) => (mayBeSpared ? runUnlessPassed(name, isRead, check) : check());

async function runVitest(project) {
  const file = report(project);
  const output = [
    '--reporter=./scripts/reporters/vitest.mjs',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const left = isThorough ? [] : [`--tags-filter=!thorough${isLanding ? '' : ' && !landing'}`];
  // The name 'unit' selects two projects (vitest.config.ts).
  const ok = await runNamed(project, 'vitest', ['run', `--project=${project}*`, ...output, ...left]);
  return countVitest(file, ok);
}
const vitest = (title, project, isRead = isCode) =>
  step(title, () => unlessPassed(`${project}${landed}`, isRead, () => runVitest(project)));

async function runPlaywright() {
  const file = report('e2e');
  const ok = await runNamed(
    'e2e',
    'playwright',
    ['test', '--reporter=./scripts/reporters/playwright.mjs,json', ...projects()],
    {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
  );
  return countPlaywright(file, ok);
}

let isBuilt = false;
const prepared = [
  step('Build', async () => (isBuilt = await build())),
  ...(otherEngines ? [step('Firefox', ensureFirefox), step('WebKit', ensureWebKit)] : []),
];
const endToEnd = step('End to end', () => isBuilt && unlessPassed(`e2e${landed}`, isCode, runPlaywright));
const GIB = 2 ** 30;
/**
 * Environment of the type checker, a Go program. Collecting garbage takes a quarter of its CPU time, so it collects none below
 * 6 GiB, of which it uses 5. A machine with little memory keeps Go's defaults.
 */
const checkerEnv = os.totalmem() >= 16 * GIB ? { GOGC: 'off', GOMEMLIMIT: '6GiB' } : {};
const script = (...args) => run(process.execPath, args);
const checks = [
  step('Lock file', () => script('scripts/lock.mjs', '--check')),
  // These checks run in parallel, because each uses one CPU core and prints little when it passes.
  runTogether(
    step('Format', () => run('oxfmt', ['--check'])),
    step('Unused code', () => run('knip', ['--no-progress'])),
  ),
  // A single run of oxlint does both checks, so that the program is parsed only once.
  step('Types and lint', () => run('oxlint', ['--type-aware', '--type-check'], checkerEnv)),
  step('Rooms', () => script('scripts/rooms.mjs')),
  step('Size budget', () => isBuilt && npm('run', '--silent', 'size')),
  vitest('Documents', 'docs', acceptAny),
];
// The longest suites come first, so that no suite is still running alone at the end.
const suites = [
  vitest('API', 'api'),
  vitest('Screens', 'ui'),
  vitest('Units', 'unit'),
  vitest('Device storage', 'browser'),
];
const systems = [step('Chromium', ensureChromium), step('Poppler', ensurePoppler)];

requireNode();
await ensureInstalled();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

// The end-to-end tests start first. They mostly wait, so that other checks can run at the same time.
const endToEndFirst = withEndToEnd ? [endToEnd] : [];
const everything = everyEngine
  ? runInSequence(...prepared, endToEnd)
  : runInSequence(
      ...systems,
      ...prepared,
      runTwoAtOnce(...endToEndFirst, runInSequence(...checks), ...suites),
    );
const begunWith = filesNow();
await everything();
if (isProfiled) tellProfile(reports, root);
const passed = printSummary();
if (passed && isLanding && !everyEngine) recordLandingPassed(begunWith);
process.exitCode = passed ? 0 : 1;
