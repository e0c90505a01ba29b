import type { CopiesStatement } from '#contract/records/people/devices.ts';
import { isAnotherDatabase, roomFor } from '#domain/custody.ts';
import {
  forgetUnheardOf,
  hearStatement,
  readStatement,
  sizeOfKept,
  unseenKept,
} from '#storage/custody/hear.ts';
import { believed } from '#storage/custody/statement.ts';
import { readStorageSpace } from '#storage/device/storage-space.ts';
import { requestDrain, whileNobodyDrains } from '../outbox/outbox.ts';

/** What a report asks about the provider's copies, and what is done with the answer (S29). */
interface CopiesQuestion {
  /** What had arrived before it was asked. */
  readonly unseen: readonly string[];
  readonly deviceId: string;
  /** Whose session asks. */
  readonly userId: string;
}

export async function askForCopies(userId: string, deviceId: string): Promise<CopiesQuestion> {
  await forgetUnheardOf(Date.now());
  return { unseen: await unseenKept(), deviceId, userId };
}

/** Under the report's lock. What the provider has lost goes again at once. */
export async function hearCopies(question: CopiesQuestion, said: CopiesStatement): Promise<void> {
  const told = await believed(said, question);
  if (!told) return;
  const [space, held] = await Promise.all([readStorageSpace(), sizeOfKept()]);
  const { unseen } = question;
  const hear = () => hearStatement({ told, unseen, room: roomFor(space, held), now: Date.now() });
  if (!isAnotherDatabase(await readStatement(), told)) await hear();
  else {
    await whileNobodyDrains(hear);
    requestDrain('enqueue');
  }
}
