import { useRef, useState } from 'react';
import type {
  ExpectedPerson,
  ExpectedPersonBody,
  ExpectedStateBody,
} from '#contract/records/evaluation/expected-lists.ts';
import { fullName } from '#domain/patient/name.ts';
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

interface ListChange {
  /** Id of the person or list. */
  readonly id: string;
  /** Name of the person or list, which a failure names. */
  readonly name: string;
  readonly send: () => Promise<SaveResult<unknown>>;
  readonly done: string;
  readonly failed: string;
}

/** Failed change, which is shown until the same person is changed again or the user closes it. */
export interface FailedChange {
  readonly id: string;
  readonly name: string;
  readonly failure: SaveFailure;
}

/**
 * Changes of one list. Those of several people run at the same time, so that no tap is lost on a slow network; a person has one
 * at a time. `refetch` reads the list again, also after a failed change, which may be outdated or executed.
 */
export function useListChanges(listId: string, refetch: () => Promise<void>) {
  const [pendingIds, setPendingIds] = useState<readonly string[]>([]);
  const [failures, setFailures] = useState<readonly FailedChange[]>([]);
  const forget = (id: string) => setFailures((all) => all.filter((one) => one.id !== id));
  const attempt = async ({ id, name, send, done, failed }: ListChange) => {
    setPendingIds((ids) => [...ids, id]);
    forget(id);
    try {
      const result = await send();
      const failure = saveFailureOf(result, failed);
      if (failure) setFailures((all) => [...all, { id, name, failure }]);
      else toast('ok', done);
      await refetch();
    } finally {
      setPendingIds((ids) => ids.filter((one) => one !== id));
    }
  };
  const change = (asked: ListChange) => attempt(asked).catch(reportError);
  return {
    pendingIds,
    failures,
    forget,
    setState: (person: ExpectedPerson, state: ChosenState) =>
      change({
        id: person.id,
        name: fullName(person),
        send: () => setExpectedPersonState(person, { state }),
        done: STATE_DONE_TEXTS[state],
        failed: 'No se pudo cambiar la cita.',
      }),
    cancelList: () =>
      change({
        id: listId,
        name: 'Citación',
        send: () => cancelExpectedList(listId),
        done: 'Lista cancelada.',
        failed: 'No se pudo cancelar la lista.',
      }),
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
