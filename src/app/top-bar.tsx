import { useLiveQuery } from 'dexie-react-hooks';
import type { Branding } from '#contract/branding.ts';
import { readBranding } from '#sync/branding.ts';
import type { Account } from '#sync/session.ts';
import { BrandMark } from '#ui/brand-mark.tsx';
import { StatusTag } from '#ui/status-tag.tsx';
import { SignedInUser } from './signed-in-user.tsx';
import { SyncPill } from './sync-pill.tsx';
import './top-bar.css';

/** The clinic's name over its active branch; the product's own where there is no branch. */
const Brand = ({ branding }: { branding: Branding | null }) => (
  <div className="brand">
    <BrandMark />
    <div className="brand-words">
      <strong>{branding?.company_name ?? 'Ventanilla'}</strong>
      {branding?.branch_name ? (
        <span>
          <span className="visually-hidden">Sede activa: </span>
          {branding.branch_name}
        </span>
      ) : (
        <span>Salud ocupacional</span>
      )}
    </div>
  </div>
);

export function TopBar({ account }: { account: Account }) {
  const branding = useLiveQuery(readBranding) ?? null;
  return (
    <header className="top-bar">
      <Brand branding={branding} />
      {account.branchId === null && (
        <StatusTag kind="warn" icon="alert">
          Sin sede activa
        </StatusTag>
      )}
      <div className="top-bar-end">
        <SyncPill ownerId={account.userId} />
        <SignedInUser account={account} />
      </div>
    </header>
  );
}
