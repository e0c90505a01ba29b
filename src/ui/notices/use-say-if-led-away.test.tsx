// In happy-dom: what is said of a refusal to whoever the screen is taken from.
import { fireEvent, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSayIfLedAway } from './use-say-if-led-away.ts';

const toast = vi.hoisted(() => vi.fn());
vi.mock('./toast.ts', () => ({ toast }));

const forbidden = { code: 'forbidden', text: 'Sin permiso.' };
const show = () => {
  const { result, unmount } = renderHook(() => useSayIfLedAway());
  return { say: result.current, unmount };
};

beforeEach(() => vi.clearAllMocks());

it('P8 a screen that stays says it alone', () => {
  const { say, unmount } = show();
  say(forbidden);
  expect(toast).not.toHaveBeenCalled();
  fireEvent.pointerDown(document.body);
  unmount();
  expect(toast).not.toHaveBeenCalled();
});

it('P8 whoever is led away takes it along, whether the screen goes before the answer or after it', () => {
  const after = show();
  after.say(forbidden);
  after.unmount();
  expect(toast).toHaveBeenCalledExactlyOnceWith('error', 'Sin permiso.', 'forbidden');
  const before = show();
  before.unmount();
  before.say(forbidden);
  expect(toast).toHaveBeenCalledTimes(2);
});

it('P8 other refusals, and what was done in the end, are not taken along', () => {
  const { say, unmount } = show();
  say(forbidden);
  say({ code: 'internal', text: 'Falló.' });
  say(null);
  unmount();
  expect(toast).not.toHaveBeenCalled();
});
