// npm test: every check there is, after setting up what it needs. npm run check: the same without the browsers' tests.
// npm test -- --landing: also the landing's tests (CONTRIBUTING.md); .ci/run is this.
// npm run test:engines: every end-to-end test in Firefox, and all of WebKit's.
// `-- --profile` adds what each suite used of the processor, and its slowest files.
// Tests do not run again where nothing that they read has changed since they passed; `-- --again` runs them all the same.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureFirefox } from './lib/firefox.mjs';
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { filesNow, isAnything, isCode, noteLanded, oncePassed } from './lib/once-passed.mjs';
import { ensurePoppler } from './lib/poppler.mjs';
import { countPlaywright, countVitest } from './lib/reports.mjs';
import { isProfiled, tellProfile } from './lib/profile.mjs';
import { npm, root, run, runNamed } from './lib/run.mjs';
import { inTurn, step, tell, together, twoAtOnce } from './lib/steps.mjs';
import { ensureWebKit } from './lib/webkit.mjs';

const reports = path.join(root, 'test-results', 'reports');
const report = (name) => path.join(reports, `${name}.json`);
// With the tests that take longest: playwright.config.ts reads it too.
const isThorough = process.argv.includes('--thorough');
if (isThorough) process.env.THOROUGH = '1';
const isLanding = process.argv.includes('--landing');
if (isLanding) process.env.LANDING = '1';
const everyEngine = process.argv.includes('--engines');
if (everyEngine) process.env.ENGINES = '1';
const mayBeSpared = !isThorough && !everyEngine && !process.argv.includes('--again');
const withEndToEnd = !process.argv.includes('--without-e2e');
const otherEngines = isThorough || isLanding || everyEngine;

/** Of playwright.config.ts; where none is named all run. */
function projects() {
  if (everyEngine) return ['--project=firefox', '--project=webkit'];
  return otherEngines ? [] : ['--project=chromium'];
}

/** A landing runs more: what passed without it is not enough. */
const landed = isLanding ? '-landing' : '';
const unlessPassed = (name, isRead, check) => (mayBeSpared ? oncePassed(name, isRead, check) : check());

async function runVitest(project) {
  const file = report(project);
  const output = [
    '--reporter=./scripts/reporters/vitest.mjs',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const left = isThorough ? [] : [`--tags-filter=!thorough${isLanding ? '' : ' && !landing'}`];
  // 'unit' is three projects (vitest.config.ts).
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
const script = (...args) => run(process.execPath, args);
const checks = [
  step('Lock file', () => script('scripts/lock.mjs', '--check')),
  // Each keeps one core busy, and says little when it passes.
  together(
    step('Format', () => run('oxfmt', ['--check'])),
    step('Unused code', () => run('knip', ['--no-progress'])),
  ),
  // One reading of the program for the rules and for the compiler's own errors.
  step('Types and lint', () => run('oxlint', ['--type-aware', '--type-check'])),
  step('Rooms', () => script('scripts/rooms.mjs')),
  step('Size budget', () => isBuilt && npm('run', '--silent', 'size')),
  vitest('Documents', 'docs', isAnything),
];
// The longest first, so that none of them is left over at the end.
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

// Much of an end-to-end test is waiting: the rest runs meanwhile.
const endToEndFirst = withEndToEnd ? [endToEnd] : [];
const everything = everyEngine
  ? inTurn(...prepared, endToEnd)
  : inTurn(...systems, ...prepared, twoAtOnce(...endToEndFirst, inTurn(...checks), ...suites));
const begunWith = filesNow();
await everything();
if (isProfiled) tellProfile(reports, root);
const passed = tell();
if (passed && isLanding && !everyEngine) noteLanded(begunWith);
process.exitCode = passed ? 0 : 1;
