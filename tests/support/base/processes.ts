import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Interval of the checks whether processes have ended. This file finds a browser's processes through /proc, by the profile
 * folder on the first process's command line.
 */

const POLL_MS = 20;

const listProcessIds = (): number[] =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/**
 * Returns the processes that name the folder on their command line, and all their descendants. Descendants are needed because
 * the browser's process for the network cache does not name the folder.
 */
export function findProcessesUsingFolder(folder: string): number[] {
  const names = (argument: string) => argument === folder || argument === `--user-data-dir=${folder}`;
  const family = new Set(listProcessIds().filter((pid) => commandLine(pid).some(names)));
  const parents = new Map(listProcessIds().map((pid) => [pid, parentOf(pid)]));
  // The loop also visits members that are added while it runs, and so finds all descendants.
  for (const member of family) for (const [pid, parent] of parents) if (parent === member) family.add(pid);
  return [...family];
}

/**
 * Reads state and parent from /proc/…/stat. They come after the process's name, which may itself contain blanks and brackets.
 */
function statOf(pid: number): { state: string; parent: number } | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return null; // The process has ended since the list was read.
  }
}

const parentOf = (pid: number): number => statOf(pid)?.parent ?? 0;

/**
 * Returns true if the process runs. A zombie, which its parent has not yet collected, does not count: it writes nothing any
 * more.
 */
function isProcessAlive(pid: number): boolean {
  const stat = statOf(pid);
  return stat !== null && stat.state !== 'Z';
}

export async function waitUntilProcessesEnd(pids: readonly number[]): Promise<void> {
  while (pids.some(isProcessAlive)) await pause(POLL_MS);
}

function commandLine(pid: number): string[] {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return []; // The process has ended since the list was read.
  }
}

/** Returns the program's name, which the kernel cuts to fifteen characters. */
export function readProgramName(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return ''; // The process has ended since the list was read.
  }
}

export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * Returns true if the process is a renderer of Chromium, which runs a page or worker. Its command line is one text with blanks,
 * because Chromium forks and renames it.
 */
export const isRendererProcess = (pid: number): boolean =>
  commandLine(pid).some((argument) => argument.includes('--type=renderer'));
