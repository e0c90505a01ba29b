import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** The processes of a browser, found through /proc by the folder that its first one names. */

const POLL_MS = 20;

const everyProcess = (): number[] =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** Those that name the folder on their command line, and all that they started: the one that writes the cache names nothing. */
export function processesOn(folder: string): number[] {
  const names = (argument: string) => argument === folder || argument === `--user-data-dir=${folder}`;
  const family = new Set(everyProcess().filter((pid) => commandLine(pid).some(names)));
  const parents = new Map(everyProcess().map((pid) => [pid, parentOf(pid)]));
  // A set yields what is added while it is walked: children of children are found too.
  for (const member of family) for (const [pid, parent] of parents) if (parent === member) family.add(pid);
  return [...family];
}

/** State and parent from /proc/…/stat, counted from the end of the name, which may hold blanks and brackets. */
function statOf(pid: number): { state: string; parent: number } | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return null; // It ended while the list was read.
  }
}

const parentOf = (pid: number): number => statOf(pid)?.parent ?? 0;

/** One that ended and was not yet fetched by its parent writes nothing any more. */
function isAlive(pid: number): boolean {
  const stat = statOf(pid);
  return stat !== null && stat.state !== 'Z';
}

export async function untilGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await pause(POLL_MS);
}

function commandLine(pid: number): string[] {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return []; // It ended while the list was read.
  }
}

/** The program's name, as the kernel cuts it: fifteen letters. */
export function nameOf(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return ''; // It ended while the list was read.
  }
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Of Chromium: what runs a page or a worker. Its command line is one text with blanks: it was forked and renamed. */
export const isRenderer = (pid: number): boolean =>
  commandLine(pid).some((argument) => argument.includes('--type=renderer'));
