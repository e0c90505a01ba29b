import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePausedValue } from '../hooks/use-paused-value.ts';

/**
 * Stores the search text of the list `name` in memory, never in the address, because it may contain patients' names. The text
 * is restored when the user returns to the list and deleted at sign-out (D4, D5). `wait`: delay from the last keystroke, ms.
 */
export function useSearchText(name: string, wait: number) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(() => client.getQueryData<string>(['search', name]) ?? '');
  const settled = usePausedValue(typed, wait);
  useEffect(() => {
    client.setQueryData(['search', name], typed);
  }, [client, name, typed]);
  // Clearing the field takes effect without delay.
  return { typed, setTyped, search: typed.trim() === '' ? '' : settled.trim() };
}
