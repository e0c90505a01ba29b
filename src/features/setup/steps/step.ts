import type { SetupStatus } from '#domain/setup/steps.ts';
import type { Account } from '#sync/session/session.ts';
import type { StepDraft } from '../state/use-step-draft.ts';

export interface StepProps {
  readonly account: Account;
  readonly facts: SetupStatus;
  readonly draft: StepDraft;
  /** Reason why saving is disabled; null if it is enabled. */
  readonly disabledReason: string | null;
  /** Must be called before a save that may remount the page, so that the next step gets the focus afterwards. */
  readonly onSaving: () => void;
  /** Called after a save: refreshes the setup state and opens the next step. */
  readonly onDone: () => Promise<void>;
  /** Runs 'Ahora no'; null if the clinic needs the step. */
  readonly onSkip: (() => void) | null;
}
