import { useRef, useState } from 'react';

interface AcceptTypedTextOptions {
  readonly search: (query: string) => Promise<readonly { readonly id: string }[]>;
  readonly onChoose: (id: string) => void;
  readonly onLeft: (text: string) => void;
}

/**
 * Chooses a row for typed text on Enter or Tab by searching the device, even before the list has loaded. Enter chooses the
 * first row, which the list highlights; Tab chooses a row only if no other row matches.
 */
export function useAcceptTypedText({ search, onChoose, onLeft }: AcceptTypedTextOptions) {
  const open = useRef(false);
  const accept = async (text: string, how: 'first' | 'only'): Promise<boolean> => {
    if (!open.current || text.trim() === '') return false;
    open.current = false;
    const [row, other] = await search(text);
    const isChosen = row !== undefined && (how === 'first' || !other);
    if (isChosen) onChoose(row.id);
    else onLeft(text);
    return isChosen;
  };
  return {
    /** Records that the user has typed a text for which no row is chosen. */
    begin: () => void (open.current = true),
    end: () => void (open.current = false),
    /** Chooses a row for the text; resolves to true if a row was chosen. */
    accept,
  };
}

interface TextForValue {
  readonly text: string;
  readonly value: string;
}

/** Stores a text that is shown until `value` changes, so that choosing another row hides it. */
export function useTextUntilValueChange(value: string) {
  const [noted, setNoted] = useState<TextForValue | null>(null);
  return {
    noted: noted?.value === value ? noted.text : null,
    note: (text: string | null) => setNoted(text === null ? null : { text, value }),
  };
}

export const formatNotChosenHint = (left: string): string =>
  `«${left}» no quedó elegido. Escoge una opción de la lista.`;
