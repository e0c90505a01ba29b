import '#tests/support/device/jsdom-device.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { saveDraft } from '#storage/drafts/drafts.ts';
import { openCorrection } from '#storage/outbox/open-correction.ts';
import { setDrainRequester } from '#sync/outbox/outbox.ts';
import {
  account,
  ANA,
  confirmedEntry,
  draftContent,
  refuseNext,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import { PendingPage } from './pending-page.tsx';

it('S10 a correction that was begun stands beside its entry, and in what a discard destroys', async () => {
  setDrainRequester(() => undefined);
  await wipeDevice();
  await signInOnDevice(ANA);
  const entryId = await confirmedEntry('9999000017');
  await refuseNext();
  await openCorrection(ANA, entryId, null);
  renderScreen(<PendingPage account={account} />, '/pending');
  const discard = await screen.findByRole('button', { name: 'Descartar: Zoraida Quiñones' });
  expect(screen.queryByText(/corrección/), 'it was only opened').toBeNull();
  await saveDraft(ANA, entryId, draftContent('9999000025'));
  expect(await screen.findByText('Tienes una corrección sin enviar')).toBeTruthy();
  await userEvent.click(discard);
  const lost = within(await screen.findByRole('dialog')).getAllByRole('listitem');
  expect(lost.map(({ textContent }) => textContent)).toContain('La corrección que empezaste');
});
