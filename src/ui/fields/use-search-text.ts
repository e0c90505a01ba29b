import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/**
 * Holds the search text of the list `name` in memory with the cached responses, never in the address, because it contains
 * names. It is restored when the user returns from a record, and dropped at sign-out (D4, D5). `wait`: milliseconds from the
 * last keystroke.
 */
export function useSearchText(name: string, wait: number) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(() => client.getQueryData<string>(['search', name]) ?? '');
  const [settled] = useDebouncedValue(typed, wait);
  useEffect(() => {
    client.setQueryData(['search', name], typed);
  }, [client, name, typed]);
  // An emptied field takes effect at once.
  return { typed, setTyped, search: typed.trim() === '' ? '' : settled.trim() };
}
