import type { SignInResult } from '#sync/session/sign-in.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { StorageNotice } from '#components/connection/storage-notice.tsx';
import { accountProblemText, type AccountProblemTexts } from './account-problem.ts';
import { signInProblemText } from '../sign-in/sign-in-problem.ts';

export type FailedSignIn = Exclude<SignInResult, { type: 'signed_in' }>;

/**
 * Message after a password reset: the user is signed in, but only the previous password decrypts the data on this device (D2).
 * The sign-in form asks for the previous password.
 */
const DataLockedNotice = () => (
  <Notice kind="warn">
    La contraseña quedó guardada. Inicia sesión con ella: este dispositivo te pedirá también la anterior.
  </Notice>
);

export function AccountFailureNotice({
  failure,
  words,
}: {
  failure: FailedSignIn;
  words: AccountProblemTexts;
}) {
  switch (failure.type) {
    case 'storage':
      return <StorageNotice kind={failure.problem.kind} />;
    case 'locked':
      return <DataLockedNotice />;
    case 'wait':
    case 'overtaken':
      return <Notice kind="error">{signInProblemText(failure)}</Notice>;
    case 'refused':
    case 'unreachable':
      return <Notice kind="error">{accountProblemText(failure, words)}</Notice>;
  }
}
