import { fireEvent, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useToastAfterRedirect } from './use-toast-after-redirect.ts';

const toastMock = vi.hoisted(() => vi.fn());
vi.mock('./toast.ts', () => ({ toast: toastMock }));

const forbiddenReason = { code: 'forbidden', text: 'Sin permiso.' };
const renderToastHook = () => {
  const { result, unmount } = renderHook(() => useToastAfterRedirect());
  return { say: result.current, unmount };
};

beforeEach(() => vi.clearAllMocks());

it('P8 the page shows no toast for a rejection that the user has already read on the screen', () => {
  const { say, unmount } = renderToastHook();
  say(forbiddenReason);
  expect(toastMock).not.toHaveBeenCalled();
  fireEvent.pointerDown(document.body);
  unmount();
  expect(toastMock).not.toHaveBeenCalled();
});

it('P8 the page shows a rejection for a missing permission as a toast when the screen of the rejected change is unmounted, before or after the response', () => {
  const after = renderToastHook();
  after.say(forbiddenReason);
  after.unmount();
  expect(toastMock).toHaveBeenCalledExactlyOnceWith('error', 'Sin permiso.', 'forbidden');
  const before = renderToastHook();
  before.unmount();
  before.say(forbiddenReason);
  expect(toastMock).toHaveBeenCalledTimes(2);
});

it('P8 the page shows no toast for rejections other than a missing permission, or after a repeated change has succeeded', () => {
  const { say, unmount } = renderToastHook();
  say(forbiddenReason);
  say({ code: 'internal', text: 'Falló.' });
  say(null);
  unmount();
  expect(toastMock).not.toHaveBeenCalled();
});
