import type { SetupFacts } from '#domain/setup/steps.ts';
import type { Account } from '#sync/session/session.ts';
import type { StepDraft } from '../state/use-step-draft.ts';

/** What every step is given. */
export interface StepProps {
  readonly account: Account;
  readonly facts: SetupFacts;
  readonly draft: StepDraft;
  /** Why nothing can be saved now; null when it can. */
  readonly disabledReason: string | null;
  /** What is being saved may begin the page anew, as a choice of the branch does: the next step then takes the focus. */
  readonly onSaving: () => void;
  /** What there is now is asked for, the next step opens. */
  readonly onDone: () => Promise<void>;
  /** 'Ahora no'; null where the clinic does not work without it. */
  readonly onSkip: (() => void) | null;
}
