import { Button, PasswordInput } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { totalUnsent } from '#domain/outbox/unsent.ts';
import { unlockProblemText } from '#features/auth/sign-in/unlock-problem.ts';
import { readPinAttemptsLeft } from '#storage/account/lock-pin.ts';
import type { Account } from '#sync/session/session.ts';
import { parkedDraftsStayText } from '#sync/messages/parked-drafts-text.ts';
import { unlockByPassword, type UnlockResult } from '#sync/session/unlock.ts';
import { CentredPage } from '#ui/page/front-page.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { registerCardReceiver } from '#components/reader/card-receivers.ts';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { focusOnMount } from '#ui/hooks/focus/take-focus.ts';
import { reportFailure } from '../kit/failures.ts';
import { readDataLeftOnDevice, type DataLeftOnDevice } from '../session/left-behind.ts';
import { PinForm } from './pin-form.tsx';
import { useSession } from '../session/session.tsx';
import { startReportBeforeSignOut } from '../session/sign-out.tsx';
import { downloadsText, unsentMessage } from '../session/unsent-messages.ts';
import { syncPillClassName, useSyncMessage } from '../kit/sync-pill.tsx';
import { useProbedConnectionState } from '../kit/use-link-probe.ts';
import './lock-screen.css';

const UNSENT_ITEMS_SENT_LATER_TEXT = 'Lo que falte por enviar se envía solo cuando haya red.';
const UNSENT_STILL_STORED_TEXT = 'Lo pendiente sigue guardado en este dispositivo.';

type UnlockFailure = Exclude<UnlockResult, { type: 'unlocked' }>;

/** Sets the document title, so that it names no patient (D5) while the screen is locked, and restores it afterwards. */
function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Ventanilla`;
    return () => {
      document.title = before;
    };
  }, [title]);
}

/**
 * Returns the function that unlocks the screen with the password. `busy` stays true after success, until the screen is open.
 */
function usePasswordUnlock() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<UnlockFailure | null>(null);
  const attempt = async (password: string) => {
    setBusy(true);
    setFailure(null);
    const result = await unlockByPassword(password).catch((error: unknown): UnlockResult => {
      reportFailure(error);
      return { type: 'refused', status: 0, code: null, message: '' };
    });
    if (result.type === 'unlocked') return;
    setFailure(result);
    setBusy(false);
  };
  return { busy, failure, attempt };
}

function PasswordUnlockForm() {
  const { busy, failure, attempt } = usePasswordUnlock();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (failure) field.current?.select();
  }, [failure]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') return field.current?.focus();
    void attempt(password);
  };
  return (
    <form className="lock-form" noValidate onSubmit={submit}>
      <PasswordInput
        label="Contraseña"
        autoComplete="off"
        ref={field}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {failure?.type === 'storage' && <StorageNotice kind={failure.problem.kind} />}
      {failure && failure.type !== 'storage' && <Notice kind="error">{unlockProblemText(failure)}</Notice>}
      <Button type="submit" variant="filled" fullWidth loading={busy}>
        Desbloquear
      </Button>
    </form>
  );
}

const NO_PIN_ATTEMPTS_TEXT =
  'Se acabaron los intentos con el PIN. Escribe tu contraseña; después el PIN vuelve a servir.';

/** Shows the PIN form first if the user has a PIN with remaining attempts. The user can always choose the password form. */
function UnlockOptions({ userId }: { userId: string }) {
  const tries = useLiveQuery(() => readPinAttemptsLeft(userId), [userId]);
  const [byPassword, setByPassword] = useState(false);
  if (tries === undefined) return null;
  if (tries === null) return <PasswordUnlockForm />;
  if (tries > 0 && !byPassword) return <PinForm tries={tries} onPassword={() => setByPassword(true)} />;
  return (
    <>
      {tries === 0 && <Notice kind="error">{NO_PIN_ATTEMPTS_TEXT}</Notice>}
      <PasswordUnlockForm />
      {tries > 0 && (
        <Button variant="subtle" onClick={() => setByPassword(false)}>
          Usar PIN
        </Button>
      )}
    </>
  );
}

/** S16: lets another user sign in. The prompt is part of the page and not a dialog, because the lock hides all dialogs. */
function SwitchUserControl({ account }: { account: Account }) {
  const { leave } = useSession();
  const [left, setLeft] = useState<DataLeftOnDevice | null>(null);
  const leaveNow = () => leave().catch(reportFailure);
  const promptOrLock = async () => {
    startReportBeforeSignOut();
    const found = await readDataLeftOnDevice(account.userId);
    if (found) setLeft(found);
    else await leave();
  };
  if (!left)
    return <Button onClick={() => void promptOrLock().catch(reportFailure)}>Cambiar de usuario</Button>;
  const { unsent, parked, downloads } = left;
  const stays = totalUnsent(unsent) > 0;
  return (
    <section
      className="lock-leaving"
      aria-label={stays ? '¿Cerrar sesión con envíos pendientes?' : 'Antes de salir'}
    >
      {stays && <p>{unsentMessage(unsent)}</p>}
      {parked > 0 && <p>{parkedDraftsStayText(parked)}</p>}
      {downloads && <p>{downloadsText(downloads)}</p>}
      <div className="lock-leaving-buttons">
        <Button ref={focusOnMount} onClick={() => setLeft(null)}>
          Seguir aquí
        </Button>
        <Button onClick={() => void leaveNow()}>{stays ? 'Salir de todos modos' : 'Salir'}</Button>
      </div>
    </section>
  );
}

const CARD_READ_WHILE_LOCKED_TEXT =
  'Leíste una cédula con la pantalla bloqueada: no se guardó nada. Desbloquea y pásala otra vez.';

/** Keeps the keystrokes of a card reader out of the password and PIN fields. Returns true once a card was read. */
function useCardReadWhileLocked(): boolean {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const note = () => setRead(true);
    return registerCardReceiver({ onCard: note, onUnreadable: note });
  }, []);
  return isRead;
}

function SyncLine({ ownerId }: { ownerId: string }) {
  const words = useSyncMessage(ownerId);
  return (
    words && (
      <p className={`lock-sync ${syncPillClassName(words.kind)}`}>
        <Icon name={words.icon} size={18} />
        <output>{words.text}</output>
      </p>
    )
  );
}

export function LockScreen({ account }: { account: Account }) {
  useDocumentTitle('Pantalla bloqueada');
  const isCardRead = useCardReadWhileLocked();
  useProbedConnectionState(); // D2: probes the server while the connection is down, because only the server can verify a password that was changed on another device.
  return (
    <CentredPage
      foot={
        <>
          <SyncLine ownerId={account.userId} />
          <p className="lock-foot">
            {account.gate === 'open' ? UNSENT_ITEMS_SENT_LATER_TEXT : UNSENT_STILL_STORED_TEXT}
          </p>
        </>
      }
    >
      <div className="lock-head">
        <span className="lock-icon">
          <Icon name="lock" size={30} />
        </span>
        <div>
          <h1>Pantalla bloqueada</h1>
          <p>
            Sesión de <strong>{account.displayName}</strong>
          </p>
        </div>
      </div>
      {isCardRead && <Notice kind="info">{CARD_READ_WHILE_LOCKED_TEXT}</Notice>}
      <UnlockOptions userId={account.userId} />
      <SwitchUserControl account={account} />
    </CentredPage>
  );
}
