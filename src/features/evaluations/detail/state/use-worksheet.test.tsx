// In happy-dom: what is typed on an evaluation, over a device that the test gives.
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyWorksheet, noteKey, typeText, type Worksheet } from '#domain/evaluation/worksheet.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { renderGuardedHook } from '#tests/support/screens/render-guarded-hook.tsx';
import { useWorksheet } from './use-worksheet.ts';

const device = vi.hoisted(() => ({
  load: vi.fn<() => Promise<Worksheet | null>>(),
  save: vi.fn(() => Promise.resolve()),
}));
vi.mock('#storage/drafts/clinical-drafts.ts', () => ({ loadWorksheet: device.load }));
vi.mock('#sync/changes/on-device-aside.ts', () => ({
  saveWorksheet: device.save,
  discardWorksheet: device.save,
}));

const evaluation = sampleEvaluation(1);
const key = { ownerId: 'ana', evaluationId: evaluation.id };
const typed = (text: string) => (sheet: Worksheet) => typeText(sheet, evaluation, noteKey('concepto'), text);
const open = () => renderGuardedHook(() => useWorksheet(key, evaluation));

beforeEach(() => {
  vi.clearAllMocks();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('S20 what was typed on an evaluation and cannot be read', () => {
  it('closed: nothing can be typed in its place, so nothing is written over it', async () => {
    device.load.mockRejectedValue(new StorageProblem('closed'));
    const { result } = open();
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(result.current).toBeNull();
    expect(device.save).not.toHaveBeenCalled();
  });

  it.each<StorageProblemKind>(['damaged', 'locked'])(
    '%s: it is begun anew, and the screen says so',
    async (kind) => {
      device.load.mockRejectedValue(new StorageProblem(kind));
      const { result } = open();
      await waitFor(() => expect(result.current?.problem).toBe(kind));
      act(() => result.current?.change(typed('Apta')));
      await waitFor(() => expect(device.save).toHaveBeenCalledOnce());
      expect(result.current?.sheet).toEqual(typed('Apta')(emptyWorksheet));
    },
  );
});
