import { useRef, useState } from 'react';
import type { KnownPatient, RegistrationForm } from '#domain/registration.ts';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import { lookUpPatient, type LookupResult } from '#sync/reads/lookup.ts';
import { wordsOr } from '#sync/words/refusal-text.ts';

type Silence = Extract<LookupResult, { source: 'device' }>['cause'];

/** What the lookup says; `unasked` is why the server could not be asked and the device answered instead. */
export type LookupNote =
  | { readonly name: 'none' }
  | { readonly name: 'searching' }
  | { readonly name: 'found'; readonly patient: KnownPatient; readonly unasked: Silence | null }
  /** The found person's names are not those that were typed. */
  | { readonly name: 'another'; readonly patient: KnownPatient; readonly unasked: Silence | null }
  | { readonly name: 'absent'; readonly unasked: Silence | null }
  | { readonly name: 'failed'; readonly message: string }
  /** The provider answers no more lookups for a while; registering goes on without. */
  | { readonly name: 'paused'; readonly message: string }
  | { readonly name: 'storage'; readonly kind: StorageProblemKind };

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

async function lookUp(ownerId: string, document: Document): Promise<LookupNote> {
  try {
    return noteOf(await lookUpPatient(ownerId, document.identificationType, document.identificationNumber));
  } catch (error) {
    if (error instanceof StorageProblem) return { name: 'storage', kind: error.kind };
    throw error;
  }
}

type Document = Pick<RegistrationForm, 'identificationType' | 'identificationNumber'>;

interface Lookup {
  readonly ownerId: string;
  readonly isAnother: (patient: KnownPatient) => boolean;
  readonly onPatient: (patient: KnownPatient | null) => void;
  readonly onAnother: () => void;
  readonly onPaused: () => void;
}

/**
 * 'Buscar paciente'. An answer about a document that is no longer in the fields is dropped, and one about somebody else than
 * was typed meanwhile fills nothing in before a person has said so (S15).
 */
export function useLookup({ ownerId, isAnother, onPatient, onAnother, onPaused }: Lookup) {
  const [note, setNote] = useState<LookupNote>({ name: 'none' });
  const turn = useRef(0);

  /** An answer on its way is dropped. */
  const say = (next: LookupNote) => {
    turn.current += 1;
    setNote(next);
  };
  const forget = () => say({ name: 'none' });
  const reportConflict = (patient: KnownPatient, unasked: Silence | null = null) =>
    say({ name: 'another', patient, unasked });
  const search = async (document: Document): Promise<void> => {
    const mine = (turn.current += 1);
    setNote({ name: 'searching' });
    const found = await lookUp(ownerId, document).catch((error: unknown) => {
      reportError(error);
      return { name: 'failed', message: FALLBACK } as const;
    });
    if (mine !== turn.current) return;
    if (found.name === 'found' && isAnother(found.patient)) {
      reportConflict(found.patient, found.unasked);
      return onAnother();
    }
    setNote(found);
    if (found.name === 'found') onPatient(found.patient);
    if (found.name === 'absent') onPatient(null);
    if (found.name === 'paused') onPaused();
  };
  return { note, search, say, forget, reportConflict };
}
