import { updateStoredTotals, isTotalsUpdateDue } from '../commands/clinical/fold-changes.ts';
import type { Context } from '../../platform/http/context/context.ts';

/**
 * Adds the pending changes of evaluations to the stored totals, after the response was sent. Runs only when the pending changes
 * are numerous enough to slow down queries.
 */
export function scheduleTotalsUpdateIfDue(
  { db, background }: Pick<Context, 'db' | 'background'>,
  unfolded: number,
): void {
  if (isTotalsUpdateDue(unfolded))
    background.run('Folding the changes of evaluations', () => updateStoredTotals(db));
}
