import type { ExamPackage, ExamPackageBody } from '#contract/records/exam-packages.ts';
import { sendRequest } from '../requests/api-request.ts';
import { ifMatchHeader, saveResultOf, type SaveResult } from '../requests/saving.ts';

/** Saves an exam package. `read`: the package as it was when the change was begun; null when there was none. */
export const setExamPackage = async (
  read: Pick<ExamPackage, 'revision'> | null,
  body: ExamPackageBody,
): Promise<SaveResult<ExamPackage>> =>
  saveResultOf(
    await sendRequest('setExamPackage', { body, headers: ifMatchHeader({ revision: read?.revision ?? 0 }) }),
  );
