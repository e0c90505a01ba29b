import { db } from '../database/database.ts';
import { itemsOf } from '../database/items.ts';
import type { DraftRow } from '../database/records.ts';
import { dropUnreferenced } from '../keys/pictures.ts';
import type { VaultKeys } from '../vault/vault.ts';
import type { Confirmation, Confirmed, IsWanted } from './confirmation.ts';
import { isReplaceable } from './correction-plan.ts';
import { forgetPatient, patientTag, sealPatient, type PatientToKeep } from './patients.ts';
import { dropFromParcels } from './rows/parcel-rows.ts';

export interface Correcting {
  readonly keys: VaultKeys;
  readonly confirmation: Confirmation;
  readonly draft: DraftRow;
  readonly isWanted: IsWanted;
}

/** Another window or a drain came between the plan and its transaction: the next plan fits. */
export type Attempt = Confirmed | { readonly type: 'moved_on' };

/** The person whom the device knows from now on, and the one who is no longer known under the document of before. */
interface People {
  readonly tag: string;
  readonly patient: PatientToKeep;
  readonly tagBefore: string;
}

export async function readPeople(
  keys: VaultKeys,
  confirmation: Confirmation,
  tagBefore: string | null,
): Promise<People> {
  const { ownerId, person, summary, correction } = confirmation;
  const before = correction?.summary.before;
  const [tag, patient, ofBefore] = await Promise.all([
    patientTag(keys, summary.identificationType, summary.identificationNumber),
    sealPatient(keys, ownerId, person),
    before && patientTag(keys, before.identificationType, before.identificationNumber),
  ]);
  return { tag, patient, tagBefore: tagBefore ?? ofBefore ?? tag };
}

/** Inside a transaction over `confirmingTables`. */
export async function writePeople(ownerId: string, { tag, patient, tagBefore }: People): Promise<void> {
  if (tagBefore !== tag) await forgetPatient({ ownerId, patientTag: tagBefore });
  await db.patients.put(patient);
}

/**
 * Inside a transaction: deletes those earlier corrections that this one contains and that were never taken by the server. One of
 * which a send has begun meanwhile stays: the later capture time decides.
 */
export async function removeContained(ids: readonly string[]): Promise<void> {
  for (const entry of await db.entries.bulkGet([...ids])) {
    if (entry?.kind !== 'correction' || !(await isReplaceable(entry))) continue;
    const rows = await itemsOf(entry.id);
    await db.items.bulkDelete(rows.map(({ id }) => id));
    await db.entries.delete(entry.id);
    await dropFromParcels([entry.id]);
    await dropUnreferenced(rows.map(({ picture }) => picture?.bytesId));
  }
}
