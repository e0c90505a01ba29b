import { useState } from 'react';
import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import type { Account } from '#sync/session/session.ts';
import { SettlingDialog } from './settling-dialog.tsx';

/** Dialog about the registrations of one person. Returns the dialog, and the function that opens it. */
export function useSettling(
  account: Account,
  people: readonly ExpectedPerson[],
  refetch: () => Promise<void>,
) {
  const [opened, setOpened] = useState<ExpectedPerson | null>(null);
  // A decision changes the person, who is then read again.
  const person = people.find(({ id }) => id === opened?.id) ?? opened;
  const dialog = person?.status.state === 'registered' && (
    <SettlingDialog
      account={account}
      person={person}
      status={person.status}
      refetch={refetch}
      onClose={() => setOpened(null)}
    />
  );
  return { dialog, open: setOpened };
}
