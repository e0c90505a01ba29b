import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptySetupDraft, type SetupDraft } from '#domain/setup/draft.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { renderGuardedHook } from '#tests/support/screens/rendering/render-guarded-hook.tsx';
import { useStepDraft } from './use-step-draft.ts';

const deviceMock = vi.hoisted(() => ({
  load: vi.fn<() => Promise<SetupDraft | null>>(),
  save: vi.fn(() => Promise.resolve()),
}));
vi.mock('#storage/drafts/setup-drafts.ts', () => ({ loadSetupDraft: deviceMock.load }));
vi.mock('#sync/changes/on-device-aside.ts', () => ({
  saveSetupDraft: deviceMock.save,
  discardWindowSetupDraft: deviceMock.save,
}));

const renderStepDraft = () => renderGuardedHook(() => useStepDraft('ana', 'clinic'));

beforeEach(() => {
  vi.clearAllMocks();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('S20 unreadable draft of a setup step', () => {
  it('a setup step offers no fields and overwrites nothing when the database connection is closed', async () => {
    deviceMock.load.mockRejectedValue(new StorageProblem('closed'));
    const { result } = renderStepDraft();
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(result.current?.draft ?? null).toBeNull();
    expect(deviceMock.save).not.toHaveBeenCalled();
  });

  it('a setup step starts with an empty draft and reports the problem when the stored draft is damaged', async () => {
    deviceMock.load.mockRejectedValue(new StorageProblem('damaged'));
    const { result } = renderStepDraft();
    await waitFor(() => expect(result.current.draft?.found).toEqual(emptySetupDraft));
    expect(result.current.problem).toBe('damaged');
    act(() => result.current.draft?.keep({ texts: { company: 'IPS' } }));
    await waitFor(() => expect(deviceMock.save).toHaveBeenCalledOnce());
  });
});
