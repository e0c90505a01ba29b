import '#tests/support/device/indexeddb.ts';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ANA_ID, draftContent } from '#tests/support/device/device.ts';
import { prepareEmptyReception } from '#tests/support/screens/reception.tsx';
import { useDraftSaving } from './use-draft.ts';

it('S3 saving the draft re-renders only the line with the saving state, not the form', async () => {
  await prepareEmptyReception();
  let renders = 0;
  const { result, rerender } = renderHook(
    ({ number }) => {
      renders += 1;
      return useDraftSaving({ ownerId: ANA_ID, entryId: null }, draftContent(number));
    },
    { initialProps: { number: '1' } },
  );
  rerender({ number: '2' });
  const before = renders;
  await waitFor(() => expect(result.current.saved.read()).not.toBeNull());
  expect(renders).toBe(before);
});
