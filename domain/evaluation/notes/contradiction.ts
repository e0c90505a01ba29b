import type { Decisions } from '#contract/records/evaluation/decisions.ts';
import { hasVisibleCharacter } from '#contract/primitives.ts';
import type { Aptitude, NoteType, ReferralRecipient, VerdictClass } from '#contract/vocabulary.ts';
import { decidedRestrictionLine, readRestriction } from './restriction.ts';
import { decidedTaskLine } from './subject-lines.ts';
import { noteLinesOf } from './note-lines.ts';
import {
  beginsWithDeniedCondition,
  deniesFitness,
  matchesUsualProgramme,
  requestedProgrammesIn,
  requestedReferralIn,
  containsRequest,
  inferVerdictClass,
} from './prose.ts';
import { NOTE_OF_DECISION, missingSentences, noteWithDecisions } from './sentences.ts';

/** Text that seems to contradict a decision or another text. It only causes a warning for the doctor. */
export type Contradiction =
  /** The text of the concept seems to state another aptitude (`read`) than the doctor chose. */
  | { readonly type: 'aptitude'; readonly chosen: Aptitude; readonly read: Aptitude }
  /** The concept mentions restrictions or recommendations, but the note on them is empty or denies them. */
  | {
      readonly type: 'not_in_note';
      readonly note: 'restricciones' | 'recomendaciones';
      readonly isEmpty: boolean;
    }
  /**
   * The surveillance decision and its note differ. `note_denies`: the doctor chose `programmes`, but the note states that none
   * is needed. `note_requests`: the doctor chose none, but the note requests surveillance; `programmes` are those that the note
   * names, if any. `other_programmes`: the note names `programmes` that the doctor did not choose.
   */
  | {
      readonly type: 'surveillance';
      readonly problem: 'note_denies' | 'note_requests' | 'other_programmes';
      readonly programmes: readonly string[];
    }
  /**
   * The referral decision and its note differ. `read` is the recipient that the note names; null when the note requests a
   * referral without naming EPS or ARL.
   */
  | { readonly type: 'referral'; readonly chosen: ReferralRecipient; readonly read: ReferralRecipient | null }
  /** The doctor wrote the note but made no decision, so that the concept will print 'No registrado'. */
  | { readonly type: 'text_only'; readonly note: 'sve' | 'manejo_eps_arp' }
  /** The doctor chose a restriction or task, but the note lacks its sentence (`line`). */
  | { readonly type: 'line_missing'; readonly note: 'restricciones' | 'aptitud_tarea'; readonly line: string }
  /** The doctor decided that there are no restrictions, but the note names one. */
  | { readonly type: 'restrictions_in_note' }
  /** The doctor chose an aptitude without restrictions, and also restrictions or a task with limits (`limits`). */
  | { readonly type: 'limited'; readonly chosen: Aptitude; readonly limits: readonly string[] };

type NoteTextReader = (type: NoteType) => string;

const NOTE_NAMED_BY_VERDICT: Readonly<Partial<Record<VerdictClass, 'restricciones' | 'recomendaciones'>>> = {
  apto_restricciones: 'restricciones',
  apto_recomendaciones: 'recomendaciones',
};

function findAptitudeContradictions(concept: string, chosen: Aptitude | null): Contradiction[] {
  if (chosen === null || !hasVisibleCharacter(concept)) return [];
  const isFit = chosen !== 'no_apto' && chosen !== 'aplazado' && chosen !== 'realizado';
  const read = isFit && deniesFitness(concept) ? 'no_apto' : inferVerdictClass(concept);
  return read === 'otro' || read === chosen ? [] : [{ type: 'aptitude', chosen, read }];
}

function findMissingNamedNote(note: NoteTextReader, named: VerdictClass): Contradiction[] {
  const type = NOTE_NAMED_BY_VERDICT[named];
  if (type === undefined) return [];
  const isEmpty = !hasVisibleCharacter(note(type));
  return isEmpty || beginsWithDeniedCondition(note(type))
    ? [{ type: 'not_in_note', note: type, isEmpty }]
    : [];
}

function findUndecidedNotes(note: NoteTextReader, decisions: Decisions | null): Contradiction[] {
  if (decisions === null) return [];
  const isTextOnly = (name: 'surveillance' | 'referral') =>
    decisions[name] === null && hasVisibleCharacter(note(NOTE_OF_DECISION[name]));
  return (['surveillance', 'referral'] as const)
    .filter(isTextOnly)
    .map((name) => ({ type: 'text_only', note: NOTE_OF_DECISION[name] }));
}

function findSurveillanceContradictions(note: string, chosen: Decisions['surveillance']): Contradiction[] {
  if (chosen === null || !hasVisibleCharacter(note)) return [];
  const included = chosen.filter(({ act }) => act !== 'egresa').map(({ programme }) => programme);
  const named = requestedProgrammesIn(note);
  if (included.length === 0)
    return containsRequest(note)
      ? [{ type: 'surveillance', problem: 'note_requests', programmes: named }]
      : [];
  if (!containsRequest(note)) return [{ type: 'surveillance', problem: 'note_denies', programmes: included }];
  const others = named.filter((usual) => !included.some((given) => matchesUsualProgramme(given, usual)));
  return others.length === 0
    ? []
    : [{ type: 'surveillance', problem: 'other_programmes', programmes: others }];
}

function findReferralContradictions(note: string, chosen: Decisions['referral']): Contradiction[] {
  if (chosen === null || !hasVisibleCharacter(note)) return [];
  const read = requestedReferralIn(note);
  if (read === chosen.to || (read === null && chosen.to !== 'none')) return [];
  return [{ type: 'referral', chosen: chosen.to, read }];
}

function findMissingNoteLines(
  note: NoteTextReader,
  name: 'restrictions' | 'tasks',
  decisions: Decisions | null,
): Contradiction[] {
  const type = NOTE_OF_DECISION[name];
  // An empty note contradicts nothing, because documents then print the decision.
  if (!hasVisibleCharacter(note(type))) return [];
  return missingSentences(name, note(type), decisions).map((line) => ({
    type: 'line_missing',
    note: type,
    line,
  }));
}

function findRestrictionContradictions(note: string, chosen: Decisions['restrictions']): Contradiction[] {
  if (chosen === null || chosen.length > 0 || !hasVisibleCharacter(note)) return [];
  const names =
    noteLinesOf(note).some((line) => readRestriction(line) !== null) ||
    (!beginsWithDeniedCondition(note) && containsRequest(note));
  return names ? [{ type: 'restrictions_in_note' }] : [];
}

function findLimitContradictions({ aptitude, restrictions, tasks }: Decisions): Contradiction[] {
  if (aptitude !== 'apto' && aptitude !== 'apto_recomendaciones') return [];
  const limits = [
    ...(restrictions ?? []).map(decidedRestrictionLine),
    ...(tasks ?? []).filter((task) => task.aptitude !== 'apto').map(decidedTaskLine),
  ];
  return limits.length === 0 ? [] : [{ type: 'limited', chosen: aptitude, limits }];
}

/**
 * Returns the contradictions between decisions and texts, in the order of the concept.
 * @param note text of a note, empty when it was not written
 * @param decisions null from a server that stores no decisions; then only texts are compared
 */
export function contradictionsIn(
  note: NoteTextReader,
  decisions: Decisions | null,
): readonly Contradiction[] {
  const concept = note('concepto');
  const chosen = decisions?.aptitude ?? null;
  const printedNote: NoteTextReader = (type) => noteWithDecisions(type, note(type), decisions);
  return [
    ...findAptitudeContradictions(concept, chosen),
    ...(decisions === null ? [] : findLimitContradictions(decisions)),
    ...findMissingNamedNote(printedNote, chosen ?? inferVerdictClass(concept)),
    ...findMissingNoteLines(note, 'tasks', decisions),
    ...findMissingNoteLines(note, 'restrictions', decisions),
    ...findRestrictionContradictions(note('restricciones'), decisions?.restrictions ?? null),
    ...findSurveillanceContradictions(note('sve'), decisions?.surveillance ?? null),
    ...findReferralContradictions(note('manejo_eps_arp'), decisions?.referral ?? null),
    ...findUndecidedNotes(note, decisions),
  ];
}
