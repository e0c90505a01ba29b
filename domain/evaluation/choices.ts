import type { DecisionName, Decisions } from '#contract/records/evaluation/decisions.ts';

/** A decision that the doctor chose on this device and that is not saved yet. */
interface Choice<Value> {
  /** Value on the server when the doctor chose this one. */
  readonly base: Value;
  readonly mine: Value;
  /** Newer value that another user has saved, until the doctor chooses between both; null without such a value. */
  readonly theirs: { readonly value: Value } | null;
}

export type DecisionChoices = { readonly [Name in DecisionName]?: Choice<Decisions[Name]> | undefined };

type Named = [name: DecisionName, choice: Choice<Decisions[DecisionName]>];

/** Compares two values by their JSON: both are parsed, or built in the order of the schema. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const entriesOf = (choices: DecisionChoices): Named[] =>
  Object.entries(choices).flatMap(([name, choice]) => (choice ? [[name as DecisionName, choice]] : []));

const without = (choices: DecisionChoices, name: DecisionName): DecisionChoices =>
  Object.fromEntries(Object.entries(choices).filter(([key]) => key !== name));

export const hasChoices = (choices: DecisionChoices): boolean => entriesOf(choices).length > 0;

/** Returns the names of the decisions with values of two users. The doctor must choose one before saving. */
export const choicesInConflict = (choices: DecisionChoices): DecisionName[] =>
  entriesOf(choices).flatMap(([name, { theirs }]) => (theirs === null ? [] : [name]));

export const choicesToSave = (choices: DecisionChoices): Partial<Decisions> =>
  Object.fromEntries(entriesOf(choices).map(([name, { mine }]) => [name, mine]));

/** Returns the decisions as the doctor sees them: unsaved ones override those of the server. */
export const decisionsWithChoices = (decisions: Decisions, choices: DecisionChoices): Decisions => ({
  ...decisions,
  ...choicesToSave(choices),
});

/** Sets the doctor's value of a decision. A value equal to the server's is no change. */
export function chooseDecision<Name extends DecisionName>(
  choices: DecisionChoices,
  decisions: Decisions,
  name: Name,
  mine: Decisions[Name],
): DecisionChoices {
  const before: Choice<Decisions[Name]> | undefined = choices[name];
  const base = before ? before.base : decisions[name];
  if (isSameValue(mine, base) && !before?.theirs) return without(choices, name);
  return { ...choices, [name]: { base, mine, theirs: before?.theirs ?? null } };
}

/** Ends a conflict with the value that the doctor picked. */
export function resolveChoice<Name extends DecisionName>(
  choices: DecisionChoices,
  name: Name,
  value: Decisions[Name],
): DecisionChoices {
  const theirs: Choice<Decisions[Name]>['theirs'] | undefined = choices[name]?.theirs;
  if (!theirs) return choices;
  if (isSameValue(value, theirs.value)) return without(choices, name);
  return { ...choices, [name]: { base: theirs.value, mine: value, theirs: null } };
}

function rebaseChoice(choice: Named[1], now: Named[1]['mine']): Named[1] | null {
  if (isSameValue(now, choice.theirs ? choice.theirs.value : choice.base)) return choice;
  if (isSameValue(now, choice.mine)) return null;
  return { ...choice, theirs: isSameValue(now, choice.base) ? null : { value: now } };
}

/** Updates unsaved choices after the server's decisions changed; returns the same object when the choices stay as they are. */
export function rebaseChoices(choices: DecisionChoices, decisions: Decisions): DecisionChoices {
  let next = choices;
  for (const [name, choice] of entriesOf(choices)) {
    const rebased = rebaseChoice(choice, decisions[name]);
    if (rebased === choice) continue;
    next = rebased ? { ...next, [name]: rebased } : without(next, name);
  }
  return next;
}

/**
 * Removes the choices that the server stored (`sent`). A choice that the doctor changed during the request stays, as a change
 * of the stored value.
 */
export function choicesAfterSaving(choices: DecisionChoices, sent: DecisionChoices): DecisionChoices {
  let next = choices;
  for (const [name, { mine }] of entriesOf(sent)) {
    const now = next[name];
    if (!now) continue;
    next = isSameValue(now.mine, mine)
      ? without(next, name)
      : { ...next, [name]: { ...now, base: mine, theirs: null } };
  }
  return next;
}
