import * as z from 'zod/mini';
import { db } from '../database/database.ts';
import { runStorageOperation } from '../base/problem.ts';

const MAX_STORED_FILE_NAMES = 20;

/** Only names of the app's own files are stored, because they contain no personal data. */
const FileName = z.string().check(z.regex(/^[\w.-]{1,80}$/));
const DownloadsRow = z.object({
  id: z.literal('downloads'),
  ownerId: z.string(),
  count: z.int().check(z.minimum(1)),
  names: z.array(FileName).check(z.minLength(1), z.maxLength(MAX_STORED_FILE_NAMES)),
});
export type DownloadsRow = z.infer<typeof DownloadsRow>;

export type Downloads = Pick<DownloadsRow, 'count' | 'names'>;

async function readDownloadsRow(ownerId: string): Promise<DownloadsRow | null> {
  const { data } = DownloadsRow.safeParse(await db.device.get('downloads'));
  return data?.ownerId === ownerId ? data : null;
}

export const readDownloads = (ownerId: string): Promise<Downloads | null> =>
  runStorageOperation(() => readDownloadsRow(ownerId));

/**
 * Records a file that was passed to the browser. Does nothing if the user has signed out, because the notice about downloads
 * was then shown already.
 */
export const recordDownload = (ownerId: string, name: string): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.accounts, db.device, async () => {
      if ((await db.accounts.get('current'))?.userId !== ownerId) return;
      const { count, names } = (await readDownloadsRow(ownerId)) ?? { count: 0, names: [] };
      const row = {
        id: 'downloads',
        ownerId,
        count: count + 1,
        names: [name, ...names].slice(0, MAX_STORED_FILE_NAMES),
      };
      await db.device.put(DownloadsRow.parse(row));
    }),
  );
