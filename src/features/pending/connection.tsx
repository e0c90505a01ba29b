import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { diagnoseConnection, type ConnectionDiagnosis } from '#domain/diagnosis.ts';
import type { ConnectionState } from '#domain/connection-state.ts';
import { formatTimeWithSeconds } from '#domain/time/format.ts';
import { isQueueIntercepted } from '#storage/outbox/entries.ts';
import { checkConnectionAndDrain } from '#sync/session/check-connection.ts';
import type { Account } from '#sync/session/session.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { useTickingTimeMs } from '#ui/hooks/ticker.ts';
import {
  formatSignInOnReconnect,
  checkResultText,
  connectionMessage,
  type ConnectionMessageReader,
} from './diagnosis-messages.ts';
import { nextAttemptText } from './messages.ts';
import './connection.css';

function observeOnlineState(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export const useConnectionDiagnosis = (
  link: ConnectionState,
  { userId, gate }: Account,
): ConnectionDiagnosis => {
  const deviceOnline = useSyncExternalStore(observeOnlineState, () => navigator.onLine);
  const intercepted = useLiveQuery(() => isQueueIntercepted(userId), [userId]) ?? false;
  return diagnoseConnection({ link, deviceOnline, gate, intercepted });
};

/**
 * Interval in ms at which the page checks the connection while the server fails or is slow, so that the page shows when the
 * server recovers. The page does not check a connection that is down, because the background jobs do this.
 */
const CONNECTION_CHECK_INTERVAL_MS = 30_000;
const STATES_TO_RECHECK: ReadonlySet<ConnectionDiagnosis['name']> = new Set(['failing', 'slow']);

/** Checks the connection when the page opens and while it is open, because the last background check may be old. */
export function useConnectionChecks({ name }: ConnectionDiagnosis): void {
  useEffect(() => {
    checkConnectionAndDrain().catch(reportError);
  }, []);
  const looksAgain = STATES_TO_RECHECK.has(name);
  useEffect(() => {
    if (!looksAgain) return;
    const timer = setInterval(
      () => void checkConnectionAndDrain().catch(reportError),
      CONNECTION_CHECK_INTERVAL_MS,
    );
    return () => clearInterval(timer);
  }, [looksAgain]);
}

interface ConnectionProps {
  diagnosis: ConnectionDiagnosis;
  reader: ConnectionMessageReader;
}

export function ConnectionLine({ diagnosis, link, reader }: ConnectionProps & { link: ConnectionState }) {
  const now = useTickingTimeMs(link.name === 'down');
  const { text } = connectionMessage(diagnosis, reader);
  if (link.name !== 'down') return text;
  return `${text} ${reader.isHeld ? formatSignInOnReconnect(reader) : nextAttemptText(link, now)}`;
}

function CheckConnectionButton({ diagnosis }: Pick<ConnectionProps, 'diagnosis'>) {
  const [busy, setBusy] = useState(false);
  const [checkedAt, setCheckedAt] = useState<number | null>(null);
  const check = async () => {
    setBusy(true);
    try {
      await checkConnectionAndDrain();
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
          `Revisado a las ${formatTimeWithSeconds(checkedAt)}: ${checkResultText(diagnosis)}`}
      </span>
    </div>
  );
}

export function ConnectionHelp({ diagnosis, reader }: ConnectionProps) {
  const { steps } = connectionMessage(diagnosis, reader);
  if (steps.length === 0) return null;
  return (
    <div className="connection-help">
      <Notice kind="info" title="Qué puedes hacer" action={<CheckConnectionButton diagnosis={diagnosis} />}>
        <ul>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
