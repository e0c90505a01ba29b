import { useState } from 'react';
import { SETUP_PARTS, type SetupPart } from '#domain/setup/steps.ts';
import { setActiveBranch } from '#sync/administration/branches.ts';
import { findOwnOrOnlyBranch } from '#sync/administration/first-clinic.ts';
import { failureText, saveFailureOf } from '#sync/messages/failure-text.ts';
import type { Account } from '#sync/session/session.ts';
import { toast } from '#ui/notices/toast.ts';
import { showRunningPart } from '../state/run.ts';
import type { PartRunners } from '../steps/step.ts';

/** Parts that create users, who belong to a branch. */
const PARTS_WITH_USERS: readonly SetupPart[] = ['people', 'doctor'];
const BRANCH_NOT_READ_TEXT = 'No se pudo leer la sede.';
const BRANCH_NOT_CHOSEN_TEXT = 'Todo quedó guardado, y no se pudo elegir la sede como la tuya.';

/** Creates the parts in their order and stops at the first failure, which that part shows. Returns the failed part; null on success. */
async function createParts(account: Account, runners: PartRunners): Promise<SetupPart | null> {
  for (const part of SETUP_PARTS) {
    const runner = runners.get(part);
    if (!runner) continue;
    showRunningPart(account.userId, part);
    const branchId = PARTS_WITH_USERS.includes(part) ? await findOwnOrOnlyBranch(account) : null;
    if (!(await runner.create(branchId))) return part;
  }
  return null;
}

/**
 * Makes the clinic's only branch the active one. Last, because this remounts the page, which would lose the failure of a part.
 * Returns why it failed; null on success.
 */
async function activateBranch(account: Account): Promise<string | null> {
  const branchId = await findOwnOrOnlyBranch(account);
  if (branchId === null || branchId === account.branchId) return null;
  const chosen = await setActiveBranch(branchId);
  return chosen.type === 'changed' ? null : saveFailureOf(chosen, BRANCH_NOT_CHOSEN_TEXT).text;
}

interface CreateAllOptions {
  readonly account: Account;
  readonly runners: PartRunners;
  readonly refresh: () => Promise<void>;
  /** Called when a part shows an error. */
  readonly onErrors: () => void;
}

/**
 * Runs 'Crear todo'. `failedPart`: part that shows why the last run stopped. `problem`: failure that belongs to no part. Both are
 * null if there is none.
 */
export function useCreateAll({ account, runners, refresh, onErrors }: CreateAllOptions) {
  const [problem, setProblem] = useState<string | null>(null);
  const [failedPart, setFailedPart] = useState<SetupPart | null>(null);
  const runParts = async (chosen: PartRunners): Promise<void> => {
    try {
      const failed = await createParts(account, chosen);
      setFailedPart(failed);
      if (failed !== null) return onErrors();
      const notChosen = await activateBranch(account);
      setProblem(notChosen);
      if (notChosen === null) toast('ok', 'Todo quedó creado.');
    } catch (error) {
      setProblem(failureText(error, BRANCH_NOT_READ_TEXT));
    } finally {
      showRunningPart(account.userId, null);
      await refresh();
    }
  };
  const createAll = () => {
    setProblem(null);
    const chosen = new Map(runners);
    // Every part is checked, so that all bad values are shown together.
    const wrong = [...chosen.values()].filter(({ check }) => !check());
    if (wrong.length > 0) return onErrors();
    for (const { keepTicks } of chosen.values()) keepTicks?.();
    runParts(chosen).catch(reportError);
  };
  return { problem, failedPart, createAll };
}
