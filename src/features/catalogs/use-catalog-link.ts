import { useLocation } from 'react-router-dom';
import { withoutFilters } from './list/address.ts';

/**
 * Returns a function that links to other catalogue screens. Query string and hash are kept (P2), except for the filters of a
 * list.
 */
export function useCatalogLink() {
  const { pathname: here, search, hash } = useLocation();
  return (...below: string[]) => {
    const pathname = ['/admin/catalogs', ...below].join('/');
    return { pathname, search: pathname === here ? search : withoutFilters(search), hash };
  };
}
