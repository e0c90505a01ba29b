import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';

const execFileAsync = promisify(execFile);

export interface CommandOutput {
  readonly code: number;
  /** Standard output of the program, followed by its error output. */
  readonly text: string;
}

/**
 * Settings of podman for this test. They use runc, because crun may not support the machine's control groups, and only resource
 * limits that an unprivileged user may set.
 */
const PODMAN_CONFIGURATION = `[engine]
runtime = "runc"
[containers]
default_ulimits = ["nofile=20000:20000", "nproc=4096:4096"]
`;

/** Container engine with its own configuration folder. */
export class Engine {
  readonly folder: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(folder: string) {
    this.folder = folder;
    const file = path.join(folder, 'containers.conf');
    fs.writeFileSync(file, PODMAN_CONFIGURATION);
    this.#env = { ...process.env, CONTAINERS_CONF: file };
  }

  /** Runs a program to its end and returns the exit code without throwing. */
  async try(program: string, args: readonly string[], cwd = this.folder): Promise<CommandOutput> {
    try {
      const { stdout, stderr } = await execFileAsync(program, args, {
        cwd,
        env: this.#env,
        maxBuffer: 100_000_000,
      });
      return { code: 0, text: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: unknown; stdout?: string; stderr?: string };
      if (typeof code !== 'number') throw error;
      return { code, text: `${stdout ?? ''}${stderr ?? ''}` };
    }
  }

  /**
   * @returns the output
   * @throws if the program fails
   */
  async run(program: string, args: readonly string[], cwd?: string): Promise<string> {
    const { code, text } = await this.try(program, args, cwd);
    if (code !== 0)
      throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${text.slice(-4_000)}`);
    return text.trim();
  }

  podman(...args: string[]): Promise<string> {
    return this.run('podman', args);
  }

  /** Runs a program in a temporary container and returns its output and exit code. */
  runTemporarily(image: string, options: readonly string[], ...words: string[]): Promise<CommandOutput> {
    return this.try('podman', ['run', '--rm', '--init', '--read-only', ...options, image, ...words]);
  }

  async hasImage(name: string): Promise<boolean> {
    return (await this.try('podman', ['image', 'exists', name])).code === 0;
  }
}

/**
 * Polls until a result exists.
 * @throws an error with the last state after two minutes
 */
export async function pollFor<Found>(
  what: string,
  look: () => Promise<Found | null>,
  lastSeen: () => Promise<string> = () => Promise.resolve(''),
): Promise<Found> {
  const deadline = AbortSignal.timeout(120_000);
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (deadline.aborted) throw new Error(`${what}: waited for in vain. ${await lastSeen()}`);
    await pause(300);
  }
}
