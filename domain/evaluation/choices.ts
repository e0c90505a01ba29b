import type { DecisionName, Decisions } from '#contract/records/evaluation/decisions.ts';

/** A decision that the doctor chose on this device and that is not saved yet. */
interface Choice<Value> {
  /** Value on the server when it was chosen. */
  readonly base: Value;
  readonly mine: Value;
  /** Value that another user has saved since, until the doctor chooses between both; null otherwise. */
  readonly theirs: { readonly value: Value } | null;
}

export type Choices = { readonly [Name in DecisionName]?: Choice<Decisions[Name]> | undefined };

type Named = [name: DecisionName, choice: Choice<Decisions[DecisionName]>];

/** Compares as JSON: values are parsed, or built in the order of their schema. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const entriesOf = (choices: Choices): Named[] =>
  Object.entries(choices).flatMap(([name, choice]) => (choice ? [[name as DecisionName, choice]] : []));

const without = (choices: Choices, name: DecisionName): Choices =>
  Object.fromEntries(Object.entries(choices).filter(([key]) => key !== name));

export const hasChoices = (choices: Choices): boolean => entriesOf(choices).length > 0;

/** Returns the decisions with two users' values, which need a choice before they can be saved. */
export const choicesInConflict = (choices: Choices): DecisionName[] =>
  entriesOf(choices).flatMap(([name, { theirs }]) => (theirs === null ? [] : [name]));

export const choicesToSave = (choices: Choices): Partial<Decisions> =>
  Object.fromEntries(entriesOf(choices).map(([name, { mine }]) => [name, mine]));

/** Returns the decisions as the doctor sees them: unsaved ones override those of the server. */
export const decisionsUnder = (decisions: Decisions, choices: Choices): Decisions => ({
  ...decisions,
  ...choicesToSave(choices),
});

/** Sets a value; the server's own value counts as no change. */
export function choose<Name extends DecisionName>(
  choices: Choices,
  decisions: Decisions,
  name: Name,
  mine: Decisions[Name],
): Choices {
  const before: Choice<Decisions[Name]> | undefined = choices[name];
  const base = before ? before.base : decisions[name];
  if (isSameValue(mine, base) && !before?.theirs) return without(choices, name);
  return { ...choices, [name]: { base, mine, theirs: before?.theirs ?? null } };
}

/** Ends a conflict with the value that the doctor picked. */
export function resolveChoice<Name extends DecisionName>(
  choices: Choices,
  name: Name,
  value: Decisions[Name],
): Choices {
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

/** Returns the choices over newer decisions of the server; the same object when nothing changed. */
export function rebaseChoices(choices: Choices, decisions: Decisions): Choices {
  let next = choices;
  for (const [name, choice] of entriesOf(choices)) {
    const rebased = rebaseChoice(choice, decisions[name]);
    if (rebased === choice) continue;
    next = rebased ? { ...next, [name]: rebased } : without(next, name);
  }
  return next;
}

/**
 * Returns the choices after the server stored `sent`; a choice changed during the request becomes a change of the stored value.
 */
export function choicesAfterSaving(choices: Choices, sent: Choices): Choices {
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
