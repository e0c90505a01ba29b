import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { looksWhole } from '#domain/patient/document.ts';
import type { Document } from './use-lookup.ts';

/** Without another key: longer than between two digits of somebody who reads them off a card. */
const PAUSE_MS = 700;

/** Calls back once a person has paused over a whole number; not for what stood there from the start. */
export function useLookupByItself(
  { identificationType, identificationNumber }: Document,
  onWhole: (document: Document) => void,
): void {
  const name = `${identificationType} ${identificationNumber.trim()}`;
  const [paused] = useDebouncedValue(name, PAUSE_MS);
  const told = useRef<string | null>(name);
  useEffect(() => {
    if (told.current !== name) told.current = null; // Whoever comes back to a number is asked about anew.
    if (paused !== name || told.current === name) return;
    told.current = name;
    if (looksWhole(identificationType, identificationNumber))
      onWhole({ identificationType, identificationNumber: identificationNumber.trim() });
  });
}
