import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Room } from '#domain/room.ts';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import { RoomNotice } from './room-notice.tsx';

const device = vi.hoisted(() => ({ readRoom: vi.fn<() => Promise<Room | null>>() }));
vi.mock('#storage/device/room.ts', () => ({ readRoom: device.readRoom }));

const MB = 1_000_000;
const TITLE = 'Queda poco espacio en este dispositivo.';
const asked = () => vi.waitFor(() => expect(device.readRoom).toHaveBeenCalled());

beforeEach(() => vi.clearAllMocks());

describe('S20 little room', () => {
  it.each(['/reception', '/pacientes', '/pending'])(
    'is said at %s before it is full, with a way to look',
    async (path) => {
      device.readRoom.mockResolvedValue({ used: 0, quota: 60 * MB });
      renderScreen(<RoomNotice />, path);
      expect(await screen.findByText(TITLE)).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Ver espacio' }).getAttribute('href')).toBe('/device');
    },
  );

  it.each<[string, () => Promise<Room | null>]>([
    ['enough', () => Promise.resolve({ used: 0, quota: 600 * MB })],
    ['nothing said by the browser', () => Promise.resolve(null)],
    ['a browser that refuses the question', () => Promise.reject(new TypeError('storage'))],
  ])('with %s nothing is said', async (_what, answer) => {
    device.readRoom.mockImplementation(answer);
    renderScreen(<RoomNotice />, '/reception');
    await asked();
    expect(screen.queryByText(TITLE)).toBeNull();
  });

  it('elsewhere nobody asks', () => {
    renderScreen(<RoomNotice />, '/home');
    expect(device.readRoom).not.toHaveBeenCalled();
  });
});
