import { useEffect, useEffectEvent, useRef, useState } from 'react';

interface FieldTextOptions {
  readonly value: string;
  readonly typedBefore?: string | undefined;
  readonly onTyped?: ((text: string) => void) | undefined;
}

/**
 * Stores the text of the field. The caller may store the text too, so that it is restored when the user returns to the screen.
 */
export function useFieldText({ value, typedBefore = '', onTyped }: FieldTextOptions) {
  const [typed, setTyped] = useState(value === '' ? typedBefore : '');
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  /** Sets the text, but ignores the empty text that Mantine sets when it mounts a field without a choice. */
  const change = (text: string) => {
    if (text !== '' || isMounted.current) setTyped(text);
  };
  const unchosen = value === '' ? typed : '';
  const tell = useEffectEvent((text: string) => onTyped?.(text));
  useEffect(() => tell(unchosen), [unchosen]);
  return [typed, change] as const;
}
