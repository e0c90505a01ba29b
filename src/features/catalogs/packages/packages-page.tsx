import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import type { ExamPackage } from '#contract/records/exam-packages.ts';
import { useReadDisplay } from '#components/use-read-display.ts';
import { ReadProblemNotice } from '#components/read-notice.tsx';
import { requestExamPackages } from '#sync/reads/exam-packages.ts';
import type { Account } from '#sync/session/session.ts';
import { Card } from '#ui/display/card.tsx';
import { EmptyState } from '#ui/display/empty-state.tsx';
import { SkeletonCard } from '#ui/display/skeleton-card.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { catalogsQueryKey } from '#components/catalogs-query-key.ts';

import { RowList } from '../row-list.tsx';
import { PackageForm, packageTitle } from './package-form.tsx';

/** Package in the form: `read` is null for a new package. Null if the form is closed. */
type EditedPackage = { readonly read: ExamPackage | null } | null;

interface PackagesProps {
  items: readonly ExamPackage[];
  onEdit: (read: ExamPackage) => void;
}

const Packages = ({ items, onEdit }: PackagesProps) =>
  items.length === 0 ? (
    <EmptyState icon="flask" title="Todavía no hay paquetes.">
      Los médicos podrán elegirlos al abrir una evaluación sin exámenes.
    </EmptyState>
  ) : (
    <RowList label="Paquetes">
      {items.map((one) => (
        <li key={packageTitle(one)}>
          <span>
            <b>{packageTitle(one)}</b>
            <br />
            <small>{one.exams.map(({ name }) => name).join(', ')}</small>
          </span>
          <Button aria-label={`Editar ${packageTitle(one)}`} onClick={() => onEdit(one)}>
            Editar
          </Button>
        </li>
      ))}
    </RowList>
  );

/** `/admin/catalogs/packages`: usual exams for each evaluation type and job. */
export function PackagesPage({ account }: { account: Account }) {
  const [edited, setEdited] = useState<EditedPackage>(null);
  const client = useQueryClient();
  const queryKey = [...catalogsQueryKey(account.userId), 'exam-packages'] as const;
  const query = useQuery({ queryKey, queryFn: requestExamPackages, staleTime: CACHE_LIFETIME_MS.list });
  const { problem } = useReadDisplay(query, account, 'No se pudieron cargar los paquetes.');
  const all = query.data?.items;
  const close = () => {
    setEdited(null);
    void client.invalidateQueries({ queryKey });
  };
  return (
    <>
      <PageHeader
        title="Paquetes de exámenes"
        sub="Lo que se pide de costumbre. Al médico se le propone; nada se agrega solo."
        actions={
          all && !edited ? (
            <Button variant="filled" onClick={() => setEdited({ read: null })}>
              Nuevo paquete
            </Button>
          ) : undefined
        }
      />
      <ReadProblemNotice problem={problem} onRetry={query.refetch} />
      {query.isPending && <SkeletonCard shape="rows" lines={4} />}
      {edited && (
        <PackageForm
          key={edited.read ? packageTitle(edited.read) : 'new'}
          account={account}
          read={edited.read}
          all={all ?? []}
          reread={async () => (await query.refetch()).data?.items ?? null}
          onClose={close}
        />
      )}
      {all && !edited && (
        <Card>
          <Packages
            items={all.filter(({ exams }) => exams.length > 0)}
            onEdit={(read) => setEdited({ read })}
          />
        </Card>
      )}
    </>
  );
}
