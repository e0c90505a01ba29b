import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stopPostmaster } from './postmaster.ts';

let dir: string;
let server: ChildProcess;
/** What signals it got. */
let got: string;
beforeEach(() => {
  dir = path.join(fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'postmaster-'))), 'postgres');
  fs.mkdirSync(dir);
  got = '';
});
afterEach(() => {
  vi.restoreAllMocks();
  server.kill('SIGKILL');
  fs.rmSync(path.dirname(dir), { recursive: true });
});

/** A program that stands in the cluster's folder as PostgreSQL does, and does that where it is told to end. */
async function standIn({ onQuit }: { readonly onQuit: string }): Promise<void> {
  const program = `trap 'echo INT' INT; trap 'echo QUIT; ${onQuit}' QUIT; echo ready; while :; do sleep 0.02; done`;
  server = spawn('sh', ['-c', program], { cwd: dir, stdio: ['ignore', 'pipe', 'ignore'] });
  server.stdout?.on('data', (chunk: Buffer) => (got += chunk.toString()));
  await expect.poll(() => got).toBe('ready\n');
  fs.writeFileSync(path.join(dir, 'postmaster.pid'), `${server.pid}\n${dir}\n1\n5432\n/run\n`);
}

/** Each look at the clock comes 20 seconds after the one before. */
function hurry(): void {
  const { now } = Date;
  let skipped = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + (skipped += 20_000));
}

// Elsewhere a server is known by its command's name, and this one's is a shell's.
describe.skipIf(process.platform !== 'linux')('P10.20 a server that does not stop in order', () => {
  it('is told once to end at once', async () => {
    await standIn({ onQuit: 'exit' });
    const ended = once(server, 'close');
    hurry();
    await stopPostmaster(dir);
    await ended;
    expect(got).toBe('ready\nINT\nQUIT\n');
  });

  it('and does not then either is named, with what to do', async () => {
    await standIn({ onQuit: ':' });
    hurry();
    await expect(stopPostmaster(dir)).rejects.toThrow(
      `El PostgreSQL incluido (proceso ${server.pid}) no se detiene: revisa que responda el disco de ${path.dirname(dir)}, termínalo con kill -9 ${server.pid} y repite esto.`,
    );
    await expect.poll(() => got).toBe('ready\nINT\nQUIT\n');
  });
});
