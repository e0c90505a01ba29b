import { Link, useLocation } from 'react-router-dom';
import type { User } from '#contract/users.ts';
import type { Account } from '#sync/session.ts';
import { Icon } from '#ui/icon.tsx';
import { StatusTag } from '#ui/status-tag.tsx';
import { STATUS_KINDS, STATUS_WORDS, lastLoginWords, permissionWords } from './words.ts';

const COLUMNS = ['Usuario', 'Estado', 'Sede', 'Permisos', 'Último ingreso'];

interface RowsProps {
  users: readonly User[];
  branchNames: ReadonlyMap<string, string>;
  account: Account;
  /** Another page is on its way. */
  busy: boolean;
}

/** `/admin/users?…` comes along, so that 'Volver al listado' leads back to the same page. */
function Row({ user, branch, own }: { user: User; branch: string; own: boolean }) {
  const { pathname, search } = useLocation();
  return (
    <tr>
      <th scope="row">
        <Link to={`/admin/users/${user.id}`} state={{ from: pathname + search }} className="users-open">
          {user.display_name}
          {own && ' (tú)'}
        </Link>
        <small>{user.email}</small>
      </th>
      <td className="users-status">
        <StatusTag kind={STATUS_KINDS[user.status]}>{STATUS_WORDS[user.status]}</StatusTag>
      </td>
      <td data-label="Sede">{branch}</td>
      <td data-label="Permisos" className="users-permissions">
        {permissionWords(user.actions)}
      </td>
      <td data-label="Último ingreso" className="users-login">
        {lastLoginWords(user)}
      </td>
      <td className="users-more">
        <Icon name="right" />
      </td>
    </tr>
  );
}

export const Rows = ({ users, branchNames, account, busy }: RowsProps) => (
  <table className="users-table" aria-busy={busy}>
    <caption className="visually-hidden">Usuarios</caption>
    <thead>
      <tr>
        {COLUMNS.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        <th scope="col">
          <span className="visually-hidden">Detalle</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {users.map((user) => (
        <Row
          key={user.id}
          user={user}
          own={user.id === account.userId}
          branch={user.branch_id === null ? 'Sin sede' : (branchNames.get(user.branch_id) ?? '…')}
        />
      ))}
    </tbody>
  </table>
);
