import { Button, Skeleton, UnstyledButton } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Branch } from '#contract/catalogs/branches.ts';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { Icon } from '#ui/display/icon.tsx';
import './branch-choices.css';

interface BranchSearchResult {
  readonly items: readonly Branch[];
  readonly total: number;
}

const BranchListSkeleton = () => (
  <div className="branch-list" aria-busy="true">
    <span className="visually-hidden">Cargando sedes…</span>
    {[0, 1, 2].map((line) => (
      <Skeleton key={line} height={60} radius={10} mt={8} />
    ))}
  </div>
);

/** Notice that no branch is active, with a link to the catalogue, where a branch can be created or activated. */
const NoActiveBranchesNotice = ({ onLeave }: { onLeave: () => void }) => (
  <EmptyState
    icon="building"
    title="No hay sedes activas."
    action={
      <Button component={Link} to="/admin/catalogs/branches/new" variant="filled" onClick={onLeave}>
        Crear una sede
      </Button>
    }
  >
    Crea la primera en Catálogos, Sedes, o activa allí una que ya exista; luego la seleccionas aquí.
  </EmptyState>
);

interface BranchRowProps {
  branch: Branch;
  isActive: boolean;
  busy: boolean;
  onChoose: () => void;
}

const BranchChoiceRow = ({ branch, isActive, busy, onChoose }: BranchRowProps) => (
  <li>
    <UnstyledButton
      className="branch-choice"
      aria-current={isActive || undefined}
      disabled={busy || isActive}
      onClick={onChoose}
    >
      <span className="branch-choice-words">
        <strong>{branch.name}</strong>
        <span>{[branch.company_name, branch.address].filter(Boolean).join(' · ')}</span>
      </span>
      {isActive ? (
        <span className="branch-choice-active">
          <Icon name="check" size={18} /> Activa
        </span>
      ) : (
        <Icon name="right" />
      )}
    </UnstyledButton>
  </li>
);

interface BranchChoicesProps {
  found: BranchSearchResult | undefined;
  searching: boolean;
  activeId: string | null;
  busy: boolean;
  onChoose: (branchId: string) => void;
  onLeave: () => void;
}

export function BranchChoices(props: BranchChoicesProps) {
  const { found, searching, activeId, busy, onChoose, onLeave } = props;
  if (!found) return <BranchListSkeleton />;
  const { items, total } = found;
  if (items.length === 0)
    return searching ? (
      <EmptyState icon="search" title="Ninguna sede activa coincide con la búsqueda." />
    ) : (
      <NoActiveBranchesNotice onLeave={onLeave} />
    );
  return (
    <>
      <ul className="branch-list" aria-label="Sedes activas">
        {items.map((branch) => (
          <BranchChoiceRow
            key={branch.id}
            branch={branch}
            isActive={branch.id === activeId}
            busy={busy}
            onChoose={() => onChoose(branch.id)}
          />
        ))}
      </ul>
      {total > items.length && (
        <p className="branch-more">
          Se muestran {items.length} de {total}: escribe para encontrar las demás.
        </p>
      )}
    </>
  );
}
