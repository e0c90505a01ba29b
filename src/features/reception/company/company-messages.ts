import { createLazyGetter } from '#domain/text/lazily.ts';
import type { CatalogChoice } from '#sync/catalogs/catalog-source.ts';

const quotedName = ({ name }: CatalogChoice): string => `«${name}»`;
const listFormat = createLazyGetter(() => new Intl.ListFormat('es-CO'));
const disjunctionFormat = createLazyGetter(() => new Intl.ListFormat('es-CO', { type: 'disjunction' }));

/**
 * Returns the title for a company that is missing or inactive. `isAsked` is true if the server was searched, too, and not only
 * the device's catalogue.
 */
export function missingCompanyTitle(
  query: string,
  inactive: readonly CatalogChoice[],
  isAsked: boolean,
): string {
  const [first, ...more] = inactive;
  if (first && more.length === 0) return `${quotedName(first)} está inactiva.`;
  if (first) return `${listFormat().format(inactive.map(quotedName))} están inactivas.`;
  return `«${query}» no está en el catálogo${isAsked ? '' : ' de este dispositivo'}.`;
}

/** Title for a text that active companies match. */
export const noMatchMeantTitle = (query: string): string => `¿«${query}» es otra empresa?`;

interface MissingCompanyAdviceInput {
  readonly mayChange: boolean;
  /** Reason why the user cannot change catalogues now; null if the user can. */
  readonly barred: string | null;
  readonly canWait: boolean;
  /** True if the user can propose the company. */
  readonly canPropose: boolean;
  readonly isInactive: boolean;
}

const PARK_HINT = 'Mientras tanto, «Dejar en espera» guarda lo de esta persona y atiendes a otra.';
const STORED_ON_DEVICE_HINT = 'Lo escrito se guarda en este dispositivo.';

const CONFIRMATION_HINT = 'El registro sigue, y quien administra los catálogos la confirma después.';
const PROPOSAL_HINT = `Revisa lo escrito, o propón la empresa. ${CONFIRMATION_HINT}`;
const INACTIVE_PROPOSAL_HINT = `Si es otra empresa, propónla. ${CONFIRMATION_HINT}`;

export const emptyCatalogsTitle = (empty: readonly string[]): string =>
  `Todavía no hay ${disjunctionFormat().format(empty.map((resource) => (resource === 'companies' ? 'empresas' : 'tipos de evaluación')))} para elegir.`;

export const emptyCatalogsAdvice = (mayChange: boolean, canWait: boolean): string =>
  mayChange
    ? `Créalos una vez y quedan para todos. ${STORED_ON_DEVICE_HINT}`
    : `Pide a quien administra los catálogos que los cree. ${canWait ? PARK_HINT : STORED_ON_DEVICE_HINT}`;

export function missingCompanyAdvice({
  mayChange,
  barred,
  canWait,
  canPropose,
  isInactive,
}: MissingCompanyAdviceInput): string {
  const meanwhile = canWait ? PARK_HINT : STORED_ON_DEVICE_HINT;
  if (canPropose) return isInactive ? INACTIVE_PROPOSAL_HINT : PROPOSAL_HINT;
  if (!mayChange)
    return `Pide a quien administra los catálogos que la ${isInactive ? 'active' : 'cree'}. ${meanwhile}`;
  if (barred !== null) return `${barred} ${meanwhile}`;
  return isInactive
    ? 'Alguien la desactivó: actívala si vuelve a enviar personas, y queda elegida.'
    : 'Revisa lo escrito, o créala aquí: queda elegida, y en el catálogo para todos.';
}
