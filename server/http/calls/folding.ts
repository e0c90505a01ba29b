import { foldChanges, isFoldDue } from '../../commands/clinical/fold-changes.ts';
import type { Context } from '../context/context.ts';

/** Folds the changes after the response has been sent, once adding them up at each query would take long. */
export function foldWhenDue({ db, background }: Pick<Context, 'db' | 'background'>, unfolded: number): void {
  if (isFoldDue(unfolded)) background.run('Adding the changes of the evaluations up', () => foldChanges(db));
}
