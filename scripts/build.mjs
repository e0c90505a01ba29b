// Builds app and server into dist/. A part is built only if its sources changed since its last build. The arguments select the
// parts: `app`, `provider`.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { digestOfFiles } from './lib/digest.mjs';
import { ensurePackagesAndHooks, requireNodeVersion } from './lib/install.mjs';
import { root, runQuietly } from './lib/run.mjs';

const SHARED_SOURCES = ['contract', 'domain', 'package.json', 'package-lock.json', 'tsconfig.base.json'];
// The user guide is a source of the app, which shows it.
const GUIDE_SOURCES = ['docs/guide/guia.md', 'docs/guide/images'];
const partDefinitions = {
  app: {
    named: 'la aplicación',
    result: 'dist/app/index.html',
    sources: [
      ...SHARED_SOURCES,
      'index.html',
      'public',
      'scripts/build',
      'src',
      'sw',
      'vite.config.ts',
      ...GUIDE_SOURCES,
    ],
    options: [],
  },
  provider: {
    named: 'el proveedor',
    result: 'dist/server/main.js',
    sources: [
      ...SHARED_SOURCES,
      'server',
      'src/board',
      'src/verification',
      'vite.server.config.ts',
      'scripts/build/public-page.ts',
      'scripts/build/worker-program.ts',
    ],
    options: ['--config', 'vite.server.config.ts'],
  },
};

const stampPathOf = (name) => path.join(root, 'dist', `.${name}.stamp`);

const isTestFile = (file) => /\.test\.tsx?$/.test(file);

async function buildPartIfChanged(name) {
  const { named, result, sources, options } = partDefinitions[name];
  const digest = digestOfFiles(sources, isTestFile);
  const stamp = stampPathOf(name);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest && existsSync(path.join(root, result)))
    return true;
  rmSync(stamp, { force: true });
  console.log(`Construyendo ${named}…`);
  const built = await runQuietly('vite', ['build', ...options], { NODE_ENV: 'production' });
  if (built) writeFileSync(stamp, digest);
  return built;
}

/**
 * Forces the next build of a part, even if its sources have not changed. Needed by scripts that write into dist/ themselves.
 */
export const forgetBuild = (name) => rmSync(stampPathOf(name), { force: true });

/** Builds the named parts; returns true when all of them are up to date. */
export async function build(names = Object.keys(partDefinitions)) {
  mkdirSync(path.join(root, 'dist'), { recursive: true });
  const outcomes = await Promise.all(names.map(buildPartIfChanged));
  return outcomes.every(Boolean);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  requireNodeVersion();
  await ensurePackagesAndHooks();
  const names = process.argv.slice(2);
  process.exitCode = (await build(names.length > 0 ? names : undefined)) ? 0 : 1;
}
