import { useEffect, useState } from 'react';
import { timeOfDay } from '#domain/time/words.ts';

const MOMENT_MS = 60_000;

/** Mounted anew by each save. */
function SavedAgo({ savedAt }: { savedAt: number }) {
  const [fresh, setFresh] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setFresh(false), MOMENT_MS);
    return () => clearTimeout(timer);
  }, []);
  return <>Borrador guardado {fresh ? 'hace un momento' : `a las ${timeOfDay(savedAt)}`}</>;
}

/** Under the page's title: that nothing typed can be lost. */
export function SavedLine({ savedAt, empty }: { savedAt: number | null; empty: boolean }) {
  if (savedAt !== null) return <SavedAgo key={savedAt} savedAt={savedAt} />;
  return empty ? 'El borrador se guarda solo mientras escribes' : 'Borrador guardado en este dispositivo';
}
