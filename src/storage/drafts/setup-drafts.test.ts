import { beforeEach, describe, expect, it } from 'vitest';
import type { Worksheet } from '#domain/evaluation/worksheet/worksheet.ts';
import { emptySetupDraft, type SetupDraft } from '#domain/setup/draft.ts';
import { ANA_ID, BEA_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { db } from '../database/database.ts';
import { readStoredSetup, saveStoredSetup } from '../device/setup.ts';
import { requireKeysOf } from '../keys/keyring.ts';
import { encryptJson } from '../vault/vault.ts';
import { loadWorksheet, saveWorksheet } from './clinical-drafts.ts';
import { discardWindowSetupDraft, loadSetupDraft, saveSetupDraft } from './setup-drafts.ts';

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

const TYPED_DRAFT: SetupDraft = {
  texts: { name: 'Dra. Leonor Ensayo', license_number: 'LIC-4471' },
  ticked: ['ING'],
  added: [{ code: 'ALT', name: 'Trabajo en alturas' }],
  drawing: { strokes: [[{ x: 1, y: 2, time: 3 }]], width: 600, height: 220 },
};

const STORED_WORKSHEET: Worksheet = {
  texts: { 'note:concepto': { base: '', mine: 'Apta', theirs: null } },
  added: [],
};

describe('P10.101 draft of a setup step', () => {
  it('the device returns the draft of a setup step unchanged, only to its owner, until the step is saved', async () => {
    await saveSetupDraft(ANA_ID, 'doctor', TYPED_DRAFT);
    expect(await loadSetupDraft(ANA_ID, 'doctor')).toEqual(TYPED_DRAFT);
    expect(await loadSetupDraft(ANA_ID, 'people')).toBeNull();
    await signInOnDevice(BEA_ID);
    expect(await loadSetupDraft(BEA_ID, 'doctor')).toBeNull();
    await signInOnDevice(ANA_ID);
    await discardWindowSetupDraft(ANA_ID, 'doctor');
    expect(await loadSetupDraft(ANA_ID, 'doctor')).toBeNull();
  });

  it('D1 the device stores the draft of a setup step encrypted, without names or addresses in plain text', async () => {
    await saveSetupDraft(ANA_ID, 'doctor', TYPED_DRAFT);
    const [row] = await db.clinicalDrafts.toArray();
    expect(row && Object.keys(row).sort()).toEqual(['id', 'ownerId', 'revision', 'sealed', 'updatedAt']);
    expect(new TextDecoder('latin1').decode(row?.sealed)).not.toMatch(/Leonor|LIC-4471/);
  });

  it('the device fills missing fields with defaults when another app version wrote the draft of a setup step', async () => {
    const id = `${ANA_ID}:setup:clinic`;
    const sealed = await encryptJson(await requireKeysOf(ANA_ID), `setup:${id}`, {
      texts: { company: 'IPS' },
      newer: 1,
    });
    await db.clinicalDrafts.put({ id, ownerId: ANA_ID, sealed, updatedAt: 1 });
    expect(await loadSetupDraft(ANA_ID, 'clinic')).toMatchObject({
      ...emptySetupDraft,
      texts: { company: 'IPS' },
    });
  });
});

describe('S20 database connection that is lost before a draft is read', () => {
  it.each(['worksheet', 'step'])(
    'the device reopens a lost database connection before it reads, so that the %s does not seem empty',
    async (what) => {
      await saveSetupDraft(ANA_ID, 'doctor', TYPED_DRAFT);
      await saveWorksheet(ANA_ID, 'e1', STORED_WORKSHEET);
      db.close();
      if (what === 'step') expect(await loadSetupDraft(ANA_ID, 'doctor')).toEqual(TYPED_DRAFT);
      else expect(await loadWorksheet(ANA_ID, 'e1')).toEqual(STORED_WORKSHEET);
    },
  );
});

describe('P10.97 setup progress', () => {
  const facts = {
    hasBranch: true,
    hasLogo: false,
    types: 6,
    exams: 0,
    doctors: 'unsigned',
    colleagues: 1,
    hasRegistered: false,
  } as const;

  it('the device stores the setup progress separately for each user', async () => {
    expect(await readStoredSetup(ANA_ID)).toEqual({ skipped: [], facts: null });
    await saveStoredSetup(ANA_ID, { skipped: ['logo'], facts });
    expect(await readStoredSetup(ANA_ID)).toEqual({ skipped: ['logo'], facts });
    expect(await readStoredSetup(BEA_ID)).toEqual({ skipped: [], facts: null });
  });

  it('the device ignores unknown steps and counts missing facts as not done when another app version wrote the setup progress', async () => {
    const written = { id: 'setup', ownerId: ANA_ID, skipped: ['logo', 'stamp'], facts: { types: 2 } };
    await db.device.put(written as never);
    const { skipped, facts: read } = await readStoredSetup(ANA_ID);
    expect(skipped).toEqual(['logo']);
    expect(read).toEqual({
      hasBranch: false,
      hasLogo: false,
      types: 2,
      exams: 0,
      doctors: 'none',
      colleagues: 0,
      hasRegistered: false,
    });
  });

  it('the device ignores an invalid row and reports no setup progress', async () => {
    await db.device.put({ id: 'setup', ownerId: ANA_ID, skipped: 'logo', facts: 3 } as never);
    expect(await readStoredSetup(ANA_ID)).toEqual({ skipped: [], facts: null });
  });
});
