import { useEffect, useRef, useState } from 'react';
import type { PatientField } from '#contract/records/evaluation/patient-fields.ts';
import type { LocalPatient, RegistrationForm } from '#domain/registration.ts';
import { formerDocumentTypeOf, looksCompleteDocumentNumber } from '#domain/patient/document.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import { lookUpPatient, type PatientLookupOutcome } from '#sync/reads/lookup.ts';
import { rejectionOrFallbackText } from '#sync/messages/rejection-text.ts';
import { usePausedValue } from '#ui/hooks/use-paused-value.ts';

type LookupFailureCause = Extract<PatientLookupOutcome, { source: 'device' }>['cause'];
/**
 * Reason why the patient comes from the device and not from the server. `draft`: the patient comes from the draft, and no lookup
 * was made since.
 */
type LocalPatientReason = LookupFailureCause | 'draft';

/** Result of a lookup. `unasked` is the reason why the patient comes from the device; null if the server responded. */
export type LookupNote =
  | { readonly name: 'none' }
  | { readonly name: 'searching' }
  | {
      readonly name: 'found';
      readonly patient: LocalPatient;
      readonly unasked: LocalPatientReason | null;
      /** Fields in which the form kept the user's value, which differs from the patient's. */
      readonly kept: readonly PatientField[];
    }
  | { readonly name: 'another'; readonly patient: LocalPatient; readonly unasked: LocalPatientReason | null }
  /**
   * The form has a CC, and the patient is known by a TI with the same number: the user states whether the CC replaces the TI.
   */
  | { readonly name: 'renewed'; readonly patient: LocalPatient; readonly unasked: LocalPatientReason | null }
  | { readonly name: 'absent'; readonly unasked: LookupFailureCause | null }
  /** An automatic lookup did not reach the server, and the device does not know the document. */
  | { readonly name: 'unreached'; readonly cause: LookupFailureCause }
  | { readonly name: 'failed'; readonly message: string }
  /** The server rejects lookups for a while; the user can register a patient without a lookup. */
  | { readonly name: 'paused'; readonly message: string }
  | { readonly name: 'storage'; readonly kind: StorageProblemKind };

export const NO_NOTE: LookupNote = { name: 'none' };
const TOO_MANY_REQUESTS = 429;
const LOOKUP_FAILED_TEXT = 'No se pudo consultar el paciente. Intenta nuevamente.';

function lookupNoteOf(result: PatientLookupOutcome): LookupNote {
  if (result.source === 'refused') {
    const name = result.refusal.status === TOO_MANY_REQUESTS ? 'paused' : 'failed';
    return { name, message: rejectionOrFallbackText(result.refusal, LOOKUP_FAILED_TEXT) };
  }
  const unasked = result.source === 'device' ? result.cause : null;
  return result.patient
    ? { name: 'found', patient: result.patient, unasked, kept: [] }
    : { name: 'absent', unasked };
}

async function runLookup(ownerId: string, document: TypedDocument): Promise<LookupNote> {
  try {
    return lookupNoteOf(
      await lookUpPatient(ownerId, document.identification_type, document.identification_number),
    );
  } catch (error) {
    if (error instanceof StorageProblem) return { name: 'storage', kind: error.kind };
    reportError(error);
    return { name: 'failed', message: LOOKUP_FAILED_TEXT };
  }
}

/** Converts the result of an automatic lookup, which may show a found patient but no errors. */
function toAutomaticLookupNote(note: LookupNote): LookupNote {
  if (note.name === 'absent' && note.unasked !== null) return { name: 'unreached', cause: note.unasked };
  return 'message' in note || 'kind' in note ? NO_NOTE : note;
}

/** Returns true if the lookup did not reach the server, even if the device knows the document. */
export const isLookupUnreached = (note: LookupNote): boolean =>
  note.name === 'unreached' || ('unasked' in note && note.unasked !== null && note.unasked !== 'draft');

export type TypedDocument = Pick<RegistrationForm, 'identification_type' | 'identification_number'>;

/** Cause of the lookup. `person`: 'Buscar paciente' or Enter. `wizard`: a pause after a complete number, or 'Siguiente'. */
type LookupTrigger = 'person' | 'wizard';

interface LookupOptions {
  readonly ownerId: string;
  /** Patient whose data fill the draft. Shown as found, so that the last visit is offered again. */
  readonly known: LocalPatient | null;
  readonly isAnother: (patient: LocalPatient) => boolean;
  /** Fills the form. Returns the fields in which the form kept the user's value. */
  readonly onPatient: (patient: LocalPatient | null) => readonly PatientField[];
  /** Called when a lookup requested by the user has finished, so that the focus can move on. */
  readonly onAnswer: (isKnown: boolean) => void;
}

const documentKeyOf = ({ identification_type, identification_number }: TypedDocument): string =>
  `${identification_type} ${identification_number.trim()}`;

export const isSameDocument = (one: TypedDocument, other: TypedDocument): boolean =>
  documentKeyOf(one) === documentKeyOf(other);

/**
 * Runs 'Buscar paciente'. Discards the result if the form has another document by then. A patient with another name fills the
 * form only after the user has confirmed the patient (S15).
 */
export function useLookup({ ownerId, known, isAnother, onPatient, onAnswer }: LookupOptions) {
  const [note, setNote] = useState<LookupNote>(
    known ? { name: 'found', patient: known, unasked: 'draft', kept: [] } : NO_NOTE,
  );
  const turn = useRef(0);
  const last = useRef<{ readonly document: string; readonly answer: Promise<LookupNote> } | null>(null);

  /** Sets the result, and discards the result of a running lookup. */
  const showNote = (next: LookupNote) => {
    turn.current += 1;
    setNote(next);
  };

  /** Returns the result as `renewed` or `another` if the user must confirm the found patient. */
  function classifyFound(fetched: LookupNote, document: TypedDocument): LookupNote {
    if (fetched.name !== 'found') return fetched;
    if (fetched.patient.identification_type === formerDocumentTypeOf(document.identification_type))
      return { ...fetched, name: 'renewed' };
    return isAnother(fetched.patient) ? { ...fetched, name: 'another' } : fetched;
  }

  async function run(document: TypedDocument, by: LookupTrigger): Promise<LookupNote> {
    const mine = (turn.current += 1);
    setNote({ name: 'searching' });
    const fetched = await runLookup(ownerId, document);
    if (mine !== turn.current) return NO_NOTE;
    const classified = classifyFound(by === 'person' ? fetched : toAutomaticLookupNote(fetched), document);
    const found =
      classified.name === 'found' ? { ...classified, kept: onPatient(classified.patient) } : classified;
    setNote(found);
    if (found.name === 'absent') onPatient(null);
    if (by === 'person' && found.name !== 'failed' && found.name !== 'storage') onAnswer('patient' in found);
    return found;
  }

  const search = (document: TypedDocument, by: LookupTrigger = 'person'): Promise<LookupNote> => {
    const answer = run(document, by);
    last.current = { document: documentKeyOf(document), answer };
    return answer;
  };
  /** Returns the running or finished lookup of the document; null if there was none. */
  const lookupOf = (document: TypedDocument): Promise<LookupNote> | null =>
    last.current?.document === documentKeyOf(document) ? last.current.answer : null;

  const dismiss = () => {
    if (last.current) last.current = { ...last.current, answer: Promise.resolve(NO_NOTE) };
    showNote(NO_NOTE);
  };
  const startOver = () => {
    last.current = null;
    showNote(NO_NOTE);
  };

  return { note, search, lookupOf, say: showNote, dismiss, startOver };
}

/** Pause in typing after which the lookup starts, ms. Users pause less between two digits that they copy from a card. */
const LOOKUP_DELAY_MS = 700;

/** Calls `onComplete` when the user pauses after a complete number; not for the number that the form has when it opens. */
export function useAutomaticLookup(
  document: TypedDocument,
  onComplete: (document: TypedDocument) => void,
): void {
  const name = documentKeyOf(document);
  const paused = usePausedValue(name, LOOKUP_DELAY_MS);
  const handled = useRef<string | null>(name);
  useEffect(() => {
    if (handled.current !== name) handled.current = null; // A number that the user types again starts another lookup.
    if (paused !== name || handled.current === name) return;
    handled.current = name;
    const { identification_type, identification_number } = document;
    if (looksCompleteDocumentNumber(identification_type, identification_number))
      onComplete({ identification_type, identification_number: identification_number.trim() });
  });
}
