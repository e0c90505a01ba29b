import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../database/connection/client.ts';

/** Folder of the built app in which every file name contains a hash of the content. */
const ASSETS_FOLDER = 'assets';
/**
 * Extensions of precompressed files. These are not stored for other replicas, because each replica compresses the response
 * itself.
 */
const COMPRESSED_FILE_PATTERN = /\.(br|gz)$/;
const FILE_NAME_PATTERN = /^[\w.-]{1,200}$/;
/** Number of days for which the files of a version are kept after the last start of that version. */
const KEPT_VERSION_DAYS = 30;

const listAssetFiles = (staticDir: string): Promise<string[]> =>
  readdir(path.join(staticDir, ASSETS_FOLDER)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

/**
 * Stores the files of this version for the other replicas, and deletes the files of versions that were not started for
 * KEPT_VERSION_DAYS.
 */
export async function shareAndPruneAppFiles({ $client }: Database, staticDir: string): Promise<void> {
  const names = (await listAssetFiles(staticDir)).filter(
    (name) => FILE_NAME_PATTERN.test(name) && !COMPRESSED_FILE_PATTERN.test(name),
  );
  const { rows } = await $client.query<{ name: string }>(
    'update app_files set started_at = now() where name = any($1) returning name',
    [names],
  );
  const known = new Set(rows.map(({ name }) => name));
  for (const name of names.filter((one) => !known.has(one)))
    await $client.query('insert into app_files (name, content) values ($1, $2) on conflict do nothing', [
      name,
      await readFile(path.join(staticDir, ASSETS_FOLDER, name)),
    ]);
  await $client.query('delete from app_files where started_at < now() - make_interval(days => $1)', [
    KEPT_VERSION_DAYS,
  ]);
}

/** Returns a file of the app, possibly of another version; null if no recently started version has the file. */
export async function findAppFile({ $client }: Database, name: string): Promise<Buffer | null> {
  if (!FILE_NAME_PATTERN.test(name)) return null;
  const { rows } = await $client.query<{ content: Buffer }>({
    name: 'app_file',
    text: 'select content from app_files where name = $1',
    values: [name],
  });
  return rows[0]?.content ?? null;
}
