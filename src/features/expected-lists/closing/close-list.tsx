import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { closeExpectedList } from '#sync/expected/attendance.ts';
import { useStartOfToday } from '#components/use-start-of-today.ts';
import { ButtonWithReason } from '#ui/display/with-reason.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { ChangeFailure, useExpectedChange } from '../base/expected-change.tsx';
import { closingText } from '../base/messages.ts';

interface CloseListProps {
  list: ExpectedList;
  /** Id of the element that says why nothing can be changed; undefined while changes are possible. */
  disabledById: string | undefined;
  refetch: () => Promise<void>;
}

/** Button that closes an open list from its day on, after a prompt that names the people who came and who did not. */
export function CloseList({ list, disabledById, refetch }: CloseListProps) {
  const [isPrompting, setPrompting] = useState(false);
  const { busy, trouble, change, forget } = useExpectedChange(refetch);
  const isEarly = list.day > bogotaDay(useStartOfToday());
  const earlyId = useId();
  const close = () =>
    change({
      send: () => closeExpectedList(list.id),
      done: 'Lista cerrada.',
      failed: 'No se pudo cerrar la lista.',
      onSaved: () => setPrompting(false),
    });
  return (
    <>
      <ButtonWithReason
        hint={isEarly ? { id: earlyId, text: 'Se puede cerrar desde el día de la citación.' } : null}
      >
        <Button
          disabled={disabledById !== undefined || isEarly}
          aria-describedby={disabledById ?? (isEarly ? earlyId : undefined)}
          onClick={() => {
            forget();
            setPrompting(true);
          }}
        >
          Cerrar la lista
        </Button>
      </ButtonWithReason>
      <ConfirmDialog
        opened={isPrompting}
        title={`¿Cerrar la lista del ${formatCalendarDay(list.day) ?? list.day}?`}
        confirmLabel="Cerrar la lista"
        cancelLabel="No cerrar"
        busy={busy}
        onConfirm={close}
        onCancel={() => setPrompting(false)}
      >
        <p>
          {closingText(list)} Después puedes avisar a {list.company.name}. La lista se puede reabrir mientras
          no se envíe el aviso.
        </p>
        <ChangeFailure trouble={trouble} />
      </ConfirmDialog>
    </>
  );
}
