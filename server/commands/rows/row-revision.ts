import { AppError } from '../../base/errors.ts';

/** The revisions that the caller takes for the current one (`If-Match`); null where they did not say. */
export type IfMatch = ReadonlySet<number> | null;

/** Refuses a change of a catalogue's or user's row that was made from another state of it. @throws precondition_failed */
export function requireRevision({ revision }: { readonly revision: number }, ifMatch: IfMatch): void {
  if (ifMatch && !ifMatch.has(revision))
    throw new AppError(
      'precondition_failed',
      'Otra persona cambió este registro mientras lo tenías abierto. Revisa los cambios antes de guardar.',
    );
}
