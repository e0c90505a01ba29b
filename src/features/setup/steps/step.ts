import { useEffect } from 'react';
import type { SetupStatus, SetupPart } from '#domain/setup/steps.ts';
import type { SaveFailure } from '#sync/messages/failure-text.ts';
import type { Account } from '#sync/session/session.ts';
import type { StepDraft } from '../state/use-step-draft.ts';

/** The part as the page that runs 'Crear todo' sees it. */
export interface PartRunner {
  /** Shows an error at each field with a bad value. Returns true if there is none. */
  readonly check: () => boolean;
  /** Stores the ticked rows before the first part runs, so that an interrupted creation continues with the same rows. */
  readonly keepTicks?: () => void;
  /** Returns the typed text of a field, for the check of another part. */
  readonly textOf?: (field: string) => string;
  /**
   * Creates the part's rows; existing ones are not created again. Returns the reason of a failure; null on success. `branchId`:
   * branch of the created users.
   */
  readonly create: (branchId: string | null) => Promise<SaveFailure | null>;
}

export type PartRunners = Map<SetupPart, PartRunner>;

export interface StepProps {
  readonly account: Account;
  readonly facts: SetupStatus;
  /** Reason why saving is disabled; null if it is enabled. */
  readonly disabledReason: string | null;
  readonly runners: PartRunners;
}

export interface PartProps extends StepProps {
  readonly draft: StepDraft;
}

/** Lets 'Crear todo' run the part while it is mounted. `runner`: null while the part is not loaded. */
export function usePartRunner(runners: PartRunners, part: SetupPart, runner: PartRunner | null): void {
  useEffect(() => {
    if (runner) runners.set(part, runner);
    return () => void runners.delete(part);
  });
}
