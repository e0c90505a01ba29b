import type { CardRelation } from '../filling/use-card-fill.ts';
import { documentWord } from './other-person-messages.ts';
import { formatFieldList } from './messages.ts';

export const UNREADABLE_CARD_MESSAGE = 'El lector leyó algo que no es una cédula. Pásala otra vez.';
/** Message for a card that is ignored, because the registration is being parked or another window has opened it. */
export const CARD_NOT_USED_MESSAGE = 'La cédula no se usó. Léela otra vez cuando el formulario esté listo.';
const FOREIGN_DOCUMENT_TEXT = 'Ese documento es de otro país.';
const READ_AGAIN_TEXT = 'Cierra esta ventana y lee el documento otra vez.';

const formatUnreadCard = ({ why }: Extract<CardRelation, { name: 'not_read' }>): string =>
  why === 'unreadable' ? UNREADABLE_CARD_MESSAGE : FOREIGN_DOCUMENT_TEXT;

/** Returns the message for a card read in step 2 or 3; null if a dialog opens instead. */
export function formatCardInLaterStep(glance: CardRelation): string | null {
  switch (glance.name) {
    case 'other':
      return null;
    case 'same':
      return `Es ${documentWord(glance.person)} de esta persona.`;
    case 'asking':
      return `Lo leído no es igual a lo escrito: ${formatFieldList(glance.fields)}. Vuelve al paso 1 para compararlo.`;
    case 'nobody':
      return 'Documento leído. Vuelve al paso 1 y léelo otra vez.';
    case 'not_read':
      return formatUnreadCard(glance);
  }
}

/**
 * Returns the message for a card read while a dialog covers the form. It states whether the card is the patient's, but no name,
 * because the patient may be reading the screen.
 */
export function formatCardBehindDialog(glance: CardRelation): string {
  switch (glance.name) {
    case 'other':
      return `Es ${documentWord(glance.person)} de otra persona. ${READ_AGAIN_TEXT}`;
    case 'same':
      return `Es ${documentWord(glance.person)} de esta persona.`;
    case 'asking':
      return `Lo leído no es igual a lo escrito. ${READ_AGAIN_TEXT}`;
    case 'nobody':
      return `Documento leído. ${READ_AGAIN_TEXT}`;
    case 'not_read':
      return formatUnreadCard(glance);
  }
}
