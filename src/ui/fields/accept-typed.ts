import { useRef, useState } from 'react';

interface MatchingRow {
  readonly id: string;
  readonly name: string;
  readonly aside: string;
}

/** Returns true if the text is the name of the row, or part of its code. */
const isMeant = ({ name, aside }: MatchingRow, text: string): boolean => {
  const wanted = text.trim().toLowerCase();
  return name.toLowerCase() === wanted || aside.toLowerCase().includes(wanted);
};

interface AcceptTypedTextOptions {
  readonly search: (query: string) => Promise<readonly MatchingRow[]>;
  readonly onChoose: (id: string) => void;
  /**
   * Called when the user leaves the field with a text that is not the whole name of the chosen row; `id`: the only row that
   * matches, which is chosen, or null.
   */
  readonly onLeft: (text: string, id: string | null) => void;
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
    if (!isChosen) onLeft(text, null);
    else if (how === 'only' && !isMeant(row, text)) onLeft(text, row.id);
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
    note: (text: string | null, of = value) => setNoted(text === null ? null : { text, value: of }),
  };
}

export const formatNotChosenHint = (left: string): string =>
  `«${left}» no quedó elegido. Escoge una opción de la lista.`;

/** Returns true if a row is highlighted. Mantine highlights the first row a moment after the list has loaded. */
export function hasHighlightedRow(box: Element): boolean {
  const list = document.getElementById(box.getAttribute('aria-controls') ?? '');
  return (list?.querySelector('[data-combobox-selected]') ?? null) !== null;
}
