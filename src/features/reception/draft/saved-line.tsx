import { useEffect, useState } from 'react';
import { timeOfDay } from '#domain/time/words.ts';
import type { DraftKeeping } from './use-draft.ts';

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

/** Under the page's title: what of the draft is on the device, and nothing that is not yet true. */
export function SavedLine({ draft, restored }: { draft: DraftKeeping; restored: boolean }) {
  if (draft.problem !== null) return 'El último cambio no está guardado';
  if (draft.savedAt !== null) return <SavedAgo key={draft.savedAt} savedAt={draft.savedAt} />;
  if (draft.changed) return 'Guardando borrador…';
  return restored ? 'Borrador guardado en este dispositivo' : 'El borrador se guarda solo mientras escribes';
}
