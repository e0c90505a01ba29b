import { useLocation } from 'react-router-dom';
import { withoutFilters } from './list/address.ts';

/** The way to another of the catalogues' screens: query string and hash come along (P2), but for the filters of a list. */
export function useCatalogLink() {
  const { pathname: here, search, hash } = useLocation();
  return (...below: string[]) => {
    const pathname = ['/admin/catalogs', ...below].join('/');
    return { pathname, search: pathname === here ? search : withoutFilters(search), hash };
  };
}
