import * as z from 'zod/mini';
import { db } from '../database/database.ts';
import { withStorageErrors } from '../base/problem.ts';

/** Maximum number of stored file names (the newest ones); all downloads are counted. */
const STORED_NAMES_MAX = 20;

/** Names of the app's own files contain no personal data; other names are never stored. */
const FileName = z.string().check(z.regex(/^[\w.-]{1,80}$/));
const DownloadsRow = z.object({
  id: z.literal('downloads'),
  ownerId: z.string(),
  count: z.int().check(z.minimum(1)),
  names: z.array(FileName).check(z.minLength(1), z.maxLength(STORED_NAMES_MAX)),
});
export type DownloadsRow = z.infer<typeof DownloadsRow>;

/** Files in the device's downloads folder since the user's sign-in. */
export type Downloads = Pick<DownloadsRow, 'count' | 'names'>;

async function readRow(ownerId: string): Promise<DownloadsRow | null> {
  const { data } = DownloadsRow.safeParse(await db.device.get('downloads'));
  return data?.ownerId === ownerId ? data : null;
}

/** Returns null without downloads. */
export const readDownloads = (ownerId: string): Promise<Downloads | null> =>
  withStorageErrors(() => readRow(ownerId));

/**
 * Records a file that was passed to the browser. Ignored if the user has signed out in the meantime: the notice about downloads
 * was already shown without this file.
 */
export const recordDownload = (ownerId: string, name: string): Promise<void> =>
  withStorageErrors(() =>
    db.transaction('rw', db.accounts, db.device, async () => {
      if ((await db.accounts.get('current'))?.userId !== ownerId) return;
      const { count, names } = (await readRow(ownerId)) ?? { count: 0, names: [] };
      const row = {
        id: 'downloads',
        ownerId,
        count: count + 1,
        names: [name, ...names].slice(0, STORED_NAMES_MAX),
      };
      await db.device.put(DownloadsRow.parse(row));
    }),
  );
