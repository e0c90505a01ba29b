import { useLocation } from 'react-router-dom';

/** The way to another of the catalogues' screens: query string and hash come along (P2). */
export function useCatalogLink() {
  const { search, hash } = useLocation();
  return (...below: string[]) => ({ pathname: ['/admin/catalogs', ...below].join('/'), search, hash });
}
