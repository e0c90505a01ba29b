import { createContext, use } from 'react';
import { useLocation } from 'react-router-dom';
import type { Account } from '#sync/session/session.ts';
import type { CatalogDefinition } from './definition.ts';
import { removeAddressFilters } from './list/address.ts';

/** Catalogue of the screens below a catalogue's address, and the user. */
interface CatalogScreen {
  readonly catalog: CatalogDefinition;
  readonly account: Account;
  /** False if the server lacks the catalogue, as a server of the base contract may; true until the totals are read. */
  readonly isOffered: boolean;
  /** Reason why the user cannot change the catalogue now; null if the user can. */
  readonly disabledReason: string | null;
}

export const CatalogContext = createContext<CatalogScreen | null>(null);

export function useCatalogScreen() {
  const screen = use(CatalogContext);
  if (!screen) throw new Error('This component needs a catalogue.');
  return { ...screen, ownerId: screen.account.userId, linkTo: useCatalogLink() };
}

/**
 * Returns a function that creates links to catalogue screens. Links keep query string and hash (P2), except the list filters.
 */
export function useCatalogLink() {
  const { pathname: here, search, hash } = useLocation();
  return (...below: string[]) => {
    const pathname = ['/admin/catalogs', ...below].join('/');
    return { pathname, search: pathname === here ? search : removeAddressFilters(search), hash };
  };
}
