// `npm run same-build -- COMMIT` builds COMMIT and the current files and compares dist/, to show that a change of comments,
// titles or documents did not change the program. The server's files are not minified and are therefore compared without
// comments; all other files are compared byte for byte.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseSync } from 'vite';
import { build } from './build.mjs';
import { root } from './lib/run.mjs';

const LOCK_FILE = 'package-lock.json';
const [commit] = process.argv.slice(2);
if (!commit) {
  console.error('A commit is required: npm run same-build -- COMMIT');
  process.exit(2);
}

/**
 * Returns false for files whose differences are ignored: build stamps, source maps (which contain the sources) and the build's
 * manifest (which contains folder names).
 */
const isComparedFile = (name) => !/(?:^|\/)\.|\.map$/.test(name);

/** @returns the program without comments and without the blank lines that their removal leaves */
function removeComments(name, bytes) {
  let text = bytes.toString();
  for (const { start, end } of parseSync(name, text).comments.toReversed())
    text = `${text.slice(0, start)}${text.slice(end)}`;
  return Buffer.from(text.replaceAll(/[ \t]*\n\s*/g, '\n').trim());
}
const comparableBytes = (name, bytes) =>
  /^server\/.*\.js$/.test(name) ? removeComments(name, bytes) : bytes;

const listComparedFiles = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => isComparedFile(name) && statSync(path.join(folder, name)).isFile(),
  );

function buildCommitAndCompare(compare) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ventanilla-same-build-'));
  const git = (...args) => execFileSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  git('worktree', 'add', '--detach', folder, commit);
  try {
    // A commit with the same lock file uses this project's packages through a link. A commit with another lock file gets no
    // link, because npm would install that commit's packages through the link into this project.
    if (readFileSync(path.join(folder, LOCK_FILE)).equals(readFileSync(path.join(root, LOCK_FILE))))
      symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'inherit' });
    return compare(path.join(folder, 'dist'));
  } finally {
    git('worktree', 'remove', '--force', folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

if (!(await build())) process.exit(1);
const ownBuildFolder = path.join(root, 'dist');
const differentFiles = buildCommitAndCompare((there) => {
  const names = new Set([...listComparedFiles(ownBuildFolder), ...listComparedFiles(there)]);
  const bytesOf = (folder, name) => {
    try {
      return comparableBytes(name, readFileSync(path.join(folder, name)));
    } catch (error) {
      if (error.code === 'ENOENT') return null;
      throw error;
    }
  };
  console.log(`${names.size} files compared.`);
  return [...names].filter((name) => {
    const [one, other] = [bytesOf(ownBuildFolder, name), bytesOf(there, name)];
    return !one || !other || !one.equals(other);
  });
});
for (const name of differentFiles) console.log(`different: ${name}`);
if (differentFiles.length === 0) console.log(`The build equals that of ${commit}.`);
process.exitCode = differentFiles.length > 0 ? 1 : 0;
