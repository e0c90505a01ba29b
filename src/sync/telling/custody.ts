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

/** What a report asks about the provider's copies, and what is done with the answer (S29). */
interface CopiesQuestion {
  /** What had arrived before it was asked. */
  readonly unseen: readonly string[];
  readonly deviceId: string;
  /** Whose session asks. */
  readonly userId: string;
}

export const askForCopies = async (userId: string, deviceId: string): Promise<CopiesQuestion> => ({
  unseen: await unseenKept(),
  deviceId,
  userId,
});

/** What the provider has lost goes again at once. */
async function hearTold(told: Statement, { unseen }: CopiesQuestion): Promise<void> {
  const [space, held] = await Promise.all([readStorageSpace(), sizeOfKept()]);
  const hear = () => hearStatement({ told, unseen, room: roomFor(space, held), now: Date.now() });
  if (!isAnotherDatabase(await readStatement(), told)) await hear();
  else {
    await whileNobodyDrains(hear);
    requestDrain('enqueue');
  }
}

/** Under the report's lock. Nothing is let go for its age before the provider was asked; without a statement there is a bound, too. */
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
