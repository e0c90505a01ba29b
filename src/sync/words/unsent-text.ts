import type { Unsent } from '#domain/outbox/unsent.ts';

const parts = (...all: readonly (string | false)[]): string =>
  all.filter((part) => part !== false).join(' y ');

/** `3 evaluaciones y 1 archivo`; of nothing '0 evaluaciones'. */
export const unsentText = ({ evaluations, files }: Unsent): string =>
  parts(
    (evaluations > 0 || files === 0) && (evaluations === 1 ? '1 evaluación' : `${evaluations} evaluaciones`),
    files > 0 && (files === 1 ? '1 archivo' : `${files} archivos`),
  );
