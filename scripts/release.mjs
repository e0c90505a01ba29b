// `npm run release` checks whether this commit may be released, and writes its archive and notes to dist/release. The script
// neither tags nor pushes, but at the end prints the commands for tag and push.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { ensurePackagesAndHooks, requireNodeVersion } from './lib/install.mjs';
import { hasCiPassed } from './lib/once-passed.mjs';
import { newestReleaseNotes, findReleaseProblems } from './lib/release.mjs';
import { root, run } from './lib/run.mjs';

const readProjectFile = (file) => readFileSync(path.join(root, file), 'utf8');
const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
const splitNonEmptyLines = (text) => text.split('\n').filter(Boolean);
const runScript = (...words) => run(process.execPath, words);

async function collectReleaseState() {
  return {
    changed: splitNonEmptyLines(git('status', '--porcelain')),
    branch: git('rev-parse', '--abbrev-ref', 'HEAD'),
    tags: splitNonEmptyLines(git('tag')),
    version: JSON.parse(readProjectFile('package.json')).version,
    lockVersion: JSON.parse(readProjectFile('package-lock.json')).version,
    changelog: readProjectFile('CHANGELOG.md'),
    landed: hasCiPassed(),
    licences: await runScript('scripts/licences.mjs', '--check'),
    size: (await build()) && (await runScript('scripts/size.mjs')),
  };
}

function writeReleaseFiles({ version, changelog }) {
  const folder = path.join(root, 'dist/release');
  const name = `ventanilla-${version}`;
  const archive = path.join(folder, `${name}.tar.gz`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  git('archive', '--format=tar.gz', `--prefix=${name}/`, `--output=${archive}`, 'HEAD');
  const digest = createHash('sha256').update(readFileSync(archive)).digest('hex');
  writeFileSync(`${archive}.sha256`, `${digest}  ${name}.tar.gz\n`);
  writeFileSync(path.join(folder, 'notes.md'), `Ventanilla ${version}\n\n${newestReleaseNotes(changelog)}\n`);
  return name;
}

requireNodeVersion();
await ensurePackagesAndHooks();
const releaseState = await collectReleaseState();
const releaseProblems = findReleaseProblems(releaseState);
if (releaseProblems.length > 0) {
  console.error(
    `\nVersion ${releaseState.version} cannot be released:\n${releaseProblems.map((line) => `  ${line}`).join('\n')}`,
  );
  process.exitCode = 1;
} else {
  const name = writeReleaseFiles(releaseState);
  console.log(`
dist/release contains ${name}.tar.gz with its digest, and notes.md. Remaining manual steps:
  git tag --annotate --cleanup=verbatim --file=dist/release/notes.md v${releaseState.version}
  git push origin main v${releaseState.version}
Then publish the archive, its digest and the notes where clinics fetch them.`);
}
