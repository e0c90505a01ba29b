import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeScratchFolder } from '../base/scratch.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface BuiltVersion {
  readonly commit: string;
  readonly program: string;
  remove(): void;
}

const runGit = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const readPackageLock = (folder: string): string =>
  fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8');

/** Builds a commit in a separate work tree. It uses this project's packages if both versions need the same ones. */
export function buildVersion(revision: string): BuiltVersion {
  const commit = runGit('rev-parse', '--short', revision);
  const folder = path.join(makeScratchFolder('before'), 'tree');
  runGit('worktree', 'add', '--detach', folder, commit);
  const remove = () => {
    runGit('worktree', 'remove', '--force', folder);
    fs.rmSync(path.dirname(folder), { recursive: true, force: true });
  };
  if (readPackageLock(folder) === readPackageLock(root))
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  process.stdout.write(`Building ${commit} beside…\n`);
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) {
    remove();
    throw new Error(`${commit} could not be built`);
  }
  return { commit, program: path.join(folder, 'dist/server/main.js'), remove };
}
