import { useLiveQuery } from 'dexie-react-hooks';
import { readBrand, type Brand as BranchBrand } from '#sync/branding.ts';
import type { Account } from '#sync/session.ts';
import { BrandMark } from '#ui/brand-mark.tsx';
import { PictureImage } from '#ui/picture-image.tsx';
import { StatusTag } from '#ui/status-tag.tsx';
import { BranchSwitcher } from './branch-switcher.tsx';
import { SignedInUser } from './signed-in-user.tsx';
import { SyncPill } from './sync-pill.tsx';
import './top-bar.css';

/** The branch's logo, or the product's mark; the words beside it say whose it is. */
const Mark = ({ logo }: { logo: BranchBrand['logo'] }) =>
  logo ? (
    <span className="brand-logo">
      <PictureImage picture={logo} alt="" />
    </span>
  ) : (
    <BrandMark />
  );

/** The clinic's name over its active branch; the product's own where there is no branch. */
const Brand = ({ brand }: { brand: BranchBrand | null }) => (
  <div className="brand">
    <Mark logo={brand?.logo ?? null} />
    <div className="brand-words">
      <strong>{brand?.branding.company_name ?? 'Ventanilla'}</strong>
      {brand?.branding.branch_name ? (
        <span>
          <span className="visually-hidden">Sede activa: </span>
          {brand.branding.branch_name}
        </span>
      ) : (
        <span>Salud ocupacional</span>
      )}
    </div>
  </div>
);

const NoBranchTag = ({ isGlobal }: { isGlobal: boolean }) => (
  <StatusTag kind="warn" icon="alert">
    {isGlobal ? 'Modo global' : 'Sin sede activa'}
  </StatusTag>
);

export function TopBar({ account }: { account: Account }) {
  const { userId, branchId } = account;
  const brand = useLiveQuery(() => readBrand({ userId, branchId }), [userId, branchId]) ?? null;
  const switches = account.actions.includes('user_management');
  return (
    <header className="top-bar">
      <Brand brand={brand} />
      <div className="top-bar-branch">
        {branchId === null && <NoBranchTag isGlobal={switches} />}
        {switches && <BranchSwitcher account={account} />}
      </div>
      <div className="top-bar-end">
        <SyncPill ownerId={userId} />
        <SignedInUser account={account} />
      </div>
    </header>
  );
}
