import type { User } from '#contract/records/people/users.ts';
import { saveFailureOf, type SaveFailure } from '#sync/messages/failure-text.ts';
import type { SaveResult } from '#sync/requests/saving.ts';
import type { Account } from '#sync/session/session.ts';
import { useToastAfterRedirect } from '#ui/notices/use-toast-after-redirect.ts';
import { toast } from '#ui/notices/toast.ts';
import { useChangeRunner, type ChangeRunner } from '#ui/forms/use-change.ts';

export interface UserEditContext {
  readonly user: User;
  readonly account: Account;
  /** Fetches the user again; resolves to null if that fails. */
  readonly reread: () => Promise<User | null>;
  readonly take: (user: User) => void;
}

interface UserChangeCall {
  readonly send: () => Promise<SaveResult<User>>;
  readonly success: string;
  readonly refused: string;
  /** Text for a missing response; defaults to `refused`. */
  readonly unreached?: string;
}

/**
 * Returns a function that changes the user. A failure is shown on the card of the change; after a conflict the user is fetched
 * again.
 */
export function useUserChange({ reread, take }: UserEditContext): Omit<ChangeRunner<SaveFailure>, 'run'> & {
  readonly start: (sending: UserChangeCall) => Promise<void>;
} {
  const { run, ...change } = useChangeRunner<SaveFailure>();
  const toastAfterRedirect = useToastAfterRedirect();
  const attempt = async ({ send, success, refused, unreached = refused }: UserChangeCall) => {
    const result = await send();
    if (result.type === 'saved') {
      take(result.body);
      toast('ok', success);
      return null;
    }
    // The administrator must choose between the two changes, which requires the current state.
    if (result.type === 'stale' && (await reread()) === null)
      return saveFailureOf({ type: 'unreachable', cause: 'no_answer' }, unreached);
    // A 409 means that the user on the screen is outdated, for example because another administrator has suspended the user.
    if (result.type === 'refused' && result.refusal.status === 409) await reread();
    const trouble = saveFailureOf(result, result.type === 'refused' ? refused : unreached);
    toastAfterRedirect(trouble);
    return trouble;
  };
  return { ...change, start: (sending) => run(() => attempt(sending)) };
}
