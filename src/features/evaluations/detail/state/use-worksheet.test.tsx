import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  emptyWorksheet,
  noteKey,
  setTypedText,
  type Worksheet,
} from '#domain/evaluation/worksheet/worksheet.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { renderGuardedHook } from '#tests/support/screens/rendering/render-guarded-hook.tsx';
import { useWorksheet } from './use-worksheet.ts';

const deviceMock = vi.hoisted(() => ({
  load: vi.fn<() => Promise<Worksheet | null>>(),
  save: vi.fn(() => Promise.resolve()),
}));
vi.mock('#storage/drafts/clinical-drafts.ts', () => ({ loadWorksheet: deviceMock.load }));
vi.mock('#sync/changes/on-device-aside.ts', () => ({
  saveWorksheet: deviceMock.save,
  discardWindowWorksheet: deviceMock.save,
}));

const evaluation = sampleEvaluation(1);
const worksheetKey = { ownerId: 'ana', evaluationId: evaluation.id };
const createConceptEdit = (text: string) => (sheet: Worksheet) =>
  setTypedText(sheet, evaluation, noteKey('concepto'), text);
const renderUseWorksheet = () => renderGuardedHook(() => useWorksheet(worksheetKey, evaluation));

beforeEach(() => {
  vi.clearAllMocks();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('S20 worksheet that cannot be read', () => {
  it('the evaluation page prevents typing when the database is closed, because typing would overwrite the stored worksheet', async () => {
    deviceMock.load.mockRejectedValue(new StorageProblem('closed'));
    const { result } = renderUseWorksheet();
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(result.current).toBeNull();
    expect(deviceMock.save).not.toHaveBeenCalled();
  });

  it.each<StorageProblemKind>(['damaged', 'locked'])(
    'the evaluation page starts with an empty worksheet and shows the problem when the stored worksheet is %s',
    async (kind) => {
      deviceMock.load.mockRejectedValue(new StorageProblem(kind));
      const { result } = renderUseWorksheet();
      await waitFor(() => expect(result.current?.problem).toBe(kind));
      act(() => result.current?.change(createConceptEdit('Apta')));
      await waitFor(() => expect(deviceMock.save).toHaveBeenCalledOnce());
      expect(result.current?.sheet).toEqual(createConceptEdit('Apta')(emptyWorksheet));
    },
  );
});
