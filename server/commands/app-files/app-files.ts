import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../database/connection/client.ts';

/** Folder of the built app whose files have a hash of their content in their name. */
const HASHED = 'assets';
/** Precompressed files are not stored for other replicas, which compress the response themselves. */
const COMPRESSED = /\.(br|gz)$/;
const NAME = /^[\w.-]{1,200}$/;
/** Days for which the files of a version are kept after its last start. */
const KEPT_DAYS = 30;

/** Returns the names of the app's files; none if the app is not built. */
const filesBelow = (staticDir: string): Promise<string[]> =>
  readdir(path.join(staticDir, HASHED)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

/**
 * Stores the files of this version for the other replicas, and deletes those of versions that were not started for KEPT_DAYS.
 */
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

/** Returns a file of the app, also of another version; null if no recently started version has it. */
export async function findAppFile({ $client }: Database, name: string): Promise<Buffer | null> {
  if (!NAME.test(name)) return null;
  const { rows } = await $client.query<{ content: Buffer }>({
    name: 'app_file',
    text: 'select content from app_files where name = $1',
    values: [name],
  });
  return rows[0]?.content ?? null;
}
