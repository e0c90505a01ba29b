import type { SetupFacts } from '#domain/setup/steps.ts';
import type { Account } from '#sync/session/session.ts';
import type { StepDraft } from '../state/use-step-draft.ts';

/** Props of every step. */
export interface StepProps {
  readonly account: Account;
  readonly facts: SetupFacts;
  readonly draft: StepDraft;
  /** Reason why saving is disabled; null when it is possible. */
  readonly disabledReason: string | null;
  /**
   * Called before a save that may remount the page, as selecting the branch does, so that the next step then takes the focus.
   */
  readonly onSaving: () => void;
  /** Called after a save: refreshes the setup state and opens the next step. */
  readonly onDone: () => Promise<void>;
  /** Skips the step ('Ahora no'); null if the clinic cannot work without the step. */
  readonly onSkip: (() => void) | null;
}
