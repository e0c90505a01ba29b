import { AppError } from './errors.ts';

/** Revisions that the caller accepts as current (`If-Match`); null if the caller sent none. */
export type IfMatch = ReadonlySet<number> | null;

/**
 * Rejects a change of a row of a catalogue or of a user if the caller has not read the row's current revision.
 * @throws precondition_failed
 */
export function requireCurrentRevision({ revision }: { readonly revision: number }, ifMatch: IfMatch): void {
  if (ifMatch && !ifMatch.has(revision))
    throw new AppError(
      'precondition_failed',
      'Otra persona cambió este registro mientras lo tenías abierto. Revisa los cambios antes de guardar.',
    );
}
