import { foldChanges, isFoldDue } from '../../commands/clinical/fold-changes.ts';
import type { Context } from '../context/context.ts';

/** Once the answer is on its way, where adding the changes up with each question begins to take long. */
export function foldWhenDue({ db, background }: Pick<Context, 'db' | 'background'>, unfolded: number): void {
  if (isFoldDue(unfolded)) background.run('Adding the changes of the evaluations up', () => foldChanges(db));
}
