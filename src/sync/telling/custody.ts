import type { DeviceReportAnswer } from '#contract/records/people/devices.ts';
import { isAnotherDatabase, MOST_BYTES, roomFor, type Statement } from '#domain/custody.ts';
import {
  hearSilence,
  hearStatement,
  readStatement,
  shrink,
  sizeOfKept,
  unseenKept,
} from '#storage/custody/hear.ts';
import { believed } from '#storage/custody/statement.ts';
import { readStorageSpace } from '#storage/device/storage-space.ts';
import type { Answer } from '../api/remote.ts';
import { requestDrain, whileNobodyDrains } from '../outbox/outbox.ts';

/** Request of a report for the server's backup statement, with the data to apply the response (S29). */
interface CopiesQuestion {
  /** Ids of entries that were delivered before the request and have no statement yet. */
  readonly unseen: readonly string[];
  readonly deviceId: string;
  /** User whose session sends the request. */
  readonly userId: string;
}

export const askForCopies = async (userId: string, deviceId: string): Promise<CopiesQuestion> => ({
  unseen: await unseenKept(),
  deviceId,
  userId,
});

/** Applies a statement. Entries that the server has lost are sent again at once. */
async function hearTold(told: Statement, { unseen }: CopiesQuestion): Promise<void> {
  const [space, held] = await Promise.all([readStorageSpace(), sizeOfKept()]);
  const hear = () => hearStatement({ told, unseen, room: roomFor(space, held), now: Date.now() });
  if (!isAnotherDatabase(await readStatement(), told)) await hear();
  else {
    await whileNobodyDrains(hear);
    requestDrain('enqueue');
  }
}

/**
 * Applies the response to a report; call it under the report's lock. No entry is released for its age before the server was
 * queried, and a size limit applies even without a statement.
 */
export async function hearCopies(
  question: CopiesQuestion,
  answer: Answer<DeviceReportAnswer>,
): Promise<void> {
  const said = answer.type === 'ok' ? answer.body.copies : null;
  const told = said && (await believed(said, question));
  if (told) return hearTold(told, question);
  if (answer.type === 'ok') await hearSilence(Date.now());
  await shrink(MOST_BYTES);
}
