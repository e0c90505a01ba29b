// npm test: every check there is, after setting up what it needs. npm run check: the same without the browsers' tests.
// npm run test:engines: every end-to-end test in Firefox, and all of WebKit's.
// The end-to-end tests do not run again where nothing has changed since they passed; `-- --again` runs them all the same.
// All steps run, so that one look shows all that is wrong; the last line is `N passed, N failed`.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureFirefox } from './lib/firefox.mjs';
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { oncePassed } from './lib/once-passed.mjs';
import { ensurePoppler } from './lib/poppler.mjs';
import { countPlaywright, countVitest } from './lib/reports.mjs';
import { npm, root, run } from './lib/run.mjs';
import { ensureWebKit } from './lib/webkit.mjs';

const reports = path.join(root, 'test-results', 'reports');
const report = (name) => path.join(reports, `${name}.json`);
// With the tests that take longest: playwright.config.ts reads it too.
const isThorough = process.argv.includes('--thorough');
if (isThorough) process.env.THOROUGH = '1';
const otherEngines = process.argv.includes('--engines');
if (otherEngines) process.env.ENGINES = '1';
const mayBeSpared = !isThorough && !otherEngines && !process.argv.includes('--again');
const withEndToEnd = !process.argv.includes('--without-e2e');

/** A step that is one check: it passes or it fails. */
const single = async (outcome) => ((await outcome) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

async function vitest() {
  const file = report('vitest');
  const ok = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...(isThorough ? [] : ['--tags-filter=!thorough']),
  ]);
  return countVitest(file, ok);
}

async function endToEnd() {
  const file = report('playwright');
  const projects = otherEngines ? ['--project=firefox', '--project=webkit'] : [];
  const ok = await run('playwright', ['test', '--reporter=list,json', ...projects], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  return countPlaywright(file, ok);
}

let isBuilt = false;
async function browserTests() {
  if (!isBuilt) return single(false);
  return mayBeSpared ? oncePassed(endToEnd) : endToEnd();
}
const buildIt = { name: 'Build', check: async () => single((isBuilt = await build())) };
const checks = [
  { name: 'Chromium', check: () => single(ensureChromium()) },
  { name: 'Poppler', check: () => single(ensurePoppler()) },
  { name: 'Lock file', check: () => single(run(process.execPath, ['scripts/lock.mjs', '--check'])) },
  // Together: each keeps one core busy, and says little when it passes.
  [
    { name: 'Format', check: () => single(run('prettier', ['--check', '--log-level', 'warn', '.'])) },
    { name: 'Types', check: () => single(run('tsc', ['-b'])) },
    { name: 'Unused code', check: () => single(run('knip', ['--no-progress'])) },
  ],
  { name: 'Lint', check: () => single(run('oxlint', ['--type-aware'])) },
  { name: 'Rooms', check: () => single(run(process.execPath, ['scripts/rooms.mjs'])) },
  buildIt,
  { name: 'Tests', check: vitest },
  { name: 'Size budget', check: () => single(isBuilt && npm('run', '--silent', 'size')) },
];
const browsers = [
  { name: 'Firefox', check: () => single(ensureFirefox()) },
  { name: 'WebKit', check: () => single(ensureWebKit()) },
  { name: 'End to end', check: browserTests },
];
const steps = otherEngines ? [buildIt, ...browsers] : withEndToEnd ? [...checks, ...browsers] : checks;

requireNode();
await ensureInstalled();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const total = { passed: 0, failed: 0 };
const summary = [];

async function perform({ name, check }) {
  const began = Date.now();
  const { passed, failed, skipped = 0 } = await check();
  const outcome = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  summary.push(`  ${name.padEnd(12)} ${outcome} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  total.passed += passed;
  total.failed += failed;
}

for (const step of steps) {
  const together = [step].flat();
  console.log(`\n── ${together.map(({ name }) => name).join(', ')}`);
  await Promise.all(together.map(perform));
}

console.log(`\n${summary.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
