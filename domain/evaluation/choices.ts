import type { DecisionName, Decisions } from '#contract/records/evaluation/decisions.ts';

/** Decision that the doctor made on this device and has not saved yet. */
interface Choice<Value> {
  /** Value on the server when the doctor made the decision. */
  readonly base: Value;
  readonly mine: Value;
  /** Different value that another user has saved since; null without one. The doctor must choose between both values. */
  readonly theirs: { readonly value: Value } | null;
}

export type DecisionChoices = { readonly [Name in DecisionName]?: Choice<Decisions[Name]> | undefined };

type Named = [name: DecisionName, choice: Choice<Decisions[DecisionName]>];

/**
 * Returns true when two values have the same JSON. Equal values have their keys in the same order, because both were parsed or
 * built in the order of the schema.
 */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const entriesOf = (choices: DecisionChoices): Named[] =>
  Object.entries(choices).flatMap(([name, choice]) => (choice ? [[name as DecisionName, choice]] : []));

const without = (choices: DecisionChoices, name: DecisionName): DecisionChoices =>
  Object.fromEntries(Object.entries(choices).filter(([key]) => key !== name));

export const hasChoices = (choices: DecisionChoices): boolean => entriesOf(choices).length > 0;

/** Returns the decisions with a conflict between two users. The doctor must resolve each before saving. */
export const choicesInConflict = (choices: DecisionChoices): DecisionName[] =>
  entriesOf(choices).flatMap(([name, { theirs }]) => (theirs === null ? [] : [name]));

export const choicesToSave = (choices: DecisionChoices): Partial<Decisions> =>
  Object.fromEntries(entriesOf(choices).map(([name, { mine }]) => [name, mine]));

/** Returns the decisions that the page shows: those of the server, replaced by the doctor's unsaved ones. */
export const decisionsWithChoices = (decisions: Decisions, choices: DecisionChoices): Decisions => ({
  ...decisions,
  ...choicesToSave(choices),
});

/** Sets the doctor's value of a decision. A value equal to the server's is not stored as a change. */
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

/**
 * Compares the unsaved decisions with the newest decisions of the server: finds conflicts and removes equal values. Returns the
 * same object when nothing changes.
 */
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
 * Removes the decisions that the server has stored (`sent`). A decision that the doctor changed during the request stays
 * unsaved, based on the stored value.
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
