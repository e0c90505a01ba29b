import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import type { ExamPackage } from '#contract/records/exam-packages.ts';
import { useConnectionState } from '#components/use-connection-state.ts';
import { ReadProblemNotice, useIsWaitBeginning } from '#components/read-notice.tsx';
import { requestExamPackages } from '#sync/reads/exam-packages.ts';
import { CACHED_DATA_WAIT_MS, lastReadOutcome, findReadProblem } from '#sync/reads/last-read.ts';
import type { Account } from '#sync/session/session.ts';
import { Card } from '#ui/display/card.tsx';
import { EmptyState } from '#ui/display/empty-state.tsx';
import { SkeletonCard } from '#ui/display/skeleton-card.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { PackageForm, packageTitle } from './package-form.tsx';
import './packages-page.css';

const LOAD_PACKAGES_FAILED = 'No se pudieron cargar los paquetes.';
const packagesQueryKey = (ownerId: string) => ['catalogs', ownerId, 'exam-packages'] as const;

/** Package in the form: `read` is null for a new package. Null if the form is closed. */
type EditedPackage = { readonly read: ExamPackage | null } | null;

interface RowProps {
  one: ExamPackage;
  onEdit: () => void;
}

const Row = ({ one, onEdit }: RowProps) => (
  <li>
    <span className="packages-named">
      <b>{packageTitle(one)}</b>
      <small>{one.exams.map(({ name }) => name).join(', ')}</small>
    </span>
    <Button aria-label={`Editar ${packageTitle(one)}`} onClick={onEdit}>
      Editar
    </Button>
  </li>
);

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
    <ul className="packages-list" aria-label="Paquetes">
      {items.map((one) => (
        <Row key={packageTitle(one)} one={one} onEdit={() => onEdit(one)} />
      ))}
    </ul>
  );

const Header = ({ onNew }: { onNew: (() => void) | undefined }) => (
  <PageHeader
    title="Paquetes de exámenes"
    sub="Lo que se pide de costumbre. Al médico se le propone; nada se agrega solo."
    actions={
      onNew && (
        <Button variant="filled" onClick={onNew}>
          Nuevo paquete
        </Button>
      )
    }
  />
);

/** `/admin/catalogs/packages`: usual exams for each evaluation type and job. */
export function PackagesPage({ account }: { account: Account }) {
  const [edited, setEdited] = useState<EditedPackage>(null);
  const client = useQueryClient();
  const queryKey = packagesQueryKey(account.userId);
  const query = useQuery({ queryKey, queryFn: requestExamPackages, staleTime: CACHE_LIFETIME_MS.list });
  const { data, isPending, dataUpdatedAt } = query;
  const beginning = useIsWaitBeginning(isPending, CACHED_DATA_WAIT_MS);
  const read = lastReadOutcome({ query, beginning, link: useConnectionState(), gate: account.gate });
  const all = data?.items ?? [];
  const close = () => {
    setEdited(null);
    void client.invalidateQueries({ queryKey });
  };
  return (
    <>
      <Header onNew={data && edited === null ? () => setEdited({ read: null }) : undefined} />
      <ReadProblemNotice
        problem={findReadProblem(read, LOAD_PACKAGES_FAILED, data ? dataUpdatedAt : null)}
        onRetry={query.refetch}
      />
      {isPending && <SkeletonCard shape="rows" lines={4} />}
      {edited && (
        <PackageForm
          key={edited.read ? packageTitle(edited.read) : 'new'}
          account={account}
          read={edited.read}
          all={all}
          reread={async () => (await query.refetch()).data?.items ?? null}
          onClose={close}
        />
      )}
      {data && !edited && (
        <Card>
          <Packages
            items={all.filter(({ exams }) => exams.length > 0)}
            onEdit={(one) => setEdited({ read: one })}
          />
        </Card>
      )}
    </>
  );
}
