import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { API_BASE } from '#contract/routes/routes.ts';
import { makeScratch } from '#tests/support/base/scratch.ts';
import { startProvider } from '#tests/support/provider/provider-process.ts';
import { type Cluster, settingsFor } from './cluster.ts';
import { answers, until } from './process.ts';
import { say } from './say.ts';

/** The version before this one beside it, and the change from one to the other while desks register. */

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A version that was built beside this one. */
export interface Version {
  readonly commit: string;
  readonly program: string;
  remove(): void;
}

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const lockOf = (folder: string): string => fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8');

/** Builds a commit in a work tree of its own; its packages are ours where both want the same. */
export function buildBeside(revision: string): Version {
  const commit = git('rev-parse', '--short', revision);
  const folder = path.join(makeScratch('before'), 'tree');
  git('worktree', 'add', '--detach', folder, commit);
  const remove = () => {
    git('worktree', 'remove', '--force', folder);
    fs.rmSync(path.dirname(folder), { recursive: true, force: true });
  };
  if (lockOf(folder) === lockOf(root))
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  say(`Building ${commit} beside…`);
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) {
    remove();
    throw new Error(`${commit} could not be built`);
  }
  return { commit, program: path.join(folder, 'dist/server/main.js'), remove };
}

/** What a visitor's first page and its scripts were answered. */
export interface Pages {
  readonly asked: number;
  readonly missing: number;
}

/** Gives a page and asks for each of its files, which may be another provider's, until it is told to end. */
async function visitPages(origin: string, isOver: () => boolean): Promise<Pages> {
  let [asked, missing] = [0, 0];
  while (!isOver()) {
    const page = await (await fetch(`${origin}/`)).text();
    const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
    for (const file of files) {
      asked += 1;
      const { status } = await fetch(`${origin}${file}`);
      if (status !== 200) missing += 1;
    }
    await pause(150);
  }
  return { asked, missing };
}

/** Each provider is told to stop, drains, and comes again as this version; then the next one. */
export async function exchangeAll({ stands, swift, origin }: Cluster): Promise<Pages> {
  let isOver = false;
  const pages = visitPages(origin, () => isOver);
  for (const stand of stands) {
    await stand.provider.stop();
    const { dataDir } = stand.provider;
    stand.provider = await startProvider({ port: stand.port, dataDir, env: settingsFor(swift, stand) });
    await until('the new one is ready', () => answers(`http://127.0.0.1:${stand.port}${API_BASE}/ready`));
    // The balancer looks twice a second.
    await pause(1_500);
  }
  isOver = true;
  return pages;
}
