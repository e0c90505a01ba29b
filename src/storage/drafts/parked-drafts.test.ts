import { beforeEach, describe, expect, it } from 'vitest';
import {
  isContainedInForm,
  emptyRegistration,
  isEmptyDraftContent,
  NO_TYPED_COMPANIES,
} from '#domain/registration.ts';
import { createAdditionalField, createFieldValue } from '#tests/support/screens/additional-fields.ts';
import {
  ANA_ID,
  BEA_ID,
  confirmation,
  draftContent,
  randomPicture,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { signOutAccount } from '../account/accounts.ts';
import { db } from '../database/database.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { enqueueConfirmation } from '../outbox/registrations/enqueue.ts';
import { encryptJson, sha256Hex } from '../vault/vault.ts';
import { loadDraft, saveDraftContent, saveDraftPicture } from './drafts.ts';
import {
  countParkedDrafts,
  discardParkedDraft,
  exchangeDraft,
  listParkedDrafts,
  listParkedDraftsOfPatient,
  MAX_PARKED_DRAFTS_PER_USER,
} from './parked-drafts.ts';

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

const photo = randomPicture(5_000);
const sha256OfBytes = (bytes = new ArrayBuffer(0)) => sha256Hex(bytes);

async function saveCompleteDraft(number: string): Promise<void> {
  await saveDraftContent(ANA_ID, null, draftContent(number));
  await saveDraftPicture(ANA_ID, null, 'photo', photo);
  await saveDraftPicture(ANA_ID, null, 'signature', randomPicture(900, 'image/png'));
}
async function parkNewDraft(number: string, now = Date.now()): Promise<string> {
  const before = (await listParkedDrafts(ANA_ID)).map(({ id }) => id);
  await saveDraftContent(ANA_ID, null, draftContent(number));
  expect(await exchangeDraft(ANA_ID, null, now)).toBe('exchanged');
  return (await listParkedDrafts(ANA_ID)).find(({ id }) => !before.includes(id))?.id ?? '';
}
const listParkedDocumentNumbers = async () =>
  (await listParkedDrafts(ANA_ID)).map(({ content }) =>
    content === null || content === 'damaged' ? content : content.form.identification_number,
  );
const readCurrentDocumentNumber = async () =>
  (await loadDraft(ANA_ID, null))?.content?.form.identification_number ?? null;

describe('S27 parked draft', () => {
  it('parking a draft keeps its form, step, images and time, and leaves an empty form on the screen', async () => {
    await saveCompleteDraft('1');
    await exchangeDraft(ANA_ID, null, 1_000);
    expect(await loadDraft(ANA_ID, null)).toBeNull();
    const [parked] = await listParkedDrafts(ANA_ID);
    expect(parked).toMatchObject({
      parkedAt: 1_000,
      content: draftContent('1'),
      hasPhoto: true,
      hasSignature: true,
    });
    expect(await exchangeDraft(ANA_ID, parked?.id ?? '', 2_000)).toBe('exchanged');
    const back = await loadDraft(ANA_ID, null);
    expect(back?.content).toEqual(draftContent('1'));
    expect(await sha256OfBytes(back?.photo?.bytes)).toBe(await sha256OfBytes(photo.bytes));
    expect(await countParkedDrafts(ANA_ID)).toBe(0);
    expect(await enqueueConfirmation(confirmation('1'))).toMatchObject({ type: 'confirmed' });
  });

  it('reopening a parked draft parks the draft that was on the screen', async () => {
    const first = await parkNewDraft('1');
    await saveCompleteDraft('2');
    expect(await exchangeDraft(ANA_ID, first, Date.now())).toBe('exchanged');
    expect([await readCurrentDocumentNumber(), await listParkedDocumentNumbers()]).toEqual(['1', ['2']]);
    expect((await listParkedDrafts(ANA_ID))[0]).toMatchObject({ hasPhoto: true, hasSignature: true });
  });

  it('the device does not park an empty form', async () => {
    const first = await parkNewDraft('1');
    await saveDraftContent(ANA_ID, null, {
      form: emptyRegistration,
      step: 0,
      linked: null,
      picturesOf: null,
      typedCompanies: NO_TYPED_COMPANIES,
      correcting: null,
    });
    await exchangeDraft(ANA_ID, first, Date.now());
    expect([await readCurrentDocumentNumber(), await countParkedDrafts(ANA_ID)]).toEqual(['1', 0]);
  });

  it('the device parks a draft that has an image but no form data', async () => {
    const first = await parkNewDraft('1');
    await saveDraftPicture(ANA_ID, null, 'photo', photo);
    await exchangeDraft(ANA_ID, first, Date.now());
    expect(await listParkedDrafts(ANA_ID)).toMatchObject([
      { content: null, hasPhoto: true, hasSignature: false },
    ]);
  });

  it('when two windows reopen a parked draft, only the first one gets it', async () => {
    const first = await parkNewDraft('1');
    const both = await Promise.allSettled([
      exchangeDraft(ANA_ID, first, Date.now()),
      exchangeDraft(ANA_ID, first, Date.now()),
    ]);
    const taken = both.filter((one) => one.status === 'fulfilled' && one.value === 'exchanged');
    expect(taken).toHaveLength(1);
    expect([await readCurrentDocumentNumber(), await listParkedDocumentNumbers()]).toEqual(['1', []]);
    expect(await exchangeDraft(ANA_ID, first, Date.now())).toBe('gone');
    expect(await readCurrentDocumentNumber()).toBe('1');
  });

  it('S3 a window that has not loaded the current draft can neither park it nor reopen a parked draft', async () => {
    const first = await parkNewDraft('1');
    await saveDraftContent(ANA_ID, null, draftContent('2'));
    await db.drafts.update(`${ANA_ID}:new`, { revision: 'of another window' });
    const changed = { kind: 'changed' };
    await expect(exchangeDraft(ANA_ID, null, Date.now())).rejects.toMatchObject(changed);
    await expect(exchangeDraft(ANA_ID, first, Date.now())).rejects.toMatchObject(changed);
    expect(await listParkedDocumentNumbers()).toEqual(['1']);
  });

  it(`a user can park at most ${MAX_PARKED_DRAFTS_PER_USER} drafts; exchanging a parked draft with the current one is possible at the limit`, async () => {
    for (let nth = 1; nth <= MAX_PARKED_DRAFTS_PER_USER; nth += 1) await parkNewDraft(String(nth), nth);
    await saveDraftContent(ANA_ID, null, draftContent('one too many'));
    expect(await exchangeDraft(ANA_ID, null, Date.now())).toBe('full');
    expect(await readCurrentDocumentNumber()).toBe('one too many');
    expect((await listParkedDocumentNumbers()).slice(0, 3)).toEqual(['1', '2', '3']);
    const [oldest] = await listParkedDrafts(ANA_ID);
    expect(await exchangeDraft(ANA_ID, oldest?.id ?? '', Date.now())).toBe('exchanged');
    expect(await countParkedDrafts(ANA_ID)).toBe(MAX_PARKED_DRAFTS_PER_USER);
  });

  it('discarding a parked draft deletes its images and changes no other draft', async () => {
    await saveCompleteDraft('1');
    await exchangeDraft(ANA_ID, null, 1);
    await saveCompleteDraft('2');
    const [parked] = await listParkedDrafts(ANA_ID);
    await discardParkedDraft(ANA_ID, parked?.id ?? '');
    await discardParkedDraft(ANA_ID, `${ANA_ID}:new`);
    expect([
      await readCurrentDocumentNumber(),
      await countParkedDrafts(ANA_ID),
      await db.bytes.count(),
    ]).toEqual(['2', 0, 2]);
  });

  it('D1 S16 a parked draft stays encrypted after a sign-out, and only its owner can read it', async () => {
    const parked = await parkNewDraft('9999000017');
    const text = new TextDecoder().decode((await db.drafts.get(parked))?.sealedContent ?? new ArrayBuffer(0));
    expect(text).not.toContain('9999000017');
    await signOutAccount(Date.now());
    await expect(listParkedDrafts(ANA_ID)).rejects.toMatchObject({ kind: 'locked' });
    await signInOnDevice(BEA_ID);
    expect([await countParkedDrafts(BEA_ID), await exchangeDraft(BEA_ID, parked, Date.now())]).toEqual([
      0,
      'gone',
    ]);
    await discardParkedDraft(BEA_ID, parked);
    await signInOnDevice(ANA_ID);
    expect(await listParkedDocumentNumbers()).toEqual(['9999000017']);
  });

  it('S21 a parked draft of another app version is read with defaults; a damaged parked draft does not hide the others', async () => {
    const [older, damaged] = [await parkNewDraft('1', 1), await parkNewDraft('2', 2)];
    await parkNewDraft('3', 3);
    const sealedContent = await encryptJson(await requireKeysOf(ANA_ID), `draft:${older}`, {
      form: { first_name: 'Ana' },
    });
    const { parkedAt: _, ...row } = (await db.drafts.get(older)) ?? {};
    await db.drafts.put({ ...row, sealedContent, updatedAt: 4 } as never);
    await db.drafts.update(damaged, {
      sealedContent: await encryptJson(await requireKeysOf(ANA_ID), `draft:${damaged}`, 7),
    });
    expect(await listParkedDrafts(ANA_ID)).toMatchObject([
      { content: 'damaged' },
      { parkedAt: 3 },
      {
        parkedAt: 4,
        content: {
          form: { ...emptyRegistration, first_name: 'Ana' },
          step: 0,
          linked: null,
          picturesOf: null,
          typedCompanies: NO_TYPED_COMPANIES,
        },
      },
    ]);
  });
});

it('S27 S21 a parked draft that cannot be decrypted is reported as damaged, not as locked, and does not hide the others', async () => {
  const damaged = await parkNewDraft('1', 1);
  const other = await parkNewDraft('2', 2);
  const row = await db.drafts.get(damaged);
  await db.drafts.update(damaged, { sealedContent: row?.sealedContent?.slice(0, -1) ?? null });
  expect(await listParkedDocumentNumbers()).toEqual(['damaged', '2']);
  await expect(exchangeDraft(ANA_ID, damaged, 3)).rejects.toMatchObject({ kind: 'damaged' });
  expect(await exchangeDraft(ANA_ID, other, 4)).toBe('exchanged');
  expect([await readCurrentDocumentNumber(), await listParkedDocumentNumbers()]).toEqual(['2', ['damaged']]);
  await discardParkedDraft(ANA_ID, damaged);
  expect(await countParkedDrafts(ANA_ID)).toBe(0);
});

describe('P10.230 S27 parked drafts of one identity document', () => {
  it('the search by document finds parked drafts however the document number is written', async () => {
    await parkNewDraft('777');
    await parkNewDraft('888');
    const draftOf = (identification_number: string, identification_type: 'CC' | 'CE' = 'CC') =>
      listParkedDraftsOfPatient(ANA_ID, { identification_type, identification_number });
    expect(await draftOf(' 0.777 ')).toHaveLength(1);
    expect(await draftOf('777', 'CE')).toEqual([]);
    expect(await draftOf('')).toEqual([]);
  });

  it('reopening a parked draft deletes the current draft if that draft has no image and the parked draft contains all its data', async () => {
    const first = await parkNewDraft('777');
    await saveDraftContent(ANA_ID, null, draftContent('777'));
    expect(await exchangeDraft(ANA_ID, first, 2_000, { dropsPresent: true })).toBe('exchanged');
    expect([await readCurrentDocumentNumber(), await listParkedDocumentNumbers()]).toEqual(['777', []]);
    const second = await parkNewDraft('777');
    await saveCompleteDraft('777');
    expect(await exchangeDraft(ANA_ID, second, 3_000, { dropsPresent: true })).toBe('exchanged');
    expect(await listParkedDrafts(ANA_ID)).toMatchObject([{ hasPhoto: true, hasSignature: true }]);
  });

  it('replacing the current draft by an empty form parks the draft', async () => {
    await saveDraftContent(ANA_ID, null, draftContent('777'));
    await exchangeDraft(ANA_ID, null, 1_000, { dropsPresent: true });
    expect(await listParkedDocumentNumbers()).toEqual(['777']);
  });
});

it('P10.353 a draft with only additional values is not empty, and is not contained in a form without these values', () => {
  const values = [createFieldValue(createAdditionalField(1, { subject: 'visit' }), 'Bolívar')];
  const form = { ...emptyRegistration, visit_additional: values };
  expect(isEmptyDraftContent({ form, typedCompanies: NO_TYPED_COMPANIES })).toBe(false);
  expect(
    isEmptyDraftContent({ form: { ...form, visit_additional: [] }, typedCompanies: NO_TYPED_COMPANIES }),
  ).toBe(true);
  expect([isContainedInForm(form, emptyRegistration), isContainedInForm(form, form)]).toEqual([false, true]);
});
