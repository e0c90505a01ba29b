// Runs in happy-dom: the text of a rejection when the user is redirected to another screen.
import { fireEvent, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useToastAfterRedirect } from './use-toast-after-redirect.ts';

const toast = vi.hoisted(() => vi.fn());
vi.mock('./toast.ts', () => ({ toast }));

const forbidden = { code: 'forbidden', text: 'Sin permiso.' };
const show = () => {
  const { result, unmount } = renderHook(() => useToastAfterRedirect());
  return { say: result.current, unmount };
};

beforeEach(() => vi.clearAllMocks());

it('P8 shows no toast when the user stays on the screen, because the screen shows the rejection', () => {
  const { say, unmount } = show();
  say(forbidden);
  expect(toast).not.toHaveBeenCalled();
  fireEvent.pointerDown(document.body);
  unmount();
  expect(toast).not.toHaveBeenCalled();
});

it('P8 shows a rejection as a toast when the screen is unmounted, before or after the response', () => {
  const after = show();
  after.say(forbidden);
  after.unmount();
  expect(toast).toHaveBeenCalledExactlyOnceWith('error', 'Sin permiso.', 'forbidden');
  const before = show();
  before.unmount();
  before.say(forbidden);
  expect(toast).toHaveBeenCalledTimes(2);
});

it('P8 shows no toast for other rejections, or when a repeated change has succeeded', () => {
  const { say, unmount } = show();
  say(forbidden);
  say({ code: 'internal', text: 'Falló.' });
  say(null);
  unmount();
  expect(toast).not.toHaveBeenCalled();
});
