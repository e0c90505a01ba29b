import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The token that a link brought; empty without one. It leaves the address as soon as it is read, so that neither the
 * history nor whoever looks at the screen keeps it (D5).
 */
export function useTokenOfLink(): string {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(search).get('token') ?? '');
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true, state: state as unknown });
  }, [navigate, pathname, search, state]);
  return token;
}
