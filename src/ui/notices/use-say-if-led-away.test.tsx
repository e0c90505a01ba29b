// Runs in jsdom: the text of a rejection when the screen is taken away from the user.
import { fireEvent, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useToastAfterRedirect } from './use-say-if-led-away.ts';

const toast = vi.hoisted(() => vi.fn());
vi.mock('./toast.ts', () => ({ toast }));

const forbidden = { code: 'forbidden', text: 'Sin permiso.' };
const show = () => {
  const { result, unmount } = renderHook(() => useToastAfterRedirect());
  return { say: result.current, unmount };
};

beforeEach(() => vi.clearAllMocks());

it('P8 shows no toast when the screen stays, because the screen shows the rejection', () => {
  const { say, unmount } = show();
  say(forbidden);
  expect(toast).not.toHaveBeenCalled();
  fireEvent.pointerDown(document.body);
  unmount();
  expect(toast).not.toHaveBeenCalled();
});

it('P8 shows the rejection as a toast, whether the screen is unmounted before or after the response', () => {
  const after = show();
  after.say(forbidden);
  after.unmount();
  expect(toast).toHaveBeenCalledExactlyOnceWith('error', 'Sin permiso.', 'forbidden');
  const before = show();
  before.unmount();
  before.say(forbidden);
  expect(toast).toHaveBeenCalledTimes(2);
});

it('P8 shows no toast for other rejections or for a change that succeeded in the end', () => {
  const { say, unmount } = show();
  say(forbidden);
  say({ code: 'internal', text: 'Falló.' });
  say(null);
  unmount();
  expect(toast).not.toHaveBeenCalled();
});
