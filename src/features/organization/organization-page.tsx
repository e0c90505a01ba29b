import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Branch } from '#contract/branches.ts';
import { CACHE_MS } from '#contract/limits.ts';
import type { Permission } from '#contract/vocabulary.ts';
import { refreshBranding } from '#sync/branding.ts';
import { failureText, isBranchMissing } from '#sync/failure-text.ts';
import { fetchOwnBranch } from '#sync/organization.ts';
import type { Account } from '#sync/session.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SkeletonCard } from '#ui/skeleton-card.tsx';
import { BranchFacts } from './branch-facts.tsx';
import { BranchForm } from './branch-form.tsx';
import { BranchLogo, useLogo } from './branch-logo.tsx';
import { valuesOf } from './fields.ts';
import { Letterhead } from './letterhead.tsx';
import './organization.css';

const MAY_CHANGE: readonly Permission[] = ['user_management', 'manage_catalogs'];

interface OwnBranchProps {
  account: Account;
  branch: Branch;
  reread: () => Promise<Branch | null>;
  onSaved: (branch: Branch) => void;
}

function OwnBranch({ account, branch, reread, onSaved }: OwnBranchProps) {
  const [typed, setTyped] = useState(() => valuesOf(branch));
  const logo = useLogo(account.userId, branch);
  const mayChange = MAY_CHANGE.some((permission) => account.actions.includes(permission));
  return (
    <div className="organization">
      {mayChange ? (
        <BranchForm branch={branch} reread={reread} onSaved={onSaved} onTyped={setTyped} />
      ) : (
        <BranchFacts branch={branch} />
      )}
      <div className="organization-side">
        <BranchLogo branch={branch} logo={logo} mayChange={mayChange} onSaved={onSaved} />
        <Letterhead
          companyName={branch.company_name}
          values={mayChange ? typed : valuesOf(branch)}
          logo={logo}
        />
      </div>
    </div>
  );
}

const NoBranch = ({ account }: { account: Account }) => (
  <EmptyState icon="info" title="No tienes una sede asociada. Contacta al administrador del sistema.">
    {account.actions.includes('user_management') &&
      'Como administrador también puedes elegir una sede activa desde la barra superior.'}
  </EmptyState>
);

function useOwnBranch({ userId, branchId }: Account) {
  const client = useQueryClient();
  const queryKey = ['own-branch', userId, branchId];
  const query = useQuery({ queryKey, queryFn: fetchOwnBranch, staleTime: CACHE_MS.default });
  const take = (branch: Branch) => {
    client.setQueryData(queryKey, branch);
    refreshBranding().catch(reportError);
  };
  const reread = async (): Promise<Branch | null> => {
    const { data, isSuccess } = await query.refetch();
    return isSuccess ? data : null;
  };
  return { ...query, take, reread };
}

function Loaded({ account }: { account: Account }) {
  const { data, error, refetch, reread, take } = useOwnBranch(account);
  if (data) return <OwnBranch account={account} branch={data} reread={reread} onSaved={take} />;
  if (isBranchMissing(error)) return <NoBranch account={account} />;
  if (!error) return <SkeletonCard lines={7} />;
  return (
    <Notice
      kind="error"
      title={failureText(error, 'No se pudo cargar la información.')}
      action={<Button onClick={() => void refetch()}>Reintentar</Button>}
    />
  );
}

/** `/organization`, 'Mi organización': the active branch's data and logo (spec §2). */
export const OrganizationPage = ({ account }: { account: Account }) => (
  <>
    <PageHeader
      title="Mi organización"
      sub="Los datos y el logo de tu sede: salen en la barra superior y en los documentos."
    />
    {account.branchId === null ? (
      <NoBranch account={account} />
    ) : (
      <Loaded key={account.branchId} account={account} />
    )}
  </>
);
