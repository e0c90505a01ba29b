import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState, type ReactNode } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { matchesFolded, foldText, jobWords } from '#domain/text/fold.ts';
import { findOccupationByName, searchOccupations } from '#storage/cache/catalogs.ts';
import { askOccupations, keepOccupation } from '#sync/catalogs/catalog-asking.ts';
import { useComboboxLabel } from '#ui/fields/combobox-label.tsx';
import { useAsked } from '#ui/fields/use-asked.ts';
import { useUnlessPressed } from '#ui/hooks/use-unless-pressed.ts';
import { LABELS } from './field-details.ts';

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

/** What the device has at once; behind it what the provider says is new, once one pauses. */
function useSuggestions(name: string, paused: string) {
  // A form that was only opened asks nobody.
  const [isTyped, setTyped] = useState(false);
  const here = useLiveQuery(() => searchOccupations(name), [name]) ?? [];
  const isAsked = isTyped && name.trim() !== '' && paused === name;
  const asked = useAsked({ source: 'occupations', ask: askOccupations }, isAsked ? name : null);
  const added = asked.rows.filter((row) => matchesFolded(foldText(row.name), jobWords(name)));
  const names = new Set([...here, ...added].map((row) => row.name));
  names.delete(name);
  const keep = (chosen: string) => {
    const row = added.find((one) => one.name === chosen);
    if (row) keepOccupation(row).catch(reportError);
  };
  return { names: [...names], keep, begin: () => setTyped(true) };
}

/** P4: a known name sets the id, however it is written; another one is taken as a new occupation. */
export function OccupationField({ name, id, error, onName, onId }: OccupationFieldProps) {
  const labelled = useComboboxLabel(LABELS.occupationName);
  const [paused] = useDebouncedValue(name, SEARCH_DEBOUNCE_MS.combobox);
  const suggestions = useSuggestions(name, paused);
  const known = useKnownOccupation(paused);
  const settled = known?.name === name;
  const matchId = settled ? (known.match?.id ?? null) : id;

  useEffect(() => {
    if (matchId !== id) onId(matchId);
  }, [matchId, id, onId]);

  const [isOpen, setOpen] = useState(false);
  // Not over suggestions that somebody is about to choose from.
  const isChoosing = isOpen && suggestions.names.length > 0;
  const isNew = useUnlessPressed(settled && name.trim() !== '' && known.match === null && !isChoosing);
  return (
    <Autocomplete
      {...labelled}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="go"
      withScrollArea={false}
      // Below the last field stands 'Siguiente', which whoever has typed taps next.
      comboboxProps={{ position: 'top' }}
      data={suggestions.names}
      // The device has searched already, with folded accents.
      filter={({ options: found }) => found}
      value={name}
      onChange={(typed) => {
        suggestions.begin();
        onName(typed);
      }}
      onOptionSubmit={suggestions.keep}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      clearable
      clearButtonProps={{ 'aria-label': 'Quitar cargo' }}
      error={error}
      data-path="occupationName"
      description={isNew ? 'Nuevo cargo detectado. Se registrará con el nombre escrito.' : undefined}
    />
  );
}
