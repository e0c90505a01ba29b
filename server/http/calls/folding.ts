import { foldChanges, isFoldDue } from '../../commands/clinical/fold-changes.ts';
import type { Context } from '../context/context.ts';

/**
 * Adds the pending changes of evaluations to the stored totals after the response, once adding them up in each query would take
 * long.
 */
export function foldWhenDue({ db, background }: Pick<Context, 'db' | 'background'>, unfolded: number): void {
  if (isFoldDue(unfolded)) background.run('Folding the changes of evaluations', () => foldChanges(db));
}
