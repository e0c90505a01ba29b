import { useRef, useState } from 'react';

interface Acceptance {
  readonly search: (query: string) => Promise<readonly { readonly id: string }[]>;
  readonly onChoose: (id: string) => void;
  /** Nothing was chosen for what was typed. */
  readonly onLeft: (text: string) => void;
}

/**
 * Whoever types and goes on by Enter or Tab, also before the list has answered: the device is asked for the text as it
 * stands. Tab takes the row only where there is no other; Enter takes the first, which is the one marked in the list.
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
    /** Something is typed that is not chosen yet. */
    begin: () => void (open.current = true),
    end: () => void (open.current = false),
    /** Returns whether a row was chosen. */
    accept,
  };
}

interface Noted {
  readonly text: string;
  readonly value: string;
}

/** A text that is worth a word while `value` is chosen, or while nothing is: any other choice takes the word away. */
export function useNotedText(value: string) {
  const [noted, setNoted] = useState<Noted | null>(null);
  return {
    noted: noted?.value === value ? noted.text : null,
    note: (text: string | null) => setNoted(text === null ? null : { text, value }),
  };
}

/** What was typed and not chosen. */
export const leftHint = (left: string): string =>
  `«${left}» no quedó elegido. Escoge una opción de la lista.`;
