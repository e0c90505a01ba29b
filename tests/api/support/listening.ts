import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Writable } from 'node:stream';
import { buildApp } from '#server/app.ts';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import type { FuzzTarget } from '#tests/fuzz/world.ts';
import { type TestDatabase, createTestDatabase } from '#tests/support/server/embedded-database.ts';
import { makeScratchFolder } from '#tests/support/base/scratch.ts';

export interface ListeningServer extends FuzzTarget {
  stop(): Promise<void>;
}

export async function startListeningServer(label: string): Promise<ListeningServer> {
  const database: TestDatabase = await createTestDatabase(label);
  const filesDir = makeScratchFolder(label);
  const staticDir = makeScratchFolder(`${label}-app`);
  fs.writeFileSync(path.join(staticDir, 'index.html'), '<!doctype html><title>Ventanilla</title>');
  const lines: string[] = [];
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString());
      done();
    },
  });
  const app = await buildApp({
    pool: database.pool,
    files: createDiskFileStore(filesDir),
    staticDir,
    publicUrl: null,
    logger: { level: 'info', stream },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    port: (app.server.address() as AddressInfo).port,
    pool: database.pool,
    memory: () => null,
    log: () => lines.join(''),
    stop: async () => {
      await app.close();
      await database.drop();
      for (const folder of [filesDir, staticDir]) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
