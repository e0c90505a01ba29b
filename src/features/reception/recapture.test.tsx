import '#tests/support/device/jsdom-device.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { outboxStore } from '#storage/outbox/outbox-store.ts';
import {
  ANA,
  REFUSAL,
  claim,
  confirmedEntry,
  deliverNext,
  randomPicture,
} from '#tests/support/device/device.ts';
import { button, emptyDesk } from '#tests/support/screens/reception.tsx';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import { isAnythingUnsaved } from '#ui/dialogs/unsaved.ts';
import { Recapture } from './recapture.tsx';

vi.mock('./capture/photo/photo-capture.tsx', () => ({
  PhotoCapture: ({ onPhoto }: { onPhoto: (taken: Promise<CapturedPicture>) => void }) => (
    <button onClick={() => onPhoto(Promise.resolve(randomPicture(500)))}>Tomar</button>
  ),
}));

beforeEach(() => emptyDesk());

it('S20 a picture that is taken again keeps the page from loading itself anew until it is sent', async () => {
  const entryId = await confirmedEntry('9999000017');
  await deliverNext();
  // Neither of the two files is first: both have come due at once.
  const photo = [await claim(), await claim()].find(({ item }) => item.kind === 'photo')!;
  await outboxStore.settle(photo, { type: 'refuse', refusal: REFUSAL }, Date.now());
  renderScreen(<Recapture ownerId={ANA} entryId={entryId} />, '/reception');
  const take = await button('Tomar');
  expect(isAnythingUnsaved()).toBe(false);
  await userEvent.click(take);
  await waitFor(() => expect(isAnythingUnsaved()).toBe(true));
  await userEvent.click(await button('Corregir y enviar'));
  expect(await screen.findByText('La corrección está en camino.')).toBeTruthy();
  expect(isAnythingUnsaved()).toBe(false);
});
