import { Button } from '@mantine/core';
import { useState } from 'react';
import { isRepeatedPerson } from '#domain/expected/day-index.ts';
import { focusElement } from '../form/focus.ts';
import { ExpectedTodayDialog } from './expected-today-dialog.tsx';
import { awaitedCount } from './messages.ts';
import type { AnnouncementTarget } from './use-announcement.ts';
import { useExpectedToday } from './use-expected-day.ts';
import './expected-today.css';

export interface ExpectedTodayProps {
  target: AnnouncementTarget;
  /** Parks the registration in the form. */
  onPark: () => void;
}

/** Button 'Esperadas hoy' with the number of people who are still to come, which opens their list. */
export function ExpectedToday({ target, onPark }: ExpectedTodayProps) {
  const [isOpen, setOpen] = useState(false);
  const day = useExpectedToday(target.ownerId, target.branchId);
  if (!day || day.index.people.length === 0) return null;
  const close = () => {
    setOpen(false);
    focusElement('.expected-today');
  };
  return (
    <>
      <Button
        variant="subtle"
        classNames={{ root: 'expected-today', label: 'expected-today-label' }}
        data-shortens-steps
        data-repeated={day.index.people.some(isRepeatedPerson) || undefined}
        onClick={() => setOpen(true)}
      >
        Esperadas hoy: {awaitedCount(day)}
      </Button>
      {isOpen && (
        <ExpectedTodayDialog
          target={target}
          day={day}
          onClose={close}
          onUsed={() => setOpen(false)}
          onPark={() => {
            setOpen(false);
            onPark();
          }}
        />
      )}
    </>
  );
}
