import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * Returns the token of a link; empty without one. It is removed from the address as soon as it is read, so that neither the
 * history nor the screen reveals it (D5).
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
