import type { DecisionName, Decisions } from '#contract/records/evaluation/decisions.ts';

/** Decision that the doctor made on this device and has not saved yet. */
interface UnsavedDecision<Value> {
  /** Value on the server when the doctor made the decision. */
  readonly base: Value;
  readonly mine: Value;
  /**
   * Different value that another user has saved since; null if there is none. The doctor must choose between the two values.
   */
  readonly theirs: { readonly value: Value } | null;
}

export type UnsavedDecisions = {
  readonly [Name in DecisionName]?: UnsavedDecision<Decisions[Name]> | undefined;
};

type UnsavedDecisionEntry = [name: DecisionName, choice: UnsavedDecision<Decisions[DecisionName]>];

/**
 * Returns true when two values have the same JSON. Equal values have their keys in the same order, because both were parsed or
 * built in the order of the schema.
 */
export const isSameDecisionValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const listUnsavedDecisions = (choices: UnsavedDecisions): UnsavedDecisionEntry[] =>
  Object.entries(choices).flatMap(([name, choice]) => (choice ? [[name as DecisionName, choice]] : []));

const removeUnsavedDecision = (choices: UnsavedDecisions, name: DecisionName): UnsavedDecisions =>
  Object.fromEntries(Object.entries(choices).filter(([key]) => key !== name));

export const hasUnsavedDecisions = (choices: UnsavedDecisions): boolean =>
  listUnsavedDecisions(choices).length > 0;

/** Returns the decisions with a conflict between two users. The doctor must resolve each before saving. */
export const conflictingDecisionNames = (choices: UnsavedDecisions): DecisionName[] =>
  listUnsavedDecisions(choices).flatMap(([name, { theirs }]) => (theirs === null ? [] : [name]));

export const decisionsToSave = (choices: UnsavedDecisions): Partial<Decisions> =>
  Object.fromEntries(listUnsavedDecisions(choices).map(([name, { mine }]) => [name, mine]));

/** Returns the decisions that the page shows: those of the server, replaced by the doctor's unsaved ones. */
export const applyUnsavedDecisions = (decisions: Decisions, choices: UnsavedDecisions): Decisions => ({
  ...decisions,
  ...decisionsToSave(choices),
});

/** Sets the doctor's value of a decision. A value equal to the server's is not stored as a change. */
export function setUnsavedDecision<Name extends DecisionName>(
  choices: UnsavedDecisions,
  decisions: Decisions,
  name: Name,
  mine: Decisions[Name],
): UnsavedDecisions {
  const before: UnsavedDecision<Decisions[Name]> | undefined = choices[name];
  const base = before ? before.base : decisions[name];
  if (isSameDecisionValue(mine, base) && !before?.theirs) return removeUnsavedDecision(choices, name);
  return { ...choices, [name]: { base, mine, theirs: before?.theirs ?? null } };
}

export function resolveDecisionConflict<Name extends DecisionName>(
  choices: UnsavedDecisions,
  name: Name,
  value: Decisions[Name],
): UnsavedDecisions {
  const theirs: UnsavedDecision<Decisions[Name]>['theirs'] | undefined = choices[name]?.theirs;
  if (!theirs) return choices;
  if (isSameDecisionValue(value, theirs.value)) return removeUnsavedDecision(choices, name);
  return { ...choices, [name]: { base: theirs.value, mine: value, theirs: null } };
}

function rebaseUnsavedDecision(
  choice: UnsavedDecisionEntry[1],
  now: UnsavedDecisionEntry[1]['mine'],
): UnsavedDecisionEntry[1] | null {
  if (isSameDecisionValue(now, choice.theirs ? choice.theirs.value : choice.base)) return choice;
  if (isSameDecisionValue(now, choice.mine)) return null;
  return { ...choice, theirs: isSameDecisionValue(now, choice.base) ? null : { value: now } };
}

/**
 * Compares the unsaved decisions with the newest decisions of the server: finds conflicts and removes equal values. Returns the
 * same object when nothing changes.
 */
export function rebaseUnsavedDecisions(choices: UnsavedDecisions, decisions: Decisions): UnsavedDecisions {
  let next = choices;
  for (const [name, choice] of listUnsavedDecisions(choices)) {
    const rebased = rebaseUnsavedDecision(choice, decisions[name]);
    if (rebased === choice) continue;
    next = rebased ? { ...next, [name]: rebased } : removeUnsavedDecision(next, name);
  }
  return next;
}

/**
 * Removes the decisions that the server has stored (`sent`). A decision that the doctor changed during the request stays
 * unsaved, based on the stored value.
 */
export function unsavedDecisionsAfterSaving(
  choices: UnsavedDecisions,
  sent: UnsavedDecisions,
): UnsavedDecisions {
  let next = choices;
  for (const [name, { mine }] of listUnsavedDecisions(sent)) {
    const now = next[name];
    if (!now) continue;
    next = isSameDecisionValue(now.mine, mine)
      ? removeUnsavedDecision(next, name)
      : { ...next, [name]: { ...now, base: mine, theirs: null } };
  }
  return next;
}
