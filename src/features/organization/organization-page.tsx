import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Branch } from '#contract/catalogs/branches.ts';
import type { Permission } from '#contract/vocabulary.ts';
import { isMissingBranchError } from '#sync/messages/failure-text.ts';
import {
  CACHED_DATA_WAIT_MS,
  formatReadAge,
  lastReadOutcome,
  findReadProblem,
} from '#sync/reads/last-read.ts';
import type { Account } from '#sync/session/session.ts';
import { BranchLogoCard, useBranchLogo } from '#components/logo/branch-logo-card.tsx';
import { useOwnBranch } from '#components/records/use-own-branch.ts';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { DataAge, ReadProblemNotice, useIsWaitBeginning } from '#components/connection/read-notice.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { AuthorisationCard } from './authorisation/authorisation-card.tsx';
import { BoardsCard } from './boards-card.tsx';
import { BranchDataCard } from './branch-facts.tsx';
import { BranchForm } from './branch-form.tsx';
import { toOwnBranchValues } from './fields.ts';
import { LetterheadPreview } from './letterhead.tsx';
import { SigningRulesCard } from './signing-rule.tsx';
import { useConnectionState } from '#components/connection/use-connection-state.ts';
import './organization-page.css';

const BRANCH_CHANGE_PERMISSIONS: readonly Permission[] = ['user_management', 'manage_catalogs'];

interface OwnBranchProps {
  account: Account;
  branch: Branch;
  reread: () => Promise<Branch | null>;
  onSaved: (branch: Branch) => void;
}

function OwnBranchContent({ account, branch, reread, onSaved }: OwnBranchProps) {
  const [typed, setTyped] = useState(() => toOwnBranchValues(branch));
  const logoOf = { ownerId: account.userId, target: { type: 'own' }, branch } as const;
  const mayChange = BRANCH_CHANGE_PERMISSIONS.some((permission) => account.actions.includes(permission));
  return (
    <div className="organization">
      {mayChange ? (
        <BranchForm branch={branch} reread={reread} onSaved={onSaved} onTyped={setTyped} />
      ) : (
        <BranchDataCard branch={branch} />
      )}
      <div>
        <BranchLogoCard {...logoOf} readOnly={!mayChange} onSaved={onSaved} />
        <LetterheadPreview
          companyName={branch.company_name}
          values={mayChange ? typed : toOwnBranchValues(branch)}
          logo={useBranchLogo(logoOf)}
        />
        {account.actions.includes('user_management') && (
          <>
            <SigningRulesCard branch={branch} reread={reread} onSaved={onSaved} />
            <AuthorisationCard account={account} companyName={branch.company_name ?? null} />
            <BoardsCard account={account} />
          </>
        )}
      </div>
    </div>
  );
}

interface NoBranchProps {
  account: Account;
  /** Sends the rejected request again; absent if no request was sent. */
  onRetry?: () => unknown;
}

const NoOwnBranchMessage = ({ account, onRetry }: NoBranchProps) => (
  <EmptyState
    icon="info"
    title="No tienes una sede asociada. Contacta al administrador del sistema."
    action={onRetry && <Button onClick={() => void onRetry()}>Reintentar</Button>}
  >
    {account.actions.includes('user_management') &&
      'Como administrador también puedes elegir una sede activa desde la barra superior.'}
  </EmptyState>
);

const OrganizationSkeleton = () => (
  <div className="organization">
    <SkeletonCard shape="fields" lines={12} titled />
    <div>
      <SkeletonCard lines={3} titled label="" />
      <SkeletonCard lines={5} titled label="" />
    </div>
  </div>
);

const LOAD_OWN_BRANCH_FAILED_TEXT = 'No se pudo cargar la información.';
const SUBTITLE = 'Los datos y el logo de tu sede: salen en la barra superior y en los documentos.';

function OwnBranchLoader({ account }: { account: Account }) {
  const { reread, take, ...query } = useOwnBranch(account);
  const { data, dataUpdatedAt } = query;
  const link = useConnectionState();
  const beginning = useIsWaitBeginning(query.isPending, CACHED_DATA_WAIT_MS);
  if (isMissingBranchError(query.error))
    return (
      <OrganizationLayout
        sub={SUBTITLE}
        content={<NoOwnBranchMessage account={account} onRetry={query.refetch} />}
      />
    );
  const read = lastReadOutcome({ query, beginning, link, gate: account.gate });
  const problem = findReadProblem(read, LOAD_OWN_BRANCH_FAILED_TEXT, data ? dataUpdatedAt : null);
  const age = (now: number) => formatReadAge(read, 'Actualizado', dataUpdatedAt, now);
  return (
    <OrganizationLayout
      sub={
        data && read.name !== 'fine' ? (
          <>
            {SUBTITLE} <DataAge words={age} />
          </>
        ) : (
          SUBTITLE
        )
      }
      content={
        <>
          <ReadProblemNotice problem={problem} onRetry={query.refetch} />
          {data && <OwnBranchContent account={account} branch={data} reread={reread} onSaved={take} />}
          {!data && !problem && <OrganizationSkeleton />}
        </>
      }
    />
  );
}

const OrganizationLayout = ({ sub, content }: { sub: ReactNode; content: ReactNode }) => (
  <>
    <PageHeader title="Mi organización" sub={sub} />
    {content}
  </>
);

/** `/organization`, 'Mi organización': data and logo of the active branch (P2). */
export const OrganizationPage = ({ account }: { account: Account }) =>
  account.branchId === null ? (
    <OrganizationLayout sub={SUBTITLE} content={<NoOwnBranchMessage account={account} />} />
  ) : (
    <OwnBranchLoader key={account.branchId} account={account} />
  );
