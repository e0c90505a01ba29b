import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { toStorageProblem } from '#storage/base/problem.ts';
import type { DeviceTrouble } from '#features/auth/pieces/device-trouble.tsx';
import type { Account } from '#sync/session/session.ts';
import { reportFailure } from '../kit/failures.ts';
import { loadDevice } from '../runtime/load-device.ts';
import { readSessionHint, writeSessionHint } from './session-hint.ts';

export type SessionState =
  | { readonly name: 'checking' }
  /** `left`: by the person's own sign-out here, so that the next one does not land where they were. */
  | {
      readonly name: 'signed_out';
      readonly left: boolean;
      readonly trouble: DeviceTrouble | null;
      /** False until the provider was asked whether the cookie still stands for somebody, which no script can tell. */
      readonly certain: boolean;
    }
  | { readonly name: 'signed_in'; readonly account: Account };

interface SessionValue {
  readonly state: SessionState;
  /** Signs out (S16); the state follows by itself. */
  readonly leave: () => Promise<void>;
}

const SessionContext = createContext<SessionValue | null>(null);

export function useSession(): SessionValue {
  const value = useContext(SessionContext);
  if (!value) throw new Error('useSession is called outside SessionProvider');
  return value;
}

const signedOut = (left: boolean, trouble: DeviceTrouble | null, certain = true): SessionState => ({
  name: 'signed_out',
  left,
  trouble,
  certain,
});

/** Without any network nobody can be asked: the sign-in form is there at once. */
function initialState(): SessionState {
  if (!window.isSecureContext) return signedOut(false, 'insecure');
  return readSessionHint() ? { name: 'checking' } : signedOut(false, null, !navigator.onLine);
}

/** Nobody, as far as the device and the provider know; what was said before of the device stays. */
const nobody = (before: SessionState, left: boolean): SessionState =>
  before.name === 'signed_out' ? signedOut(before.left, before.trouble) : signedOut(left, null);

/** So long a person waits for the answer: then there is the form, and a session that is found later leads away from it. */
const CHECK_WITHIN_MS = 10_000;

/** A device whose storage or program does not load leaves the sign-in form with the reason. */
function stateAfter(error: unknown): SessionState {
  const problem = toStorageProblem(error);
  if (problem) return signedOut(false, problem.kind);
  reportFailure(error);
  return signedOut(false, 'not_loaded');
}

/** Follows who is signed in on this device. Loads the device's part at once, without holding up the sign-in form. */
function useFollowedAccount(): [SessionState, (state: SessionState) => void, { current: boolean }] {
  const [state, setState] = useState(initialState);
  const leavingRef = useRef(false);
  useEffect(() => {
    if (!window.isSecureContext) return; // The device's part needs crypto.subtle and locks.
    let stop = () => undefined as void;
    let gone = false;
    const onFailure = (error: unknown) => setState(stateAfter(error));
    const onAccount = (account: Account | null) => {
      writeSessionHint(account !== null);
      const left = leavingRef.current;
      setState((before) => (account ? { name: 'signed_in', account } : nobody(before, left)));
      if (account === null) leavingRef.current = false;
    };
    const follow = async () => {
      const device = await loadDevice();
      if (!gone) stop = device.followAccount({ onAccount, onFailure });
    };
    follow().catch(onFailure);
    const isLong = () =>
      setState((before) =>
        before.name === 'signed_in' || leavingRef.current ? before : nobody(before, false),
      );
    const timer = setTimeout(isLong, CHECK_WITHIN_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
      stop();
    };
  }, []);
  return [state, setState, leavingRef];
}

/** Starts the background jobs of a signed-in page (triggers, timers, refreshing), again for another user or an opened session. */
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
  const [state, setState, leavingRef] = useFollowedAccount();
  useBackgroundJobs(state.name === 'signed_in' ? state.account : null);
  const value = useMemo<SessionValue>(
    () => ({
      state,
      async leave() {
        // No screen may read what loses its key now; and whoever sees the sign-in form may close the page: it is gone (D2).
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
