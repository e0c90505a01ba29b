import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptySetupDraft, type SetupDraft } from '#domain/setup/draft.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { renderGuardedHook } from '#tests/support/screens/render-guarded-hook.tsx';
import { useStepDraft } from './use-step-draft.ts';

const device = vi.hoisted(() => ({
  load: vi.fn<() => Promise<SetupDraft | null>>(),
  save: vi.fn(() => Promise.resolve()),
}));
vi.mock('#storage/drafts/setup-drafts.ts', () => ({ loadSetupDraft: device.load }));
vi.mock('#sync/changes/on-device-aside.ts', () => ({
  saveSetupDraft: device.save,
  discardSetupDraft: device.save,
}));

const open = () => renderGuardedHook(() => useStepDraft('ana', 'clinic'));

beforeEach(() => {
  vi.clearAllMocks();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('S20 unreadable draft of a setup step', () => {
  it('a setup step offers no fields and overwrites nothing when the database connection is closed', async () => {
    device.load.mockRejectedValue(new StorageProblem('closed'));
    const { result } = open();
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(result.current?.draft ?? null).toBeNull();
    expect(device.save).not.toHaveBeenCalled();
  });

  it('a setup step starts with an empty draft and reports the problem when the stored draft is damaged', async () => {
    device.load.mockRejectedValue(new StorageProblem('damaged'));
    const { result } = open();
    await waitFor(() => expect(result.current.draft?.found).toEqual(emptySetupDraft));
    expect(result.current.problem).toBe('damaged');
    act(() => result.current.draft?.keep({ texts: { company: 'IPS' } }));
    await waitFor(() => expect(device.save).toHaveBeenCalledOnce());
  });
});
