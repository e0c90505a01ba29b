import { useRef, useState } from 'react';

interface Acceptance {
  readonly search: (query: string) => Promise<readonly { readonly id: string }[]>;
  readonly onChoose: (id: string) => void;
  /** Called when no row was chosen for the typed text. */
  readonly onLeft: (text: string) => void;
}

/**
 * Accepts typed text on Enter or Tab, even before the list has loaded: the device is searched for the present text. Tab chooses
 * a row only when no other matches; Enter chooses the first, which is the one marked in the list.
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
    /** Resolves to whether a row was chosen. */
    accept,
  };
}

interface Noted {
  readonly text: string;
  readonly value: string;
}

/** Holds a text that is shown while `value` stays chosen, or while nothing is chosen; another choice removes it. */
export function useNotedText(value: string) {
  const [noted, setNoted] = useState<Noted | null>(null);
  return {
    noted: noted?.value === value ? noted.text : null,
    note: (text: string | null) => setNoted(text === null ? null : { text, value }),
  };
}

/** Returns the hint for a typed text that was not chosen. */
export const leftHint = (left: string): string =>
  `«${left}» no quedó elegido. Escoge una opción de la lista.`;
