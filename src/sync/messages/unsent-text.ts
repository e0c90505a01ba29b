import type { UnsentCounts } from '#domain/outbox/unsent.ts';
import { createLazyGetter } from '#domain/text/lazily.ts';

const getListFormat = createLazyGetter(() => new Intl.ListFormat('es'));

/** Returns the counts as text, such as `3 evaluaciones, 1 corrección y 1 archivo`; '0 evaluaciones' when all are 0. */
export function unsentText({ evaluations, files, corrections }: UnsentCounts): string {
  const parts = [
    (evaluations > 0 || files + corrections === 0) &&
      (evaluations === 1 ? '1 evaluación' : `${evaluations} evaluaciones`),
    corrections > 0 && (corrections === 1 ? '1 corrección' : `${corrections} correcciones`),
    files > 0 && (files === 1 ? '1 archivo' : `${files} archivos`),
  ];
  return getListFormat().format(parts.filter((part) => part !== false));
}
