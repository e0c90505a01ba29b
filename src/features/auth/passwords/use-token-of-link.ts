import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * Returns the token in the page's address; empty if there is none. The token is removed from the address immediately, so that
 * neither the history nor the screen reveals the token (D5).
 */
export function useTakeTokenFromAddress(): string {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(search).get('token') ?? '');
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true, state: state as unknown });
  }, [navigate, pathname, search, state]);
  return token;
}
