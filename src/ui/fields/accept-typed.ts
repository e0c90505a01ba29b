import { useRef, useState } from 'react';

interface Acceptance {
  readonly search: (query: string) => Promise<readonly { readonly id: string }[]>;
  readonly onChoose: (id: string) => void;
  /** Called when no row was chosen for the typed text. */
  readonly onLeft: (text: string) => void;
}

/**
 * Accepts typed text on Enter or Tab, even before the list has loaded, by searching the device for that text. Tab chooses a row
 * only when no other row matches; Enter chooses the first row, which the list marks.
 */
export function useAcceptance({ search, onChoose, onLeft }: Acceptance) {
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
    /** Marks the text as typed but not chosen yet. */
    begin: () => void (open.current = true),
    end: () => void (open.current = false),
    /** Chooses a row for the text; resolves to whether a row was chosen. */
    accept,
  };
}

interface Noted {
  readonly text: string;
  readonly value: string;
}

/**
 * Holds a text that is shown while `value` stays the same, or while nothing is chosen; choosing another row removes the text.
 */
export function useRememberedText(value: string) {
  const [noted, setNoted] = useState<Noted | null>(null);
  return {
    noted: noted?.value === value ? noted.text : null,
    note: (text: string | null) => setNoted(text === null ? null : { text, value }),
  };
}

/** Returns the hint for a typed text that was not chosen. */
export const notChosenHint = (left: string): string =>
  `«${left}» no quedó elegido. Escoge una opción de la lista.`;
