import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../database/connection/client.ts';

/** Of the built app: what lies here has a hash of its content in its name. */
const HASHED = 'assets';
/** What was compressed beforehand is compressed again where it is asked for. */
const COMPRESSED = /\.(br|gz)$/;
const NAME = /^[\w.-]{1,200}$/;
/** How long a page lives on after the last start of its version. */
const KEPT_DAYS = 30;

/** Where the app is built; none where it is not. */
const filesBelow = (staticDir: string): Promise<string[]> =>
  readdir(path.join(staticDir, HASHED)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

/** Puts the files of this version where its neighbours find them, and takes away those of versions that nobody starts any more. */
export async function shareAppFiles({ $client }: Database, staticDir: string): Promise<void> {
  const names = (await filesBelow(staticDir)).filter((name) => NAME.test(name) && !COMPRESSED.test(name));
  const { rows } = await $client.query<{ name: string }>(
    'update app_files set started_at = now() where name = any($1) returning name',
    [names],
  );
  const known = new Set(rows.map(({ name }) => name));
  for (const name of names.filter((one) => !known.has(one)))
    await $client.query('insert into app_files (name, content) values ($1, $2) on conflict do nothing', [
      name,
      await readFile(path.join(staticDir, HASHED, name)),
    ]);
  await $client.query('delete from app_files where started_at < now() - make_interval(days => $1)', [
    KEPT_DAYS,
  ]);
}

/** A file of another version; null where none that was started lately has it. */
export async function findAppFile({ $client }: Database, name: string): Promise<Buffer | null> {
  if (!NAME.test(name)) return null;
  const { rows } = await $client.query<{ content: Buffer }>({
    name: 'app_file',
    text: 'select content from app_files where name = $1',
    values: [name],
  });
  return rows[0]?.content ?? null;
}
