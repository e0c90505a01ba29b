import { useRef, useState } from 'react';
import type { KnownPatient, RegistrationForm } from '#domain/registration.ts';
import { formerTypeOf } from '#domain/patient/document.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import { lookUpPatient, type LookupResult } from '#sync/reads/lookup.ts';
import { wordsOr } from '#sync/words/refusal-text.ts';

type Silence = Extract<LookupResult, { source: 'device' }>['cause'];
/** `draft`: nobody was asked since the draft was kept. */
type Unasked = Silence | 'draft';

/** What the lookup says; `unasked` is why the server was not asked and the device answered instead. */
export type LookupNote =
  | { readonly name: 'none' }
  | { readonly name: 'searching' }
  | { readonly name: 'found'; readonly patient: KnownPatient; readonly unasked: Unasked | null }
  /** The found person's names are not those that were typed. */
  | { readonly name: 'another'; readonly patient: KnownPatient; readonly unasked: Unasked | null }
  /** Known by the type that the document replaces: a person says whether it is theirs. */
  | { readonly name: 'renewed'; readonly patient: KnownPatient; readonly unasked: Unasked | null }
  | { readonly name: 'absent'; readonly unasked: Silence | null }
  /** Nobody asked, and nobody could be asked; the device does not know the document. */
  | { readonly name: 'unreached'; readonly cause: Silence }
  | { readonly name: 'failed'; readonly message: string }
  /** The provider answers no more lookups for a while; registering goes on without. */
  | { readonly name: 'paused'; readonly message: string }
  | { readonly name: 'storage'; readonly kind: StorageProblemKind };

const NO_NOTE: LookupNote = { name: 'none' };
const TOO_MANY_REQUESTS = 429;
const FALLBACK = 'No se pudo consultar el paciente. Intenta nuevamente.';

function noteOf(result: LookupResult): LookupNote {
  if (result.source === 'refused') {
    const name = result.refusal.status === TOO_MANY_REQUESTS ? 'paused' : 'failed';
    return { name, message: wordsOr(result.refusal, FALLBACK) };
  }
  const unasked = result.source === 'device' ? result.cause : null;
  return result.patient ? { name: 'found', patient: result.patient, unasked } : { name: 'absent', unasked };
}

async function askedNote(ownerId: string, document: Document): Promise<LookupNote> {
  try {
    return noteOf(await lookUpPatient(ownerId, document.identificationType, document.identificationNumber));
  } catch (error) {
    if (error instanceof StorageProblem) return { name: 'storage', kind: error.kind };
    reportError(error);
    return { name: 'failed', message: FALLBACK };
  }
}

/** Whoever did not ask is told what helps them, and not what went wrong. */
function unaskedNote(note: LookupNote): LookupNote {
  if (note.name === 'absent' && note.unasked !== null) return { name: 'unreached', cause: note.unasked };
  return 'message' in note || 'kind' in note ? NO_NOTE : note;
}

/** The server was not reached: the device answered, or nothing did. */
export const isUnreached = (note: LookupNote): boolean =>
  note.name === 'unreached' || ('unasked' in note && note.unasked !== null && note.unasked !== 'draft');

export type Document = Pick<RegistrationForm, 'identificationType' | 'identificationNumber'>;

/** `person`: 'Buscar paciente' or Enter. `wizard`: a pause over a whole number, or 'Siguiente'. */
type AskedBy = 'person' | 'wizard';

interface Lookup {
  readonly ownerId: string;
  /** Whom a draft was filled from: found before, and offered what they came for again. */
  readonly known: KnownPatient | null;
  readonly isAnother: (patient: KnownPatient) => boolean;
  readonly onPatient: (patient: KnownPatient | null) => void;
  /** The work goes on elsewhere: called for a person who asked, who waits for it. */
  readonly onAnswer: (isKnown: boolean) => void;
}

interface Running {
  readonly document: string;
  readonly answer: Promise<LookupNote>;
}

const nameOf = ({ identificationType, identificationNumber }: Document): string =>
  `${identificationType} ${identificationNumber.trim()}`;

export const isSameDocument = (one: Document, other: Document): boolean => nameOf(one) === nameOf(other);

/**
 * 'Buscar paciente'. An answer about a document that is no longer in the fields is dropped, and one about somebody else than
 * was typed meanwhile fills nothing in before a person has said so (S15).
 */
export function useLookup({ ownerId, known, isAnother, onPatient, onAnswer }: Lookup) {
  const [note, setNote] = useState<LookupNote>(
    known ? { name: 'found', patient: known, unasked: 'draft' } : NO_NOTE,
  );
  const turn = useRef(0);
  /** The last lookup: its document is not looked up again by itself. */
  const last = useRef<Running | null>(null);

  /** An answer on its way is dropped. */
  const say = (next: LookupNote) => {
    turn.current += 1;
    setNote(next);
  };
  const forget = () => say(NO_NOTE);
  const reportConflict = (patient: KnownPatient, unasked: Silence | null = null) =>
    say({ name: 'another', patient, unasked });

  function take(asked: LookupNote, document: Document): LookupNote {
    const found = asked.name === 'found' ? doubted(asked, document) : asked;
    setNote(found);
    if (found.name === 'found') onPatient(found.patient);
    if (found.name === 'absent') onPatient(null);
    return found;
  }
  /** The found patient, or the doubt whether it is the one of the form. */
  function doubted(found: Extract<LookupNote, { name: 'found' }>, document: Document): LookupNote {
    if (found.patient.identification_type === formerTypeOf(document.identificationType))
      return { ...found, name: 'renewed' };
    return isAnother(found.patient) ? { ...found, name: 'another' } : found;
  }

  async function run(document: Document, by: AskedBy): Promise<LookupNote> {
    const mine = (turn.current += 1);
    setNote({ name: 'searching' });
    const asked = await askedNote(ownerId, document);
    if (mine !== turn.current) return NO_NOTE;
    const found = take(by === 'person' ? asked : unaskedNote(asked), document);
    if (by === 'person' && found.name !== 'failed' && found.name !== 'storage') onAnswer('patient' in found);
    return found;
  }

  const search = (document: Document, by: AskedBy = 'person'): Promise<LookupNote> => {
    const answer = run(document, by);
    last.current = { document: nameOf(document), answer };
    return answer;
  };
  /** The document's lookup that runs or has run; null where none was made. */
  const lookupOf = (document: Document): Promise<LookupNote> | null =>
    last.current?.document === nameOf(document) ? last.current.answer : null;

  /** The patient whom the lookup found is not the one of the form. */
  const dismiss = () => {
    if (last.current) last.current = { ...last.current, answer: Promise.resolve(NO_NOTE) };
    forget();
  };
  /** Another document stands in the fields. */
  const startOver = () => {
    last.current = null;
    forget();
  };

  return { note, search, lookupOf, say, forget, dismiss, startOver, reportConflict };
}
