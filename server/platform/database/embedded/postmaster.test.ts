import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stopPostmaster } from './postmaster.ts';

let clusterFolder: string;
let standInServer: ChildProcess;
/** Signals that the stand-in for PostgreSQL received, as written to its output file. */
let receivedSignals: string;
beforeEach(() => {
  clusterFolder = path.join(
    fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'postmaster-'))),
    'postgres',
  );
  fs.mkdirSync(clusterFolder);
  receivedSignals = '';
});
afterEach(() => {
  vi.restoreAllMocks();
  standInServer.kill('SIGKILL');
  fs.rmSync(path.dirname(clusterFolder), { recursive: true });
});

/** Starts a process as a stand-in for PostgreSQL, in the cluster's folder. On SIGQUIT it runs the shell command `onQuit`. */
async function startStandIn({ onQuit }: { readonly onQuit: string }): Promise<void> {
  const program = `trap 'echo INT' INT; trap 'echo QUIT; ${onQuit}' QUIT; echo ready; while :; do sleep 0.02; done`;
  standInServer = spawn('sh', ['-c', program], { cwd: clusterFolder, stdio: ['ignore', 'pipe', 'ignore'] });
  standInServer.stdout?.on('data', (chunk: Buffer) => (receivedSignals += chunk.toString()));
  await expect.poll(() => receivedSignals).toBe('ready\n');
  fs.writeFileSync(
    path.join(clusterFolder, 'postmaster.pid'),
    `${standInServer.pid}\n${clusterFolder}\n1\n5432\n/run\n`,
  );
}

/** Makes each call for the current time return a time 20 seconds later than the previous call. */
function speedUpClock(): void {
  const { now } = Date;
  let skipped = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + (skipped += 20_000));
}

// These tests run only on Linux: on other systems a PostgreSQL server is recognised by its command name, and the stand-in is a
// shell.
describe.skipIf(process.platform !== 'linux')(
  'P10.20 embedded PostgreSQL server that does not stop on SIGINT',
  () => {
    it('an embedded PostgreSQL server that does not stop on SIGINT receives SIGQUIT exactly once', async () => {
      await startStandIn({ onQuit: 'exit' });
      const ended = once(standInServer, 'close');
      speedUpClock();
      await stopPostmaster(clusterFolder);
      await ended;
      expect(receivedSignals).toBe('ready\nINT\nQUIT\n');
    });

    it('the error names the process id and gives instructions when the PostgreSQL server does not stop on SIGQUIT either', async () => {
      await startStandIn({ onQuit: ':' });
      speedUpClock();
      await expect(stopPostmaster(clusterFolder)).rejects.toThrow(
        `El PostgreSQL incluido (proceso ${standInServer.pid}) no se detiene: revisa que responda el disco de ${path.dirname(clusterFolder)}, termínalo con kill -9 ${standInServer.pid} y repite esto.`,
      );
      await expect.poll(() => receivedSignals).toBe('ready\nINT\nQUIT\n');
    });
  },
);
