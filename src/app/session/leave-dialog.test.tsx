import '#tests/support/device/indexeddb.ts';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { saveDraft } from '#storage/drafts/drafts.ts';
import { openCorrection } from '#storage/outbox/open-correction.ts';
import {
  account,
  ANA,
  confirmedEntry,
  draftContent,
  rejectItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import { LeaveDialog } from './leave-dialog.tsx';

vi.mock('#storage/transfers/transfers.ts', async (original) => ({
  ...(await original<object>()),
  listTransfers: () => Promise.resolve([{ ownerId: ANA }]),
}));

it('S14 S16 the sign-out dialog says that a handover does not include entries that are being corrected', async () => {
  await wipeDevice();
  await signInOnDevice(ANA);
  const entryId = await confirmedEntry('9999000017');
  await rejectItem();
  await openCorrection(ANA, entryId, null);
  const left = { unsent: { evaluations: 1, files: 0, corrections: 0 }, parked: 0, downloads: null };
  const noop = () => undefined;
  renderScreen(<LeaveDialog account={account} left={left} onLeave={noop} onStay={noop} />);
  await screen.findByText(/Quien tenga el código de tu entrega/);
  expect(screen.queryByText(/corrigiendo/), 'it was only opened').toBeNull();
  await saveDraft(ANA, entryId, draftContent('9999000025'));
  expect(
    await screen.findByText(/^No puede recibir lo que estás corrigiendo \(Zoraida Quiñones\)/),
  ).toBeTruthy();
});
