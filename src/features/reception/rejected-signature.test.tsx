import '#tests/support/device/indexeddb.ts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { readEndedTurn } from '#storage/account/patient-turn.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { outboxStore } from '#storage/outbox/sending/outbox-store.ts';
import { lockAfterPatientTurn } from '#sync/changes/patient-turn.ts';
import { replaceRejectedMedia } from '#sync/outbox/replace-media.ts';
import {
  anaAccount,
  ANA_ID,
  BRANCH_ID,
  claimDueItem,
  confirmNewEntry,
  deliverNextItem,
  SAMPLE_REJECTION,
} from '#tests/support/device/device.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { findButton, prepareEmptyReception } from '#tests/support/screens/reception.tsx';
import { lockAndUnlock, signInDialog } from '#tests/support/screens/signing-dialog.ts';
import { Reception } from './reception.tsx';
import { RetakeRejectedPicture } from './rarely-shown.tsx';

vi.mock(
  '#components/signature/signature-pad.tsx',
  () => import('#tests/support/screens/fake-signature-pad.tsx'),
);
vi.mock('#sync/changes/patient-turn.ts', { spy: true });
vi.mock('#sync/outbox/replace-media.ts', { spy: true });

beforeEach(async () => {
  history.replaceState(null, '', '/reception');
  vi.mocked(lockAfterPatientTurn).mockClear();
  await prepareEmptyReception();
});

/** Confirms a registration, of which the server rejects the pictures of these kinds. */
async function rejectPictures(...kinds: readonly string[]): Promise<string> {
  const entryId = await confirmNewEntry('9999000017');
  await deliverNextItem();
  for (const claimed of [await claimDueItem(), await claimDueItem()])
    if (kinds.includes(claimed.item.kind))
      await outboxStore.settle(claimed, { type: 'refuse', refusal: SAMPLE_REJECTION }, Date.now());
  return entryId;
}

it('P10.93 the title of the other rejected picture has the focus after the repeated signature', async () => {
  const entryId = await rejectPictures('photo', 'signature');
  renderScreen(<Reception account={anaAccount} branchId={BRANCH_ID} entryId={entryId} />, '/reception');
  await userEvent.click(await findButton('Pantalla completa'));
  await signInDialog();
  await lockAndUnlock();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Fotografía'));
  expect(screen.queryByRole('heading', { name: 'Firma' })).toBeNull();
});

it("P10.93 'Corregir y enviar' has the focus when reception has the tablet back and the repeated signature could not be stored", async () => {
  const entryId = await rejectPictures('signature');
  vi.mocked(replaceRejectedMedia).mockRejectedValueOnce(new StorageProblem('full'));
  renderScreen(<Reception account={anaAccount} branchId={BRANCH_ID} entryId={entryId} />, '/reception');
  await userEvent.click(await findButton('Pantalla completa'));
  await signInDialog();
  await lockAndUnlock();
  const send = await screen.findByRole('button', { name: 'Corregir y enviar' });
  await waitFor(() => expect(document.activeElement).toBe(send));
  expect(screen.getAllByRole('alert').length).toBeGreaterThan(0);
});

it('P10.441 a signature that the server rejected is sent again once the patient has signed, so that a reload loses nothing', async () => {
  const entryId = await rejectPictures('signature');
  const page = <RetakeRejectedPicture ownerId={ANA_ID} entryId={entryId} />;
  renderScreen(page, '/reception');
  await userEvent.click(await findButton('Pantalla completa'));
  await signInDialog();
  await waitFor(async () => expect(await readEndedTurn()).not.toBeNull());
  expect(await screen.findByText('La corrección está en camino.')).toBeTruthy();
  cleanup();
  renderScreen(page, '/reception');
  expect(await screen.findByText('La corrección está en camino.')).toBeTruthy();
  expect(lockAfterPatientTurn).toHaveBeenCalledOnce();
});
