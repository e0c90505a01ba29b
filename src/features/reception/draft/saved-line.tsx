import { useSyncExternalStore } from 'react';
import { formatTime } from '#domain/time/format.ts';
import { useTickingTimeMs } from '#ui/hooks/ticker.ts';
import type { DraftSaving } from './use-draft.ts';
import './saved-line.css';

const RECENT_SAVE_MS = 60_000;

interface DraftStatusProps {
  draft: DraftSaving;
  restored: boolean;
}

function DraftStatusText({ draft, restored }: DraftStatusProps) {
  const savedAt = useSyncExternalStore(draft.saved.subscribe, draft.saved.read);
  const now = useTickingTimeMs(savedAt !== null);
  if (draft.problem !== null) return 'El último cambio no está guardado';
  if (savedAt !== null)
    return `Borrador guardado ${now - savedAt < RECENT_SAVE_MS ? 'hace un momento' : `a las ${formatTime(savedAt)}`}`;
  if (draft.changed) return 'Guardando borrador…';
  return restored ? 'Borrador guardado en este dispositivo' : 'El borrador se guarda solo mientras escribes';
}

/** Line below the page title that states whether the draft is stored on the device. Always one line high. */
export const DraftStatusLine = (props: DraftStatusProps) => (
  <span className="saved-line">
    <DraftStatusText {...props} />
  </span>
);
