import type { DecisionName, Decisions } from '#contract/records/evaluation/decisions.ts';
import { hasVisibleCharacter } from '#contract/primitives.ts';
import { APTITUDES, APTITUDE_LABELS, REFERRAL_RECIPIENTS, type NoteType } from '#contract/vocabulary.ts';
import {
  addNoteLine,
  hasNoteLine,
  isSameSentence,
  noteLinesOf,
  removeNoteLine,
  replaceNoteLine,
} from './note-lines.ts';
import { NOTHING_TO_REPORT_PHRASES, USUAL_PHRASES, referralSentence, togglePhrase } from './phrases.ts';
import { decidedRestrictionLine } from './restriction.ts';
import { decidedProgrammeLine, decidedTaskLine } from './subject-lines.ts';

export const NOTE_OF_DECISION = {
  aptitude: 'concepto',
  surveillance: 'sve',
  referral: 'manejo_eps_arp',
  restrictions: 'restricciones',
  tasks: 'aptitud_tarea',
} as const satisfies Record<DecisionName, NoteType>;

export const DECISION_OF_NOTE: Readonly<Partial<Record<NoteType, DecisionName>>> = Object.fromEntries(
  Object.entries(NOTE_OF_DECISION).map(([decision, note]) => [note, decision]),
);

const formatRowSentences = <Item>(
  type: NoteType,
  items: readonly Item[],
  sentence: (item: Item) => string,
): readonly string[] => (items.length === 0 ? [NOTHING_TO_REPORT_PHRASES[type] ?? ''] : items.map(sentence));

const SENTENCE_FORMATTERS: {
  readonly [Name in DecisionName]: (value: NonNullable<Decisions[Name]>) => readonly string[];
} = {
  aptitude: (aptitude) => [APTITUDE_LABELS[aptitude]],
  surveillance: (chosen) => formatRowSentences('sve', chosen, decidedProgrammeLine),
  referral: ({ to }) => [referralSentence(to)],
  restrictions: (chosen) => formatRowSentences('restricciones', chosen, decidedRestrictionLine),
  tasks: (chosen) => formatRowSentences('aptitud_tarea', chosen, decidedTaskLine),
};

export const decisionSentences = <Name extends DecisionName>(
  name: Name,
  value: Decisions[Name],
): readonly string[] => (value === null ? [] : SENTENCE_FORMATTERS[name](value));

/** Decisions with several sentences, one for each restriction or task. Documents print them as part of the note. */
type MultiLineDecisionName = 'restrictions' | 'tasks';

/** Returns the sentences of chosen restrictions or tasks that the note lacks; none for the decision 'none'. */
export function missingSentences(
  name: MultiLineDecisionName,
  text: string,
  decisions: Decisions | null,
): string[] {
  if (decisions === null || !decisions[name]?.length) return [];
  const lines = noteLinesOf(text);
  return decisionSentences(name, decisions[name]).filter(
    (sentence) => !lines.some((line) => isSameSentence(line, sentence)),
  );
}

/**
 * Returns the text of a note as documents print it: with the sentences of chosen restrictions and tasks that the note lacks. A
 * sentence may be missing because a client stored only the decision or a doctor deleted the sentence. An empty note gets all
 * sentences of its decision.
 * @param text empty when the note was not written
 */
export function noteWithDecisions(type: NoteType, text: string, decisions: Decisions | null): string {
  const name = DECISION_OF_NOTE[type];
  if (name === undefined || decisions === null) return text;
  if (!hasVisibleCharacter(text)) return decisionSentences(name, decisions[name]).join('\n');
  if (name !== 'restrictions' && name !== 'tasks') return text;
  return missingSentences(name, text, decisions).reduce(
    (written, line) => addNoteLine(type, written, line),
    text,
  );
}

function putSentence(type: NoteType, text: string, line: string): string {
  if (hasNoteLine(text, line)) return text;
  return USUAL_PHRASES[type]?.includes(line) ? togglePhrase(type, text, line) : addNoteLine(type, text, line);
}

/** Replaces the sentences `before` by the sentences `after`. Typed text stays, also a sentence that the doctor edited. */
export function replaceSentences(
  type: NoteType,
  text: string,
  before: readonly string[],
  after: readonly string[],
): string {
  const gone = before.filter((line) => !after.includes(line));
  const added = after.filter((line) => !before.includes(line));
  const [only, other] = [gone[0], added[0]];
  const isOneForOne = gone.length === 1 && added.length === 1;
  if (isOneForOne && only !== undefined && other !== undefined && hasNoteLine(text, only))
    return replaceNoteLine(text, only, other);
  const kept = gone.reduce(removeNoteLine, text);
  return added.reduce((written, line) => putSentence(type, written, line), kept);
}

export type ChosenDecision = {
  readonly [Name in DecisionName]: { readonly name: Name; readonly value: NonNullable<Decisions[Name]> };
}[DecisionName];

const findAptitudeByLabel = (phrase: string) => APTITUDES.find((each) => APTITUDE_LABELS[each] === phrase);
const findReferralBySentence = (phrase: string) =>
  REFERRAL_RECIPIENTS.find((each) => referralSentence(each) === phrase);

/** Returns the decision that a usual phrase states; null for a phrase that states none. */
export function decisionOfPhrase(type: NoteType, phrase: string): ChosenDecision | null {
  const name = DECISION_OF_NOTE[type];
  if (name === undefined) return null;
  if (name === 'aptitude') {
    const value = findAptitudeByLabel(phrase);
    return value ? { name, value } : null;
  }
  if (name === 'referral') {
    const to = findReferralBySentence(phrase);
    return to ? { name, value: { to, reason: null } } : null;
  }
  return { name, value: [] };
}

/** Returns true when the doctor's decision `name` has this value; the reason of a referral is not compared. */
export function isDecisionChosen(decisions: Decisions, { name, value }: ChosenDecision): boolean {
  switch (name) {
    case 'aptitude':
      return decisions.aptitude === value;
    case 'referral':
      return decisions.referral?.to === value.to;
    case 'surveillance':
    case 'restrictions':
    case 'tasks':
      return decisions[name]?.length === 0;
  }
}
