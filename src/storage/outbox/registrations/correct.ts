import type { ConfirmationResult } from '../confirmation.ts';
import type { CorrectionAttemptResult, CorrectionJob } from './correcting.ts';
import { planCorrection } from './correction-plan.ts';
import { enqueueCorrection } from './enqueue-correction.ts';
import { rewriteRegistration } from './rewrite-registration.ts';

export { planCorrection };

const MAX_CORRECTION_ATTEMPTS = 5;

async function attemptCorrection(work: CorrectionJob): Promise<CorrectionAttemptResult> {
  const { ownerId, correcting } = work.confirmation;
  const plan = await planCorrection(ownerId, correcting ?? '');
  switch (plan.type) {
    case 'registration':
      return rewriteRegistration(work, plan);
    case 'correction':
      return enqueueCorrection(work, plan);
    case 'none':
      return { type: 'not_correctable' };
  }
}

/**
 * Confirms a correction (S30). A registration that the server certainly does not have is replaced; otherwise the correction is
 * queued as a separate entry. A drain that sends the registration at the same time only decides which of the two happens.
 */
export async function confirmCorrection(work: CorrectionJob): Promise<ConfirmationResult> {
  for (let nth = 0; nth < MAX_CORRECTION_ATTEMPTS; nth += 1) {
    const result = await attemptCorrection(work);
    if (result.type !== 'moved_on') return result;
  }
  return { type: 'not_correctable' };
}
