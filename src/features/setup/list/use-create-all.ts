import { useState } from 'react';
import {
  SETUP_PARTS,
  partsToCreate,
  setupProgress,
  type SetupPart,
  type SetupStatus,
} from '#domain/setup/steps.ts';
import { setActiveBranch } from '#sync/administration/clinic/branches.ts';
import { findOwnOrOnlyBranch } from '#sync/administration/first-clinic.ts';
import { failureText, saveFailureOf } from '#sync/messages/failure-text.ts';
import type { Account } from '#sync/session/session.ts';
import { toast } from '#ui/notices/toast.ts';
import { PART_TEXTS } from '../state/messages.ts';
import type { SetupState, useSetup } from '../state/queries.ts';
import { showPartFailure, showRunningPart, useSetupRun, type PartFailure } from '../state/run.ts';
import type { PartRunners } from '../steps/step.ts';

/** Parts that create users, who belong to a branch. */
const PARTS_WITH_USERS: readonly SetupPart[] = ['people', 'doctor'];
const CLINIC_NOT_READ_TEXT = 'No pudimos preguntar qué falta en tu clínica.';
const BRANCH_NOT_CHOSEN_TEXT = 'No se pudo elegir la sede como la tuya.';

const formatMissingParts = (parts: readonly SetupPart[]): string =>
  `Todavía no se ha podido cargar: ${parts.map((part) => PART_TEXTS[part]).join(', ')}. Espera o reinténtalo ahí.`;

/** Creates the parts in their order and stops at the first failure, which it returns; null on success. */
async function createParts(account: Account, runners: PartRunners): Promise<PartFailure | null> {
  for (const part of SETUP_PARTS) {
    const runner = runners.get(part);
    if (!runner) continue;
    showRunningPart(account.userId, part);
    const branchId = PARTS_WITH_USERS.includes(part) ? await findOwnOrOnlyBranch(account) : null;
    const trouble = await runner.create(branchId);
    if (trouble) return { part, trouble };
  }
  return null;
}

/**
 * Makes the clinic's only branch the active one. Last, because this remounts the page.
 * Returns why it failed; null on success.
 */
async function activateBranch(account: Account): Promise<string | null> {
  const branchId = await findOwnOrOnlyBranch(account);
  if (branchId === null || branchId === account.branchId) return null;
  const chosen = await setActiveBranch(branchId);
  return chosen.type === 'changed' ? null : saveFailureOf(chosen, BRANCH_NOT_CHOSEN_TEXT).text;
}

/** Longest time that 'Crear todo' waits for parts that are still being read, ms. */
const MAX_PART_LOAD_MS = 5_000;
const PART_LOAD_POLL_MS = 50;

/** Waits until all parts have been read, for example after the page was remounted. Stops waiting after a while. */
async function waitForRunners(runners: PartRunners, parts: readonly SetupPart[]): Promise<void> {
  const end = performance.now() + MAX_PART_LOAD_MS;
  while (!parts.every((part) => runners.has(part)) && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, PART_LOAD_POLL_MS));
}

interface CreateAllOptions extends Pick<ReturnType<typeof useSetup>, 'refresh' | 'fetchFacts'> {
  readonly account: Account;
  readonly state: SetupState;
  readonly runners: PartRunners;
  /** Called when the page shows an error and nothing was created. */
  readonly onErrors: () => void;
}

/** Runs 'Crear todo'. `problem`: failure that belongs to no part; null if there is none. */
export function useCreateAll({ account, state, runners, refresh, fetchFacts, onErrors }: CreateAllOptions) {
  const { userId } = account;
  const { failure } = useSetupRun(userId);
  const [problem, setProblem] = useState<string | null>(null);
  const findPartsToCreate = (facts: SetupStatus) =>
    partsToCreate(setupProgress(facts, state.skipped, failure?.part));
  const runParts = async (chosen: PartRunners): Promise<void> => {
    try {
      // Another device may have created some parts since this page was read.
      const left = findPartsToCreate((await fetchFacts()) ?? state.facts);
      const runnersLeft = new Map([...chosen].filter(([part]) => left.includes(part)));
      const stopped = await createParts(account, runnersLeft);
      showPartFailure(userId, stopped);
      await refresh();
      const notChosen = await activateBranch(account);
      setProblem(notChosen);
      if (notChosen === null && stopped === null) toast('ok', 'Todo quedó creado.');
    } catch (error) {
      setProblem(failureText(error, CLINIC_NOT_READ_TEXT));
      await refresh();
    } finally {
      showRunningPart(userId, null);
    }
  };
  const checkAndRun = (parts: readonly SetupPart[]) => {
    const missing = parts.filter((part) => !runners.has(part));
    setProblem(missing.length > 0 ? formatMissingParts(missing) : null);
    const chosen: PartRunners = new Map([...runners].filter(([part]) => parts.includes(part)));
    // Every part is checked, so that all bad values are shown together.
    const wrong = [...chosen.values()].filter(({ check }) => !check());
    if (wrong.length > 0 || missing.length > 0) return onErrors();
    for (const { keepTicks } of chosen.values()) keepTicks?.();
    showRunningPart(userId, parts[0] ?? null);
    runParts(chosen).catch(reportError);
  };
  const waitAndRun = async (parts: readonly SetupPart[]): Promise<void> => {
    showRunningPart(userId, parts[0] ?? null);
    await waitForRunners(runners, parts);
    showRunningPart(userId, null);
    checkAndRun(parts);
  };
  const createAll = () => {
    const parts = findPartsToCreate(state.facts);
    if (parts.every((part) => runners.has(part))) return checkAndRun(parts);
    waitAndRun(parts).catch(reportError);
  };
  return { problem, createAll };
}
