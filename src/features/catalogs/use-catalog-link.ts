import { useLocation } from 'react-router-dom';
import { removeAddressFilters } from './list/address.ts';

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
