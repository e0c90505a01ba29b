import { Serial } from '#domain/serial.ts';
import { onWritten, type Written } from '../database/entry-watch.ts';
import { noteFailure, openBackups } from './copy-cache.ts';
import { backUpDevice } from './device-copy.ts';
import { followEntry, followGone } from './entry-copy.ts';
import { followKeys } from './key-copies.ts';
import { copyMailKey } from './mail-key-copy.ts';
import { followAllReceipts, followSettled, type Settled } from './receipt-copies.ts';

/** All but what was settled, which waits for its turn. */
type Single = Exclude<Written, { type: 'receipt' | 'receipts' }>;

async function follow({ type, id }: Single): Promise<void> {
  const cache = await openBackups();
  if (!cache) return;
  switch (type) {
    case 'entry':
      return followEntry(cache, id);
    case 'entry_gone':
      return followGone(cache, id);
    case 'keys':
      return followKeys(cache);
    case 'device':
      await copyMailKey(cache).catch(noteFailure);
      return backUpDevice();
  }
}

/** One after the other: of two changes of one entry the copy of the last has to stay. */
const copies = new Serial();
const inTurn = (work: () => Promise<unknown>): void => void copies.run(() => work().catch(noteFailure));

/** Receipts whose turn has not come: all that was settled until then is copied at once, and after what waits. */
let settled: Settled[] = [];
let isAllAsked = false;

async function followReceipts(): Promise<void> {
  const [all, news] = [isAllAsked, settled];
  [isAllAsked, settled] = [false, []];
  const cache = await openBackups();
  if (!cache) return;
  if (all) await followAllReceipts(cache);
  else await followSettled(cache, news);
}

/** One turn for all that is asked until it comes. */
function afterEntries(news: readonly Settled[] | 'all'): void {
  const isWaiting = isAllAsked || settled.length > 0;
  if (news === 'all') isAllAsked = true;
  else settled.push(...news);
  if (!isWaiting && (isAllAsked || settled.length > 0)) inTurn(followReceipts);
}

async function followAll(written: readonly Written[]): Promise<void> {
  for (const one of written)
    switch (one.type) {
      case 'receipt':
        afterEntries([one]);
        break;
      case 'receipts':
        afterEntries('all');
        break;
      case 'entry':
      case 'entry_gone':
      case 'keys':
      case 'device':
        await follow(one).catch(noteFailure);
    }
}

/** Copying a photo takes a slow tablet tenths of a second: whoever pressed 'Confirmar' sees first that it is kept. */
const COPIED_WITHIN_MS = 1_000;
/** A worker has none, nor has WebKit. */
type RequestIdle = (work: () => void, options: { timeout: number }) => unknown;
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    const { requestIdleCallback: request } = globalThis as { requestIdleCallback?: RequestIdle };
    if (request) request(resolve, { timeout: COPIED_WITHIN_MS });
    else resolve();
  });

/** From now on what this window or worker writes has its copy, an entry within a second or so. */
export const keepBackups = (): void =>
  onWritten((written) =>
    inTurn(async () => {
      const news = await written;
      if (news.some(({ type }) => type === 'entry')) await idle();
      await followAll(news);
    }),
  );

/**
 * For what has none: it was written before there were copies, or there was no room, or the tab died too early. One after
 * the other, so that what is confirmed meanwhile comes between.
 */
export async function backUpMissing(entryIds: readonly string[]): Promise<void> {
  inTurn(() => follow({ type: 'keys', id: '' }));
  inTurn(() => follow({ type: 'device', id: '' }));
  for (const id of entryIds) {
    inTurn(() => follow({ type: 'entry', id }));
    await backupsWritten();
  }
  afterEntries('all');
}

/** Settles when the copies of what was written until now are made. */
export async function backupsWritten(): Promise<void> {
  const seen = copies.last;
  await seen;
  if (seen !== copies.last) await backupsWritten(); // Receipts come after what waits.
}
