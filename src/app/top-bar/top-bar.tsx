import { useLiveQuery } from 'dexie-react-hooks';
import { readBrand, type Brand as BranchBrand } from '#sync/administration/clinic/branding.ts';
import type { Account } from '#sync/session/session.ts';
import { BrandMark } from '#ui/display/pictures/brand-mark.tsx';
import { ImageFromBytes } from '#ui/display/pictures/picture-image.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { BranchSwitcher } from './branch-switcher.tsx';
import { SignedInUserControls } from './signed-in-user.tsx';
import { SyncPill } from '../kit/sync-pill.tsx';
import './top-bar.css';

/** Logo of the branch, or the app's logo. Its alternative text is empty, because the name is next to it. */
const BrandLogo = ({ logo }: { logo: BranchBrand['logo'] }) =>
  logo ? (
    <span className="brand-logo">
      <ImageFromBytes picture={logo} alt="" />
    </span>
  ) : (
    <BrandMark />
  );

/**
 * P4: text that is shown in place of the name of the branch. 'Modo global' is shown to a user who may choose a branch and has
 * none; the missing branch of any other user is shown by `ActiveBranchControl`.
 */
const noBranchText = (account: Account): string =>
  account.branchId === null && account.actions.includes('user_management')
    ? 'Modo global'
    : 'Salud ocupacional';

const BrandAndBranch = ({ brand, account }: { brand: BranchBrand | null; account: Account }) => (
  <div className="brand">
    <BrandLogo logo={brand?.logo ?? null} />
    <div className="brand-words">
      <strong>{brand?.branding.company_name ?? 'Ventanilla'}</strong>
      {brand?.branding.branch_name ? (
        <span>
          <span className="visually-hidden">Sede activa: </span>
          {brand.branding.branch_name}
        </span>
      ) : (
        <span>{noBranchText(account)}</span>
      )}
    </div>
  </div>
);

const ActiveBranchControl = ({ account }: { account: Account }) => {
  if (account.actions.includes('user_management')) return <BranchSwitcher account={account} />;
  return (
    account.branchId === null && (
      <StatusTag kind="warn" icon="alert">
        Sin sede activa
      </StatusTag>
    )
  );
};

export function TopBar({ account }: { account: Account }) {
  const { userId, branchId } = account;
  const brand = useLiveQuery(() => readBrand({ userId, branchId }), [userId, branchId]) ?? null;
  return (
    <header className="top-bar">
      <BrandAndBranch brand={brand} account={account} />
      <div className="top-bar-branch">
        <ActiveBranchControl account={account} />
      </div>
      <div className="top-bar-end">
        <SyncPill ownerId={userId} />
        <SignedInUserControls account={account} />
      </div>
    </header>
  );
}
