import { useLocation } from 'react-router-dom';
import type { User } from '#contract/records/people/users.ts';
import type { Account } from '#sync/session/session.ts';
import { EmailText } from '#ui/display/email-text.tsx';
import { RecordTable } from '#ui/lists/record-table.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import {
  USER_STATUS_KINDS,
  USER_STATUS_LABELS,
  lastSignInDayAndTime,
  formatPermissions,
} from '../messages.ts';
import './rows.css';

const permissionsCell = ({ actions }: User) => (
  <span className="users-permissions">{formatPermissions(actions)}</span>
);
const renderEmail = ({ email }: User) => <EmailText address={email} />;
function loginCell(user: User) {
  const login = lastSignInDayAndTime(user);
  if (!login) return 'Nunca';
  const [day, time] = login;
  return (
    <span className="users-login">
      {day} <small>{time}</small>
    </span>
  );
}
const statusTag = ({ status }: User) => (
  <StatusTag kind={USER_STATUS_KINDS[status]}>{USER_STATUS_LABELS[status]}</StatusTag>
);

interface RowsProps {
  users: readonly User[];
  branchNames: ReadonlyMap<string, string>;
  account: Account;
  busy: boolean;
}

export function UserRows({ users, branchNames, account, busy }: RowsProps) {
  const { pathname, search } = useLocation();
  const branchOf = ({ branch_id: id }: User) => (id === null ? 'Sin sede' : (branchNames.get(id) ?? '…'));
  return (
    <div className="users-list">
      <RecordTable
        caption="Usuarios"
        rows={users}
        lead={{
          label: 'Usuario',
          name: (user) => (user.id === account.userId ? `${user.display_name} (tú)` : user.display_name),
          under: renderEmail,
        }}
        columns={[
          { label: 'Sede', cell: branchOf },
          {
            label: 'Permisos',
            cell: permissionsCell,
          },
          {
            label: 'Último ingreso',
            cell: loginCell,
          },
        ]}
        status={statusTag}
        // 'Volver al listado' on the user's page returns to this URL.
        pageOf={(user) => ({ to: `/admin/users/${user.id}`, state: { from: pathname + search } })}
        busy={busy}
      />
    </div>
  );
}
