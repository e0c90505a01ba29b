import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StorageSpace } from '#domain/storage-space.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { SpaceNotice } from './space-notice.tsx';

const storageSpaceMock = vi.hoisted(() => ({
  readStorageSpace: vi.fn<() => Promise<StorageSpace | null>>(),
}));
vi.mock('#storage/device/storage-space.ts', () => ({ readStorageSpace: storageSpaceMock.readStorageSpace }));

const MB = 1_000_000;
const SPACE_NOTICE_TITLE = 'Queda poco espacio en este dispositivo.';
const waitForSpaceRead = () =>
  retryUntilPassing(() => expect(storageSpaceMock.readStorageSpace).toHaveBeenCalled());

beforeEach(() => vi.clearAllMocks());

describe('S20 low storage space', () => {
  it.each(['/reception', '/pacientes', '/pending'])(
    'the space notice is shown at %s when storage is nearly full, with a link to the details',
    async (path) => {
      storageSpaceMock.readStorageSpace.mockResolvedValue({ used: 0, quota: 60 * MB });
      renderScreen(<SpaceNotice />, path);
      expect(await screen.findByText(SPACE_NOTICE_TITLE)).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Ver espacio' }).getAttribute('href')).toBe('/device');
    },
  );

  it.each<[string, () => Promise<StorageSpace | null>]>([
    ['enough', () => Promise.resolve({ used: 0, quota: 600 * MB })],
    ['nothing said by the browser', () => Promise.resolve(null)],
    ['a browser that refuses the question', () => Promise.reject(new TypeError('storage'))],
  ])('the space notice is hidden when storage is not known to be nearly full: %s', async (_what, answer) => {
    storageSpaceMock.readStorageSpace.mockImplementation(answer);
    renderScreen(<SpaceNotice />, '/reception');
    await waitForSpaceRead();
    expect(screen.queryByText(SPACE_NOTICE_TITLE)).toBeNull();
  });

  it('the app does not read the storage space on screens without the space notice', () => {
    renderScreen(<SpaceNotice />, '/home');
    expect(storageSpaceMock.readStorageSpace).not.toHaveBeenCalled();
  });
});
