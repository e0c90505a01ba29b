import { useRef, useState } from 'react';
import type {
  ExpectedPerson,
  ExpectedPersonBody,
  ExpectedStateBody,
} from '#contract/records/evaluation/expected-lists.ts';
import {
  addExpectedPerson,
  cancelExpectedList,
  setExpectedPersonState,
} from '#sync/expected/expected-lists.ts';
import { saveFailureOf, saveFailureReasonText, type SaveFailure } from '#sync/messages/failure-text.ts';
import { INPUT_KEPT_TEXT } from '#sync/changes/form-outcome.ts';
import type { SaveResult } from '#sync/requests/saving.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { toast } from '#ui/notices/toast.ts';

export type ChosenState = ExpectedStateBody['state'];

const STATE_DONE_TEXTS: Readonly<Record<ChosenState, string>> = {
  expected: 'La persona vuelve a estar en la lista.',
  arrived: 'Anotado: llegó.',
  no_show: 'Anotado: no asistió.',
  cancelled: 'Cita cancelada.',
};

/** Changes of one list. `refetch` reads the list again, also after a failed change, which may be outdated or executed. */
export function useListChanges(listId: string, refetch: () => Promise<void>) {
  const { busy, trouble, run } = useChangeRunner<SaveFailure>();
  const change = (send: () => Promise<SaveResult<unknown>>, done: string, failed: string) =>
    run(async () => {
      const result = await send();
      await refetch();
      if (result.type === 'saved') toast('ok', done);
      return saveFailureOf(result, failed);
    });
  return {
    busy,
    trouble,
    setState: (person: ExpectedPerson, state: ChosenState) =>
      change(
        () => setExpectedPersonState(person, { state }),
        STATE_DONE_TEXTS[state],
        'No se pudo cambiar la cita.',
      ),
    cancelList: () =>
      change(() => cancelExpectedList(listId), 'Lista cancelada.', 'No se pudo cancelar la lista.'),
  };
}

export type ListChanges = ReturnType<typeof useListChanges>;

/**
 * Adds a typed person to the list. Attempts with the same data use the same id, so that a repetition after a lost response
 * adds no person twice.
 */
export function usePersonAddition(listId: string, onAdded: () => Promise<void>) {
  const { busy, trouble, run, forget } = useChangeRunner<string>();
  const [isOpen, setOpen] = useState(false);
  const attempt = useRef({ content: '', id: '' });
  const add = (person: ExpectedPersonBody) =>
    run(async () => {
      const content = JSON.stringify(person);
      if (attempt.current.content !== content) attempt.current = { content, id: crypto.randomUUID() };
      const result = await addExpectedPerson(listId, { ...person, id: attempt.current.id });
      if (result.type !== 'saved')
        return `${saveFailureReasonText(saveFailureOf(result, 'No se pudo agregar la persona.'))} ${INPUT_KEPT_TEXT}`;
      setOpen(false);
      await onAdded();
      toast('ok', 'Persona agregada.');
      return null;
    });
  return {
    busy,
    problem: trouble,
    isOpen,
    open: () => {
      forget();
      setOpen(true);
    },
    close: () => setOpen(false),
    add: (person: ExpectedPersonBody) => void add(person),
  };
}
