import { Button, PasswordInput } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { NOTHING_UNSENT, totalUnsent } from '#domain/outbox/unsent.ts';
import { unlockProblemText } from '#features/auth/sign-in/unlock-problem.ts';
import { readPinAttemptsLeft } from '#storage/account/lock-pin.ts';
import { readEndedTurn, type EndedTurn } from '#storage/account/patient-turn.ts';
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
import { ReturnTabletPage, TurnAddress } from './return-tablet-page.tsx';
import { useDocumentTitle } from './use-document-title.ts';
import { useSession } from '../session/session.tsx';
import { startReportBeforeSignOut } from '../session/sign-out.tsx';
import { CONTENT_LOST_TEXT, downloadsText, unsentMessage } from '../session/unsent-messages.ts';
import { syncPillClassName, useSyncMessage } from '../kit/sync-pill.tsx';
import { useProbedConnectionState } from '../kit/use-link-probe.ts';
import './lock-screen.css';

const UNSENT_ITEMS_SENT_LATER_TEXT = 'Lo que falte por enviar se envía solo cuando haya red.';
const UNSENT_STILL_STORED_TEXT = 'Lo pendiente sigue guardado en este dispositivo.';

type UnlockFailure = Exclude<UnlockResult, { type: 'unlocked' }>;

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

const SESSION_CLOSES_TEXT = 'Se cierra la sesión de recepción. Para volver hace falta la contraseña.';
const NOTHING_LEFT: DataLeftOnDevice = {
  unsent: NOTHING_UNSENT,
  parked: 0,
  downloads: null,
  isContentLost: false,
};

interface SwitchUserControlProps {
  account: Account;
  /** True if the prompt opens even if no data stays on the device. */
  asksAlways: boolean;
}

/** S16: lets another user sign in. The prompt is part of the page and not a dialog, because the lock hides all dialogs. */
function SwitchUserControl({ account, asksAlways }: SwitchUserControlProps) {
  const { leave } = useSession();
  const [left, setLeft] = useState<DataLeftOnDevice | null>(null);
  const leaveNow = () => leave().catch(reportFailure);
  const promptOrLock = async () => {
    startReportBeforeSignOut();
    const found = (await readDataLeftOnDevice(account.userId)) ?? (asksAlways ? NOTHING_LEFT : null);
    if (found) setLeft(found);
    else await leave();
  };
  if (!left)
    return <Button onClick={() => void promptOrLock().catch(reportFailure)}>Cambiar de usuario</Button>;
  const { unsent, parked, downloads, isContentLost } = left;
  const stays = totalUnsent(unsent) > 0;
  return (
    <section
      className="lock-leaving"
      aria-label={stays ? '¿Cerrar sesión con envíos pendientes?' : 'Antes de salir'}
    >
      {isContentLost && <p>{CONTENT_LOST_TEXT}</p>}
      {stays && <p>{unsentMessage(unsent)}</p>}
      {parked > 0 && <p>{parkedDraftsStayText(parked)}</p>}
      {downloads && <p>{downloadsText(downloads)}</p>}
      {left === NOTHING_LEFT && <p>{SESSION_CLOSES_TEXT}</p>}
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

interface UnlockPageProps {
  account: Account;
  isCardRead: boolean;
}

/** Time in ms without input after which the page for reception gives way to the page for the patient. */
const BACK_TO_PATIENT_DELAY_MS = 30_000;

/** Calls `onIdle` when the page has had no input for the delay. */
function useIdleReturn(onIdle: () => void): void {
  useEffect(() => {
    const listening = new AbortController();
    let timer = setTimeout(onIdle, BACK_TO_PATIENT_DELAY_MS);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(onIdle, BACK_TO_PATIENT_DELAY_MS);
    };
    for (const type of ['pointerdown', 'keydown'])
      document.addEventListener(type, restart, { capture: true, signal: listening.signal });
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [onIdle]);
}

interface IdentifyPageProps extends UnlockPageProps {
  /** Called when the page for the patient must return. Must be the same function at each render. */
  onBack: () => void;
}

/** Page on which reception identifies after a patient's turn. It names no user, because the patient may have opened it. */
function IdentifyPage({ account, isCardRead, onBack }: IdentifyPageProps) {
  useDocumentTitle('Pantalla bloqueada');
  useProbedConnectionState(); // The lock screen probes the connection too.
  useIdleReturn(onBack);
  return (
    <CentredPage>
      <h1>Solo para recepción</h1>
      {isCardRead && <Notice kind="info">{CARD_READ_WHILE_LOCKED_TEXT}</Notice>}
      <UnlockOptions userId={account.userId} />
      <Button onClick={onBack}>Volver</Button>
      <SwitchUserControl account={account} asksAlways />
    </CentredPage>
  );
}

function UnlockPage({ account, isCardRead }: UnlockPageProps) {
  useDocumentTitle('Pantalla bloqueada');
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
      <SwitchUserControl account={account} asksAlways={false} />
    </CentredPage>
  );
}

/** Reads the patient's turn that locked the screen; undefined until it is read. */
function useEndedTurn(): EndedTurn | null | undefined {
  const [turn, setTurn] = useState<EndedTurn | null>();
  useEffect(() => {
    readEndedTurn().then(setTurn, (error: unknown) => {
      reportFailure(error);
      setTurn(null);
    });
  }, []);
  return turn;
}

/**
 * Returns true if the user opened this page, and the browser has neither reloaded nor restored it. A reloaded page keeps its
 * address, because it may be another window than that of the turn.
 */
const isOpenedAnew = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .every((entry) => !('type' in entry) || entry.type === 'navigate');

/** `isAtStart`: true if the page opened locked. Its address may then differ from that of the ended turn. */
export function LockScreen({ account, isAtStart }: { account: Account; isAtStart: boolean }) {
  const isCardRead = useCardReadWhileLocked();
  const turn = useEndedTurn();
  const [isIdentifying, setIdentifying] = useState(false);
  const showPatientPage = useCallback(() => setIdentifying(false), []);
  if (turn === undefined) return null;
  if (turn === null) return <UnlockPage {...{ account, isCardRead }} />;
  return (
    <>
      <TurnAddress returnTo={isAtStart && isOpenedAnew() ? turn.returnTo : null} />
      {isIdentifying ? (
        <IdentifyPage {...{ account, isCardRead }} onBack={showPatientPage} />
      ) : (
        <ReturnTabletPage
          userId={account.userId}
          isCardRead={isCardRead}
          onIdentify={() => setIdentifying(true)}
        />
      )}
    </>
  );
}
