import type { User } from '#contract/records/people/users.ts';
import { troubleOf, type Trouble } from '#sync/words/failure-text.ts';
import type { SaveResult } from '#sync/requests/saving.ts';
import type { Account } from '#sync/session/session.ts';
import { useSayIfLedAway } from '#ui/notices/use-say-if-led-away.ts';
import { toast } from '#ui/notices/toast.ts';
import { useChange, type Change } from '#ui/forms/use-change.ts';

/** One user on the screen, and who looks at them. */
export interface Subject {
  readonly user: User;
  readonly account: Account;
  /** The user as they are now; null when they cannot be asked for. */
  readonly reread: () => Promise<User | null>;
  /** What the provider answered is what is shown. */
  readonly take: (user: User) => void;
}

interface Sending {
  readonly send: () => Promise<SaveResult<User>>;
  readonly success: string;
  /** The provider said no without a word of its own. */
  readonly refused: string;
  /** Nobody answered; as `refused` where it is absent. */
  readonly unreached?: string;
}

/** A change of the user: what it came to is shown where it was begun, and the screen shows what is there then. */
export function useUserChange({ reread, take }: Subject): Omit<Change<Trouble>, 'run'> & {
  readonly start: (sending: Sending) => Promise<void>;
} {
  const { run, ...change } = useChange<Trouble>();
  const sayIfLedAway = useSayIfLedAway();
  const attempt = async ({ send, success, refused, unreached = refused }: Sending) => {
    const result = await send();
    if (result.type === 'saved') {
      take(result.body);
      toast('ok', success);
      return null;
    }
    // Without what is there now nobody can decide between two changes.
    if (result.type === 'stale' && (await reread()) === null)
      return troubleOf({ type: 'unreachable', cause: 'no_answer' }, unreached);
    // A user who is not as they were shown: suspended meanwhile, say.
    if (result.type === 'refused' && result.refusal.status === 409) await reread();
    const trouble = troubleOf(result, result.type === 'refused' ? refused : unreached);
    sayIfLedAway(trouble);
    return trouble;
  };
  return { ...change, start: (sending) => run(() => attempt(sending)) };
}
