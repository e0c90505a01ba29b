import { emptyRegistration } from '#domain/registration.ts';
import { db } from '#storage/database/database.ts';
import type { BytesRow, EntryRow, FileColumn, ItemRow } from '#storage/database/records.ts';
import { requireKeysOf } from '#storage/keys/keyring.ts';
import { encryptFile } from '#storage/keys/pictures.ts';
import { createNewItemRow } from '#storage/outbox/rows/new-rows.ts';
import { bodyAad, summaryAad } from '#storage/outbox/rows/outbox-rows.ts';
import type { RegistrationSummary } from '#storage/vault/entry-summary.ts';
import { encryptJson, hmacTag, type VaultKeys } from '#storage/vault/vault.ts';
import { createNextEvaluationBody, getPreparedReception, createArrayOf } from './reception.ts';

const createSampleSummary = (number: string): RegistrationSummary => ({
  patientName: 'Medida Ficticia',
  identification_type: 'CC',
  identification_number: number,
  labels: { evaluationType: 'Ingreso', employerCompany: 'Empresa', contractorCompany: null },
  form: emptyRegistration,
  linked: null,
});

/** Number of registrations created in one transaction. */
const REGISTRATIONS_PER_TRANSACTION = 50;

/** Size of the pictures in an entry. `small` is for benchmarks that do not open the pictures. */
type PictureSize = 'real' | 'small';
const SMALL_PICTURES = { photo: new ArrayBuffer(1_000), signature: new ArrayBuffer(1_000) };

interface StoredRegistrationRows {
  readonly entry: EntryRow;
  readonly items: readonly ItemRow[];
  readonly bytes: readonly BytesRow[];
}

/**
 * Most recent capture time, ms. Each registration gets a later one, so that the rows of one registration stay together when
 * sorted by time.
 */
let lastCaptureTime = 0;
const nextCaptureTime = (): number => (lastCaptureTime = Math.max(lastCaptureTime + 1, Date.now()));

async function createEntryRow(keys: VaultKeys, number: string): Promise<EntryRow> {
  const { ownerId, branchId } = getPreparedReception();
  const id = crypto.randomUUID();
  const [sealedSummary, patientTag] = await Promise.all([
    encryptJson(keys, summaryAad(id), createSampleSummary(number)),
    hmacTag(keys, [number]),
  ]);
  const who = { ownerId, capturedBy: ownerId, branchId, capturedAt: nextCaptureTime(), clockOffset: 0 };
  return {
    id,
    kind: 'registration',
    target: null,
    ...who,
    patientTag,
    standing: 'on_its_way',
    sealedSummary,
  };
}

/**
 * Returns the rows that 'Confirmar' stores for one registration. Inserting ten thousand registrations this way takes one
 * minute; confirming them would take ten.
 */
async function createRegistrationRows(
  keys: VaultKeys,
  pictures: PictureSize,
): Promise<StoredRegistrationRows> {
  const { ownerId } = getPreparedReception();
  const { photo, signature } = pictures === 'real' ? getPreparedReception() : SMALL_PICTURES;
  const body = createNextEvaluationBody();
  const evaluationId = crypto.randomUUID();
  const [entry, sealedBody, first, second] = await Promise.all([
    createEntryRow(keys, body.patient?.identification_number ?? ''),
    encryptJson(keys, bodyAad(evaluationId), JSON.stringify(body)),
    encryptFile(keys, ownerId, { bytes: photo, mime: 'image/jpeg', name: 'photo.jpg' }),
    encryptFile(keys, ownerId, { bytes: signature, mime: 'image/png', name: 'signature.png' }),
  ]);
  const file = (kind: 'photo' | 'signature', picture: FileColumn) =>
    createNewItemRow(entry, kind, { id: crypto.randomUUID(), sealedBody: null, picture });
  const evaluation = createNewItemRow(entry, 'evaluation', { id: evaluationId, sealedBody, picture: null });
  const items = [evaluation, file('photo', first.column), file('signature', second.column)];
  return { entry, items, bytes: [first.row, second.row] };
}

async function insertEntries(keys: VaultKeys, count: number, pictures: PictureSize): Promise<void> {
  const all = await Promise.all(createArrayOf(count, () => createRegistrationRows(keys, pictures)));
  await db.transaction('rw', [db.entries, db.items, db.bytes], async () => {
    await db.entries.bulkAdd(all.map(({ entry }) => entry));
    await db.items.bulkAdd(all.flatMap(({ items }) => items));
    await db.bytes.bulkAdd(all.flatMap(({ bytes }) => bytes));
  });
}

export async function insertRegistrations(count: number, pictures: PictureSize = 'real'): Promise<void> {
  const keys = await requireKeysOf(getPreparedReception().ownerId);
  for (let left = count; left > 0; left -= REGISTRATIONS_PER_TRANSACTION)
    await insertEntries(keys, Math.min(left, REGISTRATIONS_PER_TRANSACTION), pictures);
}
