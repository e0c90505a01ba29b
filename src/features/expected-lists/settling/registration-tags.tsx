import { Button } from '@mantine/core';
import type { ExpectedPerson, ExpectedStatus } from '#contract/records/evaluation/expected-lists.ts';
import { fullName } from '#domain/patient/name.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { hasNotableRegistrations, type RegisteredStatus } from './registrations.ts';

export const repeatedText = (count: number): string =>
  formatCountWithNoun(count, 'registro repetido', 'registros repetidos');

/** Tags of a registered person that need a decision or a look: further registrations and other documents. */
export const RegistrationTags = ({ status }: { status: ExpectedStatus }) =>
  status.state === 'registered' && (
    <>
      {status.repeated.length > 0 && (
        <StatusTag kind="warn" icon="alert">
          {repeatedText(status.repeated.length)}
        </StatusTag>
      )}
      {status.other_document.length > 0 && (
        <StatusTag kind="warn" icon="alert">
          Otro documento
        </StatusTag>
      )}
    </>
  );

interface SettlingButtonProps {
  person: ExpectedPerson;
  status: RegisteredStatus;
  onSettle: (person: ExpectedPerson) => void;
}

export const SettlingButton = ({ person, status, onSettle }: SettlingButtonProps) =>
  hasNotableRegistrations(status) && (
    <Button aria-label={`Ver los registros de ${fullName(person)}`} onClick={() => onSettle(person)}>
      {status.repeated.length > 0 ? 'Decidir' : 'Ver registros'}
    </Button>
  );
