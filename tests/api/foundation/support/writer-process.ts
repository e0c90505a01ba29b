import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { errorCode } from '#server/platform/base/start-error.ts';

/** Writer process in a separate process group, so that a test can kill it with all processes that it started. */
export class WriterProcess {
  readonly child: ChildProcess;
  readonly lines: string[] = [];
  readonly #exited: Promise<unknown>;
  readonly #news = new EventEmitter();

  constructor(program: string, dataDir: string) {
    const child = spawn(process.execPath, [program, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    this.child = child;
    this.#exited = once(child, 'close');
    createInterface(child.stdout).on('line', (line) => {
      this.lines.push(line);
      this.#news.emit('news');
    });
    child.once('close', () => this.#news.emit('news'));
  }

  /**
   * Returns the first printed line, from line number `from` on, that starts with `beginning`.
   * @throws when the writer ends without such a line
   */
  async waitForLine(beginning: string, from = 0): Promise<string> {
    for (;;) {
      const line = this.lines.slice(from).find((said) => said.startsWith(beginning));
      if (line !== undefined) return line;
      if (this.#hasEnded())
        throw new Error(
          `The writer ended without saying "${beginning}": ${this.lines.slice(-3).join(' | ')}`,
        );
      await once(this.#news, 'news');
    }
  }

  #hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  acknowledgedNumbers(): number[] {
    return this.lines.filter((line) => line.startsWith('ack ')).map((line) => Number(line.slice(4)));
  }

  /**
   * Kills the writer alone (`program`) or with the other processes of its group, such as initdb (`group`). PostgreSQL has its
   * own group.
   */
  async kill(what: 'program' | 'group'): Promise<void> {
    const { pid } = this.child;
    if (pid !== undefined && !this.#hasEnded()) {
      try {
        process.kill(what === 'group' ? -pid : pid, 'SIGKILL');
      } catch (error) {
        if (errorCode(error) !== 'ESRCH') throw error; // ESRCH means that the process has already ended.
      }
    }
    await this.#exited;
  }

  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    await this.#exited;
    return this.child.exitCode;
  }
}
