import { useLiveQuery } from 'dexie-react-hooks';
import { Suspense, type ReactNode } from 'react';
import { findCatalogRow } from '#storage/cache/catalogs.ts';
import { createCatalogSource } from '#sync/catalogs/catalog-source.ts';
import type { Account } from '#sync/session/session.ts';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';

const MissingCompany = lazyComponent(() =>
  import('../company/missing-company.tsx').then((loaded) => loaded.MissingCompany),
);

interface CompanyFieldProps {
  account: Account;
  branchId: string;
  canWait: boolean;
  label: string;
  placeholder?: string;
  required?: boolean;
  clearLabel?: string;
  value: string;
  error?: ReactNode;
  typedBefore: string;
  onTyped: (text: string) => void;
  onChange: (id: string) => void;
  onEntered: (field: HTMLElement) => void;
  'data-path': string;
}

export function CompanyField({ account, branchId, canWait, ...field }: CompanyFieldProps) {
  const { value, onChange } = field;
  const chosen = useLiveQuery(() => findCatalogRow('companies', value), [value]);
  const messageFor = (query: string) => (
    <Suspense>
      <MissingCompany {...{ account, query, canWait }} onChoose={onChange} />
    </Suspense>
  );
  return (
    <>
      <SearchSelect
        {...createCatalogSource('companies', account.userId, branchId)}
        {...field}
        missing={messageFor}
      />
      {chosen?.id === value && !chosen.active && messageFor(chosen.name)}
    </>
  );
}
