import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareAndPruneAppFiles } from '#server/platform/http/program/app-files.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import { makeScratchFolder } from '#tests/support/base/scratch.ts';
import { createCaller, type Replica, type Server, startReplica, startServer } from '../support/server.ts';

const SCRIPT_CONTENT = `console.log(${JSON.stringify('de la versión anterior '.repeat(100))});`;
const builtAppFolders: string[] = [];
function makeBuiltApp(script: string): string {
  const folder = makeScratchFolder('built');
  builtAppFolders.push(folder);
  fs.mkdirSync(path.join(folder, 'assets'));
  fs.writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><script src="/assets/${script}"></script>`,
  );
  fs.writeFileSync(path.join(folder, 'assets', script), SCRIPT_CONTENT);
  fs.writeFileSync(path.join(folder, 'assets', `${script}.gz`), 'compressed');
  return folder;
}

const [OLD, NEW] = ['app.OLD12345.js', 'app.NEW12345.js'];
let firstServer: Server;
let olderReplica: Replica;
let newerReplica: Replica;
beforeAll(async () => {
  firstServer = await startServer('app_files');
  const [oldDir, newDir] = [makeBuiltApp(OLD), makeBuiltApp(NEW)];
  for (const folder of [oldDir, newDir])
    await shareAndPruneAppFiles(toDatabase(firstServer.database.pool), folder);
  olderReplica = await startReplica(firstServer, { staticDir: oldDir });
  newerReplica = await startReplica(firstServer, { staticDir: newDir });
});
afterAll(async () => {
  await olderReplica.stop();
  await newerReplica.stop();
  await firstServer.stop();
  for (const folder of builtAppFolders) fs.rmSync(folder, { recursive: true });
});

const getFromReplica = ({ app }: Replica, url: string, headers = {}) =>
  app.inject({ method: 'GET', url, headers });

describe('P10.65 scripts of a page from a server of another version', () => {
  it('two servers of different versions each serve the scripts of both versions, with the same headers', async () => {
    for (const [at, script] of [
      [olderReplica, NEW],
      [newerReplica, OLD],
    ] as const) {
      const own = await getFromReplica(at, `/assets/${script === OLD ? NEW : OLD}`);
      const reply = await getFromReplica(at, `/assets/${script}`);
      expect([reply.statusCode, reply.body]).toEqual([200, SCRIPT_CONTENT]);
      for (const name of [
        'content-type',
        'cache-control',
        'x-content-type-options',
        'content-security-policy',
      ])
        expect([name, reply.headers[name]]).toEqual([name, own.headers[name]]);
    }
    const small = await getFromReplica(newerReplica, `/assets/${OLD}`, { 'accept-encoding': 'gzip' });
    expect(small.headers['content-encoding']).toBe('gzip');
  });

  it('a server responds with an error, never with a page, for a script that no version has', async () => {
    for (const name of [
      'app.NONE1234.js',
      `${OLD}.gz`,
      '..%2Findex.html',
      '%00',
      'a'.repeat(300),
      `x/${OLD}`,
    ]) {
      const reply = await createCaller(newerReplica.app).send('GET', `/assets/${name}`);
      expect([name, reply.statusCode < 500, reply.body.includes('<script')]).toEqual([name, true, false]);
      expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    }
  });

  it('a starting server deletes the scripts of a version that was not started for thirty days; that version adds them again at its next start', async () => {
    const { pool } = firstServer.database;
    await pool.query("update app_files set started_at = now() - interval '31 days' where name = $1", [OLD]);
    await shareAndPruneAppFiles(toDatabase(pool), builtAppFolders[1] ?? '');
    expect((await pool.query('select name from app_files')).rows).toEqual([{ name: NEW }]);
    await shareAndPruneAppFiles(toDatabase(pool), builtAppFolders[0] ?? '');
    expect((await getFromReplica(newerReplica, `/assets/${OLD}`)).statusCode).toBe(200);
  });
});
