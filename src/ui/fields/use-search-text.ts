import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/**
 * The search text of the list `name` lives in memory with the answers, never in the address, for it names people. It is
 * there when one comes back from a record, and gone when the reader signs out (D4, D5). `wait`: milliseconds from the
 * last letter.
 */
export function useSearchText(name: string, wait: number) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(() => client.getQueryData<string>(['search', name]) ?? '');
  const [settled] = useDebouncedValue(typed, wait);
  useEffect(() => {
    client.setQueryData(['search', name], typed);
  }, [client, name, typed]);
  // An emptied field needs no waiting for the next letter.
  return { typed, setTyped, search: typed.trim() === '' ? '' : settled.trim() };
}
