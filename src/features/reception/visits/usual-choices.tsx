import { UnstyledButton } from '@mantine/core';
import type { CatalogChoice } from '#sync/catalogs/catalog-source.ts';
import './usual-choices.css';

interface UsualChoicesProps {
  label: string;
  usual: readonly CatalogChoice[];
  value: string;
  onChange: (id: string) => void;
}

/** Offers the usual choices of this branch at this hour. A tap does not reorder them. */
export function UsualChoices({ label, usual, value, onChange }: UsualChoicesProps) {
  if (usual.length === 0) return null;
  return (
    <fieldset className="usual-choices" aria-label={label}>
      {usual.map(({ id, name }) => (
        <UnstyledButton
          key={id}
          className="usual-choice"
          aria-pressed={id === value}
          onClick={() => onChange(id)}
        >
          <span>{name}</span>
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
