import { UnstyledButton } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { usualChoices } from '#sync/catalogs/catalog-source.ts';
import './usual-choices.css';

const SHOWN_MAX = 4;

interface UsualChoicesProps {
  /** Of what: the accessible name of the group. */
  label: string;
  resource: 'evaluation-types' | 'companies';
  ownerId: string;
  branchId: string;
  value: string;
  onChange: (id: string) => void;
}

/** What this branch chooses at this hour, one tap each. They stay where they are when one is chosen. */
export function UsualChoices({ label, resource, ownerId, branchId, value, onChange }: UsualChoicesProps) {
  const usual = useLiveQuery(() => usualChoices(resource, ownerId, branchId), [resource, ownerId, branchId]);
  if (!usual?.length) return null;
  return (
    <fieldset className="usual-choices" aria-label={label}>
      {usual.slice(0, SHOWN_MAX).map(({ id, name }) => (
        <UnstyledButton
          key={id}
          className="usual-choice"
          aria-pressed={id === value}
          onClick={() => onChange(id)}
        >
          {name}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
