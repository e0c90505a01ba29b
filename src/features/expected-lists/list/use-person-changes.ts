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

/** Changes of one list. `refetch` reads the list again, also after a failed change, which may be outdated or executed. */
export function useListChanges(listId: string, refetch: () => void) {
  const { busy, trouble, run, forget } = useChangeRunner<SaveFailure>();
  const change = (send: () => Promise<SaveResult<unknown>>, done: string, failed: string) =>
    run(async () => {
      const result = await send();
      refetch();
      if (result.type === 'saved') toast('ok', done);
      return saveFailureOf(result, failed);
    });
  return {
    busy,
    trouble,
    forget,
    setState: (person: ExpectedPerson, state: ExpectedStateBody['state']) =>
      change(
        () => setExpectedPersonState(person, { state }),
        state === 'cancelled' ? 'Cita cancelada.' : 'La persona vuelve a estar en la lista.',
        'No se pudo cambiar la cita.',
      ),
    cancelList: () =>
      change(() => cancelExpectedList(listId), 'Lista cancelada.', 'No se pudo cancelar la lista.'),
  };
}

/**
 * Adds a typed person to the list. Attempts with the same data use the same id, so that a repetition after a lost response
 * adds no person twice.
 */
export function usePersonAddition(listId: string, onAdded: () => void) {
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
      onAdded();
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
