import { UnstyledButton } from '@mantine/core';
import type { CatalogChoice } from '#sync/catalogs/catalog-source.ts';
import './usual-choices.css';

interface UsualChoicesProps {
  /** Of what: the accessible name of the group. */
  label: string;
  usual: readonly CatalogChoice[];
  value: string;
  onChange: (id: string) => void;
}

/** What this branch chooses at this hour, one tap each. They stay where they are when one is chosen. */
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
