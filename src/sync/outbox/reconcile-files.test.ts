import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { db } from '#storage/database/database.ts';
import { listEntries, syncSummary } from '#storage/outbox/entries.ts';
import { ANA, EXAM_ORDER, attachedEntry, signInOnDevice } from '#tests/support/device/device.ts';
import {
  CALL,
  allArrived,
  drainOn,
  freshKeylessDesk,
  refusalOf,
  register,
} from '#tests/support/device/keyless-desk.ts';
import type { KeylessProvider } from '#tests/support/device/keyless-provider.ts';
import { retryNow } from './outbox.ts';

let provider: KeylessProvider;
beforeEach(async () => {
  provider = await freshKeylessDesk();
});
afterEach(() => vi.unstubAllGlobals());

describe('a picture whose outcome is unknown', () => {
  it('S23 is there where the session may look, and is not sent again', async () => {
    await signInOnDevice(ANA, ['register_patients', 'manage_evaluations']);
    provider.opensEvaluations = true;
    provider.fates.push([CALL.picture, 'lost_after'], [CALL.picture, 'lost_before']);
    await register('1');
    await drainOn(2);
    await allArrived();
    expect(provider.evaluations[0]?.media).toHaveLength(2);
    expect(provider.made(CALL.picture)).toHaveLength(3);
  });

  it('S23 is delivered where the provider says that it has one', async () => {
    provider.onSecondPicture = 'refuse';
    provider.fates.push([CALL.picture, 'lost_after'], [CALL.picture, 'lost_after']);
    await register('1');
    await drainOn(2);
    await allArrived();
    expect(provider.evaluations[0]?.media).toHaveLength(2);
  });

  it('S10 S23 a photo that a closed evaluation does not take is not taken for delivered', async () => {
    provider.fates.push([CALL.picture, 'lost_before'], [CALL.picture, 'lost_before']);
    await register('1');
    await drainOn();
    const [evaluation] = provider.evaluations;
    if (evaluation) evaluation.status = 'cerrada';
    const conflict = () => Response.json({ message: 'Cerrada' }, { status: 409 });
    provider.fates.push([CALL.picture, conflict()], [CALL.picture, conflict()]);
    await drainOn();
    const [entry] = await listEntries(ANA, { limit: 1 });
    expect(entry?.items.map(({ kind, state }) => [kind, state.name])).toEqual([
      ['evaluation', 'delivered'],
      ['photo', 'attention'],
      ['signature', 'delivered'],
    ]);
  });

  it('S10 S23 a conflict about what was never sent before is a refusal', async () => {
    provider.fates.push([CALL.picture, Response.json({ message: 'No' }, { status: 409 })]);
    await register('1');
    await drainOn();
    expect(await syncSummary(ANA)).toMatchObject({ attention: 1 });
  });
});

describe('a file whose outcome is unknown', () => {
  async function evaluationHere() {
    await signInOnDevice(ANA, ['register_patients', 'manage_evaluations']);
    provider.opensEvaluations = true;
    await register('1');
    await drainOn();
    const [kept] = provider.evaluations;
    if (!kept) throw new Error('nothing was registered');
    return kept;
  }
  const target = (evaluationId: string) => ({
    target: { evaluationId, examOrderId: EXAM_ORDER },
  });

  it('S23 is found at its exam where its answer was lost, and only there', async () => {
    const kept = await evaluationHere();
    provider.fates.push([CALL.attach, 'lost_after'], [CALL.attach, 'lost_before']);
    await attachedEntry({ ...target(kept.id), capturedAt: Date.now() - 1 });
    await attachedEntry(target(kept.id));
    await drainOn(4);
    await allArrived();
    expect(kept.files).toHaveLength(2);
  });

  it('S23 a file of the same name that was there before is not taken for it', async () => {
    const kept = await evaluationHere();
    kept.files.push({
      id: crypto.randomUUID(),
      original_name: 'audiograma de Zoraida.pdf',
      storage_path: 'x',
    });
    provider.fates.push([CALL.attach, 'lost_before']);
    await attachedEntry(target(kept.id));
    await drainOn(2);
    await allArrived();
    expect(kept.files).toHaveLength(2);
  });
});

it('S14 S23 what was captured for another branch waits until a person has chosen that branch', async () => {
  await register('0');
  await drainOn();
  await register('1');
  const account = await db.accounts.get('current');
  if (account) await db.accounts.put({ ...account, branchId: '44444444-4444-4444-8444-444444444444' });
  await drainOn();
  expect(await refusalOf()).toEqual(['other_branch']);
  expect(provider.evaluations).toHaveLength(1);
});

it('S7 S23 one that may have arrived before another branch was chosen is looked for when its own is chosen again', async () => {
  await register('0');
  await drainOn();
  const account = await db.accounts.get('current');
  provider.fates.push([CALL.create, 'lost_after']);
  const entryId = await register('1');
  await drainOn();
  if (account) await db.accounts.put({ ...account, branchId: '44444444-4444-4444-8444-444444444444' });
  await drainOn();
  expect(await refusalOf()).toEqual(['other_branch']);
  if (account) await db.accounts.put(account);
  await retryNow(ANA, entryId);
  await drainOn();
  await allArrived();
  expect(provider.evaluations).toHaveLength(2);
});
