import '#tests/support/device/indexeddb.ts';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { saveDraftContent } from '#storage/drafts/drafts.ts';
import { openCorrection } from '#storage/outbox/registrations/open-correction.ts';
import {
  anaAccount,
  ANA_ID,
  confirmNewEntry,
  draftContent,
  rejectNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { SignOutDialog } from './leave-dialog.tsx';

vi.mock('#storage/transfers/transfers.ts', async (original) => ({
  ...(await original<object>()),
  listHandovers: () => Promise.resolve([{ ownerId: ANA_ID }]),
}));

it('S14 S16 the sign-out dialog says that a handover does not include entries that are being corrected', async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
  const entryId = await confirmNewEntry('9999000017');
  await rejectNextItem();
  await openCorrection(ANA_ID, entryId, null);
  const left = {
    unsent: { evaluations: 1, files: 0, corrections: 0 },
    parked: 0,
    downloads: null,
    isContentLost: false,
  };
  const noop = () => undefined;
  renderScreen(<SignOutDialog account={anaAccount} left={left} onLeave={noop} onStay={noop} />);
  await screen.findByText(/Quien tenga el código de tu entrega/);
  expect(screen.queryByText(/corrigiendo/), 'it was only opened').toBeNull();
  await saveDraftContent(ANA_ID, entryId, draftContent('9999000025'));
  expect(
    await screen.findByText(/^No puede recibir lo que estás corrigiendo \(Zoraida Quiñones\)/),
  ).toBeTruthy();
});
