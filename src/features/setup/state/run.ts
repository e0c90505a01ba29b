import { useEffect, useSyncExternalStore } from 'react';
import type { SetupPart } from '#domain/setup/steps.ts';
import type { SaveFailure } from '#sync/messages/failure-text.ts';

/** Sign-in link of a user that the set-up created. It is in memory only, because it is shown once. */
export interface SignInLink {
  readonly userId: string;
  readonly name: string;
  readonly token: string;
}

/** Reason why 'Crear todo' stopped, which its part shows. */
export interface PartFailure {
  readonly part: SetupPart;
  readonly trouble: SaveFailure;
}

/** Signature that the user uploaded. */
export interface ChosenFile {
  readonly file: File;
  readonly picture: { readonly bytes: ArrayBuffer; readonly mime: string };
}

interface SetupRun {
  readonly ownerId: string;
  /** Part that is being created; null while nothing is. */
  readonly part: SetupPart | null;
  /** Failure of the last run; null if it had none. */
  readonly failure: PartFailure | null;
  readonly signatureFile: ChosenFile | null;
  readonly links: readonly SignInLink[];
  /** Addresses of the users whose creation was requested, also of those whose creation got no response. */
  readonly invited: readonly string[];
}

/** Outside the components, because making the branch active remounts the page before the run ends. */
const NO_RUN: SetupRun = {
  ownerId: '',
  part: null,
  failure: null,
  signatureFile: null,
  links: [],
  invited: [],
};
let run = NO_RUN;
const listeners = new Set<() => void>();

const runOf = (ownerId: string): SetupRun => (run.ownerId === ownerId ? run : NO_RUN);

function changeRun(ownerId: string, patch: Partial<SetupRun>): void {
  run = { ...runOf(ownerId), ...patch, ownerId };
  for (const notify of listeners) notify();
}

export const showRunningPart = (ownerId: string, part: SetupPart | null): void =>
  changeRun(ownerId, { part });

export const showPartFailure = (ownerId: string, failure: PartFailure | null): void =>
  changeRun(ownerId, { failure });

export const keepSignatureFile = (ownerId: string, signatureFile: ChosenFile | null): void =>
  changeRun(ownerId, { signatureFile });

export const showSignInLink = (ownerId: string, link: SignInLink): void =>
  changeRun(ownerId, { links: [...runOf(ownerId).links, link] });

export const hasSignInLink = (ownerId: string, userId: string): boolean =>
  runOf(ownerId).links.some((link) => link.userId === userId);

export const rememberInvited = (ownerId: string, email: string): void =>
  changeRun(ownerId, { invited: [...runOf(ownerId).invited, email.toLowerCase()] });

export const isInvited = (ownerId: string, email: string): boolean =>
  runOf(ownerId).invited.includes(email.toLowerCase());

let openPages = 0;

/** Forgets links, failure and signature file when the user leaves the page. A remount and a running creation keep them. */
export function useForgottenRun(ownerId: string): void {
  useEffect(() => {
    openPages += 1;
    return () => {
      openPages -= 1;
      setTimeout(() => {
        if (openPages === 0 && runOf(ownerId).part === null) changeRun(ownerId, NO_RUN);
      });
    };
  }, [ownerId]);
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => void listeners.delete(notify);
}

/** Returns the part that is being created for the user, and the links to show. */
export function useSetupRun(ownerId: string): SetupRun {
  useSyncExternalStore(subscribe, () => run);
  return runOf(ownerId);
}

/** Returns why the part's creation failed in the last run; null if it did not fail. */
export function usePartFailure(ownerId: string, part: SetupPart): SaveFailure | null {
  const { failure } = useSetupRun(ownerId);
  return failure?.part === part ? failure.trouble : null;
}
