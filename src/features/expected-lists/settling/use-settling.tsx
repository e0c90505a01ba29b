import { useState } from 'react';
import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import type { Account } from '#sync/session/session.ts';
import { useExpectedPerson } from '../base/queries.ts';
import { SettlingDialog } from './settling-dialog.tsx';

interface PersonSettlingProps {
  account: Account;
  /** Person as read when the dialog was opened. */
  opened: ExpectedPerson;
  refetch: () => Promise<void>;
  onClose: () => void;
}

/** Dialog about the person as stored now. A decision changes the person, who may then leave the shown page. */
function PersonSettling({ opened, ...rest }: PersonSettlingProps) {
  const { data: person } = useExpectedPerson(rest.account, opened);
  const { status } = person;
  return status.state === 'registered' && <SettlingDialog person={person} status={status} {...rest} />;
}

/** Dialog about the registrations of one person. Returns the dialog, and the function that opens it. */
export function useSettling(account: Account, refetch: () => Promise<void>) {
  const [opened, setOpened] = useState<ExpectedPerson | null>(null);
  const dialog = opened && (
    <PersonSettling account={account} opened={opened} refetch={refetch} onClose={() => setOpened(null)} />
  );
  return { dialog, open: setOpened };
}
