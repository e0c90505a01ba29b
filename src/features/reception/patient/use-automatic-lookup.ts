import { useEffect, useRef } from 'react';
import { looksCompleteDocumentNumber } from '#domain/patient/document.ts';
import { usePausedValue } from '#ui/hooks/use-paused-value.ts';
import { documentKeyOf, type TypedDocument } from './use-lookup.ts';

/** Pause in typing after which the lookup starts, ms. Users pause less between two digits that they copy from a card. */
const LOOKUP_DELAY_MS = 700;

/** Calls `onComplete` when the user pauses after a complete number; not for the number that the form has when it opens. */
export function useAutomaticLookup(
  document: TypedDocument,
  onComplete: (document: TypedDocument) => void,
): void {
  const name = documentKeyOf(document);
  const paused = usePausedValue(name, LOOKUP_DELAY_MS);
  const told = useRef<string | null>(name);
  useEffect(() => {
    if (told.current !== name) told.current = null; // A number that the user types again starts another lookup.
    if (paused !== name || told.current === name) return;
    told.current = name;
    const { identification_type, identification_number } = document;
    if (looksCompleteDocumentNumber(identification_type, identification_number))
      onComplete({ identification_type, identification_number: identification_number.trim() });
  });
}
