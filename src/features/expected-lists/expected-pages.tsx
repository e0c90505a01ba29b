import { Navigate, Route, Routes } from 'react-router-dom';
import { PERMISSION_DEFINITIONS } from '#contract/vocabulary.ts';
import { noBranchTitle } from '#sync/messages/failure-text.ts';
import type { Account } from '#sync/session/session.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { NoPermission } from '#ui/page/no-permission.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { AttendancePage } from './attendance/attendance-page.tsx';
import { ListPage } from './list/list-page.tsx';
import { ListsPage } from './lists/lists-page.tsx';
import { NewListPage } from './new-list/new-list-page.tsx';

const TITLE = 'Citaciones';

/** `/expected` and all addresses below it: lists of people that companies announced to the active branch. */
export function ExpectedPages({ account }: { account: Account }) {
  const { actions, branchId } = account;
  if (!actions.includes('register_patients') && !actions.includes('manage_catalogs'))
    return (
      <NoPermission
        page={TITLE}
        what="ver las citaciones"
        permission={PERMISSION_DEFINITIONS.register_patients.label}
      />
    );
  if (branchId === null)
    return (
      <>
        <PageHeader title={TITLE} />
        <Notice kind="warn" title={noBranchTitle(account)}>
          Las citaciones son de una sede. Elige una en la barra superior, o pide al administrador que te la
          asigne.
        </Notice>
      </>
    );
  // Another branch has other lists, so nothing of the previous branch may stay on the screen.
  return (
    <Routes key={branchId}>
      <Route index element={<ListsPage account={account} />} />
      <Route path="new" element={<NewListPage account={account} />} />
      <Route path="attendance" element={<AttendancePage account={account} />} />
      <Route path=":id" element={<ListPage account={account} />} />
      <Route path="*" element={<Navigate to="/expected" replace />} />
    </Routes>
  );
}
