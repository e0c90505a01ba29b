import '#tests/support/device/jsdom-device.ts';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { saveReport } from '#storage/device/device-census.ts';
import { removeEntry } from '#storage/outbox/entry-actions.ts';
import { outboxStore } from '#storage/outbox/outbox-store.ts';
import { setDrainRequester } from '#sync/outbox/outbox.ts';
import {
  ANA,
  confirmedEntry,
  deliverNext,
  giveLetters,
  refuseNext,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import { Done } from './done.tsx';

beforeEach(async () => {
  setDrainRequester(() => undefined);
  await wipeDevice();
  await signInOnDevice(ANA);
});

const show = (entryId: string) =>
  renderScreen(<Done ownerId={ANA} entryId={entryId} onAnother={() => undefined} />);

it("P2 'Reintentar' sends an evaluation that was refused again: 'subida' is of its pictures", async () => {
  const id = await confirmedEntry('9999000017');
  const claimed = await outboxStore.claimNext(ANA, Date.now());
  if (!claimed) throw new Error('nothing is due');
  const refusal = { status: 400, code: null, message: '', details: [] };
  await outboxStore.settle(claimed, { type: 'refuse', refusal }, Date.now());
  show(id);
  expect(await screen.findByText('No se pudo crear la evaluación. Intenta nuevamente. (400)')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reintentar subida' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Evaluación guardada')).toBeTruthy();
  expect((await outboxStore.claimNext(ANA, Date.now()))?.item.key).toBe(claimed.item.key);
});

it('P4 of what was discarded no picture is called uploaded', async () => {
  const id = await confirmedEntry('9999000017');
  await refuseNext();
  await removeEntry(ANA, id, Date.now());
  show(id);
  expect(await screen.findByText('Registro descartado')).toBeTruthy();
  expect(screen.queryByText('Subida completa')).toBeNull();
});

it("P2.26 'Reintentar subida' is for the pictures of an evaluation that is created", async () => {
  const id = await confirmedEntry('9999000017');
  await deliverNext();
  await refuseNext();
  show(id);
  await userEvent.click(await screen.findByRole('button', { name: 'Reintentar subida' }));
  expect(await screen.findByText('Evaluación creada')).toBeTruthy();
});

it('P10.47 says the turn, or that there is none and why', async () => {
  const before = await confirmedEntry('9999000017');
  await giveLetters('B');
  show(await confirmedEntry('9999000025'));
  expect(await screen.findByText('Turno B-1')).toBeTruthy();
  cleanup();
  show(before);
  expect(await screen.findByText('Zoraida Quiñones')).toBeTruthy();
  expect(await screen.findByText('Sin turno')).toBeTruthy();
  expect(screen.getByText(/llama a esta persona por su nombre/)).toBeTruthy();
  expect(screen.queryByText(/^Turno /)).toBeNull();
});

it('P10.47 S23 says nothing of turns where the provider gives none', async () => {
  await saveReport({ sentAt: Date.now(), unsent: 0, attention: 0, notBefore: 0 });
  show(await confirmedEntry('9999000017'));
  expect(await screen.findByText('Zoraida Quiñones')).toBeTruthy();
  expect(screen.queryByText(/turno/i)).toBeNull();
});
