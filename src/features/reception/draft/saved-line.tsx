import { useEffect, useState, useSyncExternalStore } from 'react';
import { formatTime } from '#domain/time/format.ts';
import type { DraftSaving } from './use-draft.ts';
import './saved-line.css';

const RECENT_SAVE_MS = 60_000;

function SavedAgo({ savedAt }: { savedAt: number }) {
  const [fresh, setFresh] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setFresh(false), RECENT_SAVE_MS);
    return () => clearTimeout(timer);
  }, []);
  return <>Borrador guardado {fresh ? 'hace un momento' : `a las ${formatTime(savedAt)}`}</>;
}

interface DraftStatusProps {
  draft: DraftSaving;
  restored: boolean;
}

function DraftStatusText({ draft, restored }: DraftStatusProps) {
  const savedAt = useSyncExternalStore(draft.saved.subscribe, draft.saved.read);
  if (draft.problem !== null) return 'El último cambio no está guardado';
  if (savedAt !== null) return <SavedAgo key={savedAt} savedAt={savedAt} />;
  if (draft.changed) return 'Guardando borrador…';
  return restored ? 'Borrador guardado en este dispositivo' : 'El borrador se guarda solo mientras escribes';
}

/** Line below the page title that states whether the draft is stored on the device. Always one line high. */
export const DraftStatusLine = (props: DraftStatusProps) => (
  <span className="saved-line">
    <DraftStatusText {...props} />
  </span>
);
