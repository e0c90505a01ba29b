import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { diagnose, type Diagnosis } from '#domain/diagnosis.ts';
import type { Link } from '#domain/link.ts';
import { timeWithSeconds } from '#domain/time/words.ts';
import { isQueueIntercepted } from '#storage/outbox/entries.ts';
import { checkConnection } from '#sync/session/check-connection.ts';
import type { Account } from '#sync/session/session.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { useNow } from '#ui/hooks/ticker.ts';
import { afterSignIn, checkedText, diagnosisWords, type Reader } from './diagnosis-words.ts';
import { nextTryText } from './words.ts';
import './connection.css';

function followOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export const useDiagnosis = (link: Link, { userId, gate }: Account): Diagnosis => {
  const deviceOnline = useSyncExternalStore(followOnline, () => navigator.onLine);
  const intercepted = useLiveQuery(() => isQueueIntercepted(userId), [userId]) ?? false;
  return diagnose({ link, deviceOnline, gate, intercepted });
};

/** While the link is down or waits for the person, others ask; a provider that fails or is slow would go on being said to. */
const LOOK_AGAIN_MS = 30_000;
const LOOKED_AFTER: ReadonlySet<Diagnosis['name']> = new Set(['failing', 'slow']);

/** Whoever opens the screen wants to know how it stands now, not at the last heartbeat, and as long as they look. */
export function useChecking({ name }: Diagnosis): void {
  useEffect(() => {
    checkConnection().catch(reportError);
  }, []);
  const looksAgain = LOOKED_AFTER.has(name);
  useEffect(() => {
    if (!looksAgain) return;
    const timer = setInterval(() => void checkConnection().catch(reportError), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [looksAgain]);
}

interface ConnectionProps {
  diagnosis: Diagnosis;
  reader: Reader;
}

/** Under the title: what is the matter, and when it is tried again. */
export function ConnectionLine({ diagnosis, link, reader }: ConnectionProps & { link: Link }) {
  const now = useNow(link.name === 'down');
  const { text } = diagnosisWords(diagnosis, reader);
  if (link.name !== 'down') return text;
  // Before the session is open again nothing is sent, with network either.
  return `${text} ${reader.isHeld ? afterSignIn(reader) : nextTryText(link, now)}`;
}

/** Asks now, and says what came of it. */
function CheckNow({ diagnosis }: Pick<ConnectionProps, 'diagnosis'>) {
  const [busy, setBusy] = useState(false);
  const [checkedAt, setCheckedAt] = useState<number | null>(null);
  const check = async () => {
    setBusy(true);
    try {
      await checkConnection();
    } finally {
      setBusy(false);
      setCheckedAt(Date.now());
    }
  };
  return (
    <div className="connection-check">
      <Button loading={busy} onClick={() => void check().catch(reportError)}>
        Revisar conexión
      </Button>
      <span aria-live="polite">
        {checkedAt !== null &&
          !busy &&
          `Revisado a las ${timeWithSeconds(checkedAt)}: ${checkedText(diagnosis)}`}
      </span>
    </div>
  );
}

/** What to do about it; nothing where nothing can be done. */
export function ConnectionHelp({ diagnosis, reader }: ConnectionProps) {
  const { steps } = diagnosisWords(diagnosis, reader);
  if (steps.length === 0) return null;
  return (
    <div className="connection-help">
      <Notice kind="info" title="Qué puedes hacer" action={<CheckNow diagnosis={diagnosis} />}>
        <ul>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
