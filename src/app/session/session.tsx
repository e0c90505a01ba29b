import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { toStorageProblem } from '#storage/base/problem.ts';
import type { DeviceTrouble } from '#features/auth/pieces/device-trouble.tsx';
import type { Account } from '#sync/session/session.ts';
import { reportFailure } from '../kit/failures.ts';
import { loadDevice } from '../runtime/load-device.ts';
import { readSessionHint, writeSessionHint } from './session-hint.ts';

export type SessionState =
  | { readonly name: 'checking' }
  /** `left`: true if the user signed out in this window, so that the next user does not start on the same screen. */
  | {
      readonly name: 'signed_out';
      readonly left: boolean;
      readonly trouble: DeviceTrouble | null;
      /**
       * True once a response of the server has shown whose session the cookie belongs to. Until then this is unknown, because
       * scripts cannot read the cookie.
       */
      readonly certain: boolean;
    }
  | { readonly name: 'signed_in'; readonly account: Account };

interface SessionContextValue {
  readonly state: SessionState;
  /** Signs out (S16). `state` follows automatically. */
  readonly leave: () => Promise<void>;
}

const SessionContext = createContext<SessionContextValue | null>(null);

export function useSession(): SessionContextValue {
  const value = useContext(SessionContext);
  if (!value) throw new Error('useSession is called outside SessionProvider');
  return value;
}

const createSignedOutState = (
  left: boolean,
  trouble: DeviceTrouble | null,
  certain = true,
): SessionState => ({
  name: 'signed_out',
  left,
  trouble,
  certain,
});

/**
 * Returns the state of a page that has just opened. Without network and without a session hint, the sign-in form is shown
 * immediately, because the session cannot be requested.
 */
function initialSessionState(): SessionState {
  if (!window.isSecureContext) return createSignedOutState(false, 'insecure');
  return readSessionHint() ? { name: 'checking' } : createSignedOutState(false, null, !navigator.onLine);
}

const nextSignedOutState = (before: SessionState, left: boolean): SessionState =>
  before.name === 'signed_out'
    ? createSignedOutState(before.left, before.trouble)
    : createSignedOutState(left, null);

/**
 * Longest wait in ms for the response about the session. Then the sign-in form is shown; if the response comes later, the user
 * is still signed in.
 */
const SESSION_CHECK_TIMEOUT_MS = 10_000;

function signedOutStateAfterError(error: unknown): SessionState {
  const problem = toStorageProblem(error);
  if (problem) return createSignedOutState(false, problem.kind);
  reportFailure(error);
  return createSignedOutState(false, 'not_loaded');
}

/**
 * Follows the account that is signed in on this device. Starts loading the device code immediately; the sign-in form does not
 * wait.
 */
function useSessionState(): [SessionState, (state: SessionState) => void, { current: boolean }] {
  const [state, setState] = useState(initialSessionState);
  const leavingRef = useRef(false);
  useEffect(() => {
    if (!window.isSecureContext) return; // Without a secure context, the browser lacks crypto.subtle and navigator.locks, which the device code needs.
    let stop = () => undefined as void;
    let gone = false;
    const onFailure = (error: unknown) => setState(signedOutStateAfterError(error));
    const applyAccount = (account: Account | null) => {
      writeSessionHint(account !== null);
      const left = leavingRef.current;
      setState((before) => (account ? { name: 'signed_in', account } : nextSignedOutState(before, left)));
      if (account === null) leavingRef.current = false;
    };
    const followDevice = async () => {
      const device = await loadDevice();
      if (!gone) stop = device.observeAccount({ onAccount: applyAccount, onFailure });
    };
    followDevice().catch(onFailure);
    const markSlow = () =>
      setState((before) =>
        before.name === 'signed_in' || leavingRef.current ? before : nextSignedOutState(before, false),
      );
    const timer = setTimeout(markSlow, SESSION_CHECK_TIMEOUT_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
      stop();
    };
  }, []);
  return [state, setState, leavingRef];
}

function useBackgroundJobs(account: Account | null): void {
  const ownerId = account?.userId ?? null;
  const gate = account?.gate ?? 'expired';
  useEffect(() => {
    if (ownerId === null) return;
    let stop = () => undefined as void;
    let gone = false;
    const start = async () => {
      const device = await loadDevice();
      if (!gone) stop = device.startBackgroundJobs(ownerId, gate);
    };
    start().catch(reportFailure);
    return () => {
      gone = true;
      stop();
    };
  }, [ownerId, gate]);
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState, leavingRef] = useSessionState();
  useBackgroundJobs(state.name === 'signed_in' ? state.account : null);
  const value = useMemo<SessionContextValue>(
    () => ({
      state,
      async leave() {
        // Hides all screens, because their data's key is about to be deleted. The sign-in form appears only after the key is
        // deleted, because the user may close the page as soon as the form appears (D2).
        setState({ name: 'checking' });
        leavingRef.current = true;
        try {
          await (await loadDevice()).signOut();
        } catch (error) {
          leavingRef.current = false;
          setState(state);
          throw error;
        }
      },
    }),
    [state, setState, leavingRef],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}
