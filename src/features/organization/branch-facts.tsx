import type { Branch } from '#contract/catalogs/branches.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { OWN_BRANCH_FIELDS, toOwnBranchValues } from './fields.ts';
import './branch-facts.css';

export function BranchDataCard({ branch }: { branch: Branch }) {
  const values = toOwnBranchValues(branch);
  return (
    <Card title="Datos de la sede">
      <dl className="organization-facts">
        {OWN_BRANCH_FIELDS.map(({ name, label }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{values[name] || 'Sin dato'}</dd>
          </div>
        ))}
      </dl>
      <Notice kind="info">
        Solo quien tiene el permiso «Gestión de usuarios» o «Catálogos» puede cambiar estos datos y el logo.
      </Notice>
    </Card>
  );
}
