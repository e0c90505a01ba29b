import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

interface ProcessUserIds {
  readonly uid?: number;
  readonly gid?: number;
}
interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly ids?: ProcessUserIds;
  readonly env?: Readonly<Record<string, string>>;
}

/** Program of the cluster that the test can kill and restart. It ends only processes that it started itself, by their ids. */
export class ClusterProgram {
  readonly #command: Command;
  #child: ChildProcess | null = null;
  #output = '';

  constructor(command: Command) {
    this.#command = command;
  }

  start(): void {
    if (this.#child) return;
    const { program, args, ids, env } = this.#command;
    const child = spawn(program, args, {
      ...ids,
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    child.once('error', (error) => (this.#output += `${program}: ${error.message}\n`));
    child.once('exit', () => (this.#child = null));
    this.#child = child;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Last 4,000 characters that the program printed. */
  get output(): string {
    return this.#output.slice(-4_000);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}

export function childPidsOf(pid: number): number[] {
  const parentOf = (id: string): number => {
    try {
      const stat = fs.readFileSync(`/proc/${id}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    } catch {
      return 0;
    }
  };
  return fs
    .readdirSync('/proc')
    .filter((id) => /^\d+$/.test(id) && parentOf(id) === pid)
    .map(Number);
}

/**
 * Kills a process and its direct children. The children are listed before the kill, so that none of them survives and still
 * responds.
 */
export function killWithChildren(pid: number): void {
  const all = [pid, ...childPidsOf(pid)];
  for (const id of all) {
    try {
      process.kill(id, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

const POLL_MS = 50;

/**
 * Polls until the condition is true.
 * @throws an error with the description `what` after `withinMs`
 */
export async function waitUntil(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  withinMs = 90_000,
): Promise<void> {
  const giveUpAt = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error(`waited ${withinMs / 1_000} s for: ${what}`);
    await pause(POLL_MS);
  }
}

/** Returns true if the address responds with this status within one second. */
export async function isResponding(url: string, status = 200): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) });
    await answer.arrayBuffer();
    return answer.status === status;
  } catch {
    return false;
  }
}
