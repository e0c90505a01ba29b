import type { ExamPackage, ExamPackageBody } from '#contract/records/exam-packages.ts';
import { sendRequest } from '../../requests/api-request.ts';
import { createIfMatchHeader, saveResultOf, type SaveResult } from '../../requests/saving.ts';

/** Saves an exam package. `read`: package on which the user's change is based; null for a new one. */
export const setExamPackage = async (
  read: Pick<ExamPackage, 'revision'> | null,
  body: ExamPackageBody,
): Promise<SaveResult<ExamPackage>> =>
  saveResultOf(
    await sendRequest('setExamPackage', {
      body,
      headers: createIfMatchHeader({ revision: read?.revision ?? 0 }),
    }),
  );
