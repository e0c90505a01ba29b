import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, type ReactNode } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { findOccupationByName, searchOccupations } from '#storage/catalogs.ts';
import { useComboboxLabel } from '#ui/combobox-label.tsx';

interface OccupationFieldProps {
  name: string;
  id: string | null;
  error?: ReactNode;
  onName: (name: string) => void;
  onId: (id: string | null) => void;
}

/** What the device's catalogue says about a typed name; undefined while it is being asked. */
function useKnownOccupation(name: string) {
  return useLiveQuery(
    async () => ({ name, match: name.trim() === '' ? null : await findOccupationByName(name) }),
    [name],
  );
}

/** Spec §4: a known name sets the id, however it is written; another one is taken as a new occupation. */
export function OccupationField({ name, id, error, onName, onId }: OccupationFieldProps) {
  const labelled = useComboboxLabel('Cargo');
  const [asked] = useDebouncedValue(name, SEARCH_DEBOUNCE_MS.combobox);
  const options = useLiveQuery(() => searchOccupations(asked), [asked]) ?? [];
  const suggested = options.map((option) => option.name).filter((option) => option !== name);
  const known = useKnownOccupation(asked);
  const settled = known?.name === name;
  const matchId = settled ? (known.match?.id ?? null) : id;

  useEffect(() => {
    if (matchId !== id) onId(matchId);
  }, [matchId, id, onId]);

  const isNew = settled && name.trim() !== '' && known.match === null;
  return (
    <Autocomplete
      {...labelled}
      autoComplete="off"
      spellCheck={false}
      withScrollArea={false}
      data={suggested}
      // The device has searched already, with folded accents.
      filter={({ options: found }) => found}
      value={name}
      onChange={onName}
      error={error}
      data-path="occupationName"
      description={isNew ? 'Nuevo cargo detectado. Se registrará con el nombre escrito.' : undefined}
    />
  );
}
