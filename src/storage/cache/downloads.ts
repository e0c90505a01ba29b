import * as z from 'zod/mini';
import { db } from '../database/database.ts';
import { storing } from '../base/problem.ts';

/** So many names are kept, the newest; the count goes on. */
const KEPT_NAMES = 20;

/** What the app writes names nobody; nothing else is ever said of it. */
const FileName = z.string().check(z.regex(/^[\w.-]{1,80}$/));
const DownloadsRow = z.object({
  id: z.literal('downloads'),
  ownerId: z.string(),
  count: z.int().check(z.minimum(1)),
  names: z.array(FileName).check(z.minLength(1), z.maxLength(KEPT_NAMES)),
});
export type DownloadsRow = z.infer<typeof DownloadsRow>;

/** Files that lie in the device's folder of downloads since the user's sign-in. */
export type Downloads = Pick<DownloadsRow, 'count' | 'names'>;

async function readRow(ownerId: string): Promise<DownloadsRow | null> {
  const { data } = DownloadsRow.safeParse(await db.device.get('downloads'));
  return data?.ownerId === ownerId ? data : null;
}

/** Null when there are none. */
export const readDownloads = (ownerId: string): Promise<Downloads | null> => storing(() => readRow(ownerId));

/** A file was handed to the browser. Whoever has left meanwhile was told without it. */
export const noteDownload = (ownerId: string, name: string): Promise<void> =>
  storing(() =>
    db.transaction('rw', db.accounts, db.device, async () => {
      if ((await db.accounts.get('current'))?.userId !== ownerId) return;
      const { count, names } = (await readRow(ownerId)) ?? { count: 0, names: [] };
      const row = {
        id: 'downloads',
        ownerId,
        count: count + 1,
        names: [name, ...names].slice(0, KEPT_NAMES),
      };
      await db.device.put(DownloadsRow.parse(row));
    }),
  );
