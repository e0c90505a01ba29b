import { createLazyGetter } from '#domain/text/lazily.ts';
import { totalUnsent, type UnsentCounts } from '#domain/outbox/unsent.ts';
import type { Downloads } from '#storage/cache/downloads.ts';
import { unsentText } from '#sync/messages/unsent-text.ts';

const getListFormat = createLazyGetter(() => new Intl.ListFormat('es'));

/** Grammatical forms of a Spanish text; feminine if it counts only evaluations. */
interface UnsentGrammarForms {
  readonly what: string;
  readonly isOne: boolean;
  /** Ending of the participle: 'a', 'as', 'o', 'os'. */
  readonly ending: string;
}

function unsentGrammarFormsOf(unsent: UnsentCounts): UnsentGrammarForms {
  const isOne = totalUnsent(unsent) === 1;
  return {
    what: unsentText(unsent),
    isOne,
    ending: `${unsent.files === 0 ? 'a' : 'o'}${isOne ? '' : 's'}`,
  };
}

const notDeliveredText = ({ what, isOne, ending }: UnsentGrammarForms): string =>
  `Hay ${what} que todavía no ${isOne ? 'ha' : 'han'} llegado complet${ending} al servidor.`;

export function unsentMessage(unsent: UnsentCounts): string {
  const words = unsentGrammarFormsOf(unsent);
  const { isOne, ending } = words;
  const pronoun = `l${ending}`;
  return `${notDeliveredText(words)} ${isOne ? 'Se queda' : 'Se quedan'} guardad${ending} con llave en este dispositivo hasta que vuelvas a iniciar sesión aquí; nadie más puede ver${pronoun}, ni enviar${pronoun} sin un código tuyo.`;
}

/** Returns the text about unsent entries for which a handover is stored on the device (S14). */
export const handedOverEntriesText = (unsent: UnsentCounts): string => {
  const words = unsentGrammarFormsOf(unsent);
  const { isOne, ending } = words;
  return `${notDeliveredText(words)} Quien tenga el código de tu entrega puede recibir en este dispositivo lo que entregaste; si vuelves antes, ${isOne ? `sigue siendo tuy${ending} y se envía` : `siguen siendo tuy${ending} y se envían`} como siempre.`;
};

const MAX_SHOWN_FILE_NAMES = 4;
/** Returns the text about handed-over entries that their owner is correcting; a colleague cannot receive them (S14). */
export const entriesBeingCorrectedText = (names: readonly string[]): string =>
  `No puede recibir lo que estás corrigiendo (${getListFormat().format(names)}): se queda contigo hasta que termines la corrección o deshagas los cambios.`;

/**
 * Returns the text about downloaded files. The text is needed because the app cannot delete these files when it deletes its
 * data (D4): they belong to the browser and the system.
 */
export function downloadsText({ count, names }: Downloads): string {
  const shown = [...new Set(names)].slice(0, MAX_SHOWN_FILE_NAMES);
  const rest = new Set(names).size - shown.length + (count - names.length);
  const said = getListFormat().format(rest > 0 ? [...shown, `${rest} más`] : shown);
  const head = count === 1 ? 'quedó 1 archivo descargado' : `quedaron ${count} archivos descargados`;
  const it = count === 1 ? 'lo' : 'los';
  const needed = count === 1 ? 'ya no lo necesites' : 'ya no los necesites';
  return `En este dispositivo ${head}: ${said}. Cerrar sesión no ${it} borra: bórra${it} de la carpeta Descargas cuando ${needed} aquí.`;
}

export const CONTENT_LOST_TEXT =
  'Al salir se pierde lo que tienes abierto sin guardar o sin entregar, como los enlaces de acceso.';
