import type { ItemKind, Refusal } from '#domain/outbox/item.ts';

const COULD_NOT_UPLOAD = 'No se pudo subir el archivo. Intenta nuevamente.';
/** Spec §8, for an answer without words. */
const WITHOUT_WORDS: Record<ItemKind, string> = {
  evaluation: 'No se pudo crear la evaluación. Intenta nuevamente.',
  photo: COULD_NOT_UPLOAD,
  signature: COULD_NOT_UPLOAD,
  attachment: COULD_NOT_UPLOAD,
};

/** Why something of the outbox was not taken: the server's own words where it has some, otherwise those of its kind. */
export const refusalText = (kind: ItemKind, { message }: Refusal): string =>
  message.trim() || WITHOUT_WORDS[kind];
