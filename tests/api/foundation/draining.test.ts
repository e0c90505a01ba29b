// @module-tag landing
import { execFileSync } from 'node:child_process';
import http from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '#tests/support/server/server-process.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
let server: ServerProcess;

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'provider'], { cwd: root });
  // The stopping server waits 15 s, because on a busy machine the balancer may need seconds for its next request to /ready.
  server = await startServer({ env: { DEMO: '0', DRAIN_SECONDS: '15' } });
});
afterAll(() => server.destroy());

const keepAliveAgent = new http.Agent({ keepAlive: true });
const requestOutcome = (path: string) =>
  new Promise<number | string | undefined>((resolve) => {
    http
      .get(`${server.origin}/api/v1${path}`, { agent: keepAliveAgent }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      })
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });

describe('P10.64 SIGTERM under load', () => {
  test('a stopping server responds to every request until /ready returns 503, and ends with exit code 0', async () => {
    const statuses = new Map<number | string | undefined, number>();
    const unready = new AbortController();
    const load = Array.from({ length: 20 }, async () => {
      while (!unready.signal.aborted) {
        const status = await requestOutcome('/me/branding'); // A 401 shows that the server under test has responded, because only that server sends it.
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    });
    const balancer = (async () => {
      while ((await requestOutcome('/ready')) === 200);
      unready.abort();
    })();
    await expect.poll(() => statuses.get(401) ?? 0).toBeGreaterThan(30);
    const stopped = server.stop();
    await Promise.all([balancer, ...load]);
    expect([...statuses.keys()]).toEqual([401]);
    expect(await stopped).toBe(0);
  });

  test('a stopping server ends at once at a second signal', async () => {
    const patient = await startServer({ env: { DEMO: '0', DRAIN_SECONDS: '300' } });
    const pid = patient.pid();
    const stopped = patient.stop();
    // main.ts treats two signals within 700 ms as one Ctrl-C.
    const signal = () => {
      try {
        return process.kill(pid, 'SIGTERM');
      } catch {
        return false;
      }
    };
    await expect.poll(signal, { interval: 200 }).toBe(false);
    expect(await stopped).toBe(1);
    await patient.destroy();
  });
});
