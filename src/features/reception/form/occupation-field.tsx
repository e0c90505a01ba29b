import { Autocomplete } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { PATIENT_FIELDS } from '#contract/records/evaluation/patient-fields.ts';
import { containsAllTerms, foldText, jobSearchTerms } from '#domain/text/fold.ts';
import { findOccupationByName, searchOccupations } from '#storage/cache/catalogs.ts';
import { requestNewOccupations, storeOccupation } from '#sync/catalogs/catalog-requests.ts';
import { useComboboxLabel } from '#ui/fields/combobox-label.tsx';
import { useRemoteRows } from '#ui/fields/use-remote-rows.ts';
import { usePausedValue } from '#ui/hooks/use-paused-value.ts';
import { useValueHeldDuringPress } from '#ui/hooks/use-unless-pressed.ts';
import { FIELD_LABELS } from './field-details.ts';
import type { WizardForm } from './step-props.ts';

function useOccupationSuggestions(name: string, paused: string) {
  // Only typing sends a request; opening the form sends none.
  const [isTyped, setTyped] = useState(false);
  const here = useLiveQuery(() => searchOccupations(name), [name]) ?? [];
  const isAsked = isTyped && name.trim() !== '' && paused === name;
  const remote = useRemoteRows({ source: 'occupations', ask: requestNewOccupations }, isAsked ? name : null);
  const added = remote.rows.filter((row) => containsAllTerms(foldText(row.name), jobSearchTerms(name)));
  const names = new Set([...here, ...added].map((row) => row.name));
  names.delete(name);
  const addOccupation = (chosen: string) => {
    const row = added.find((one) => one.name === chosen);
    if (row) storeOccupation(row).catch(reportError);
  };
  return { names: [...names], keep: addOccupation, begin: () => setTyped(true) };
}

/** Occupation field (P4). A known name in any capitals or accents sets the id; any other name becomes a new occupation. */
export function OccupationField({ form }: { form: WizardForm }) {
  const { occupation_name: name, occupation_id: id } = form.values;
  const { setFieldValue } = form;
  const labelled = useComboboxLabel(FIELD_LABELS.occupation_name);
  const paused = usePausedValue(name, SEARCH_DEBOUNCE_MS.combobox);
  const suggestions = useOccupationSuggestions(name, paused);
  /** Row of the device's catalogue with the typed name; undefined while it is being read. */
  const known = useLiveQuery(
    async () => ({ name: paused, match: paused.trim() === '' ? null : await findOccupationByName(paused) }),
    [paused],
  );
  const settled = known?.name === name;
  const matchId = settled ? (known.match?.id ?? null) : id;

  useEffect(() => {
    if (matchId !== id) setFieldValue('occupation_id', matchId);
  }, [matchId, id, setFieldValue]);

  const [isOpen, setOpen] = useState(false);
  const isChoosing = isOpen && suggestions.names.length > 0;
  const isNew = useValueHeldDuringPress(settled && name.trim() !== '' && known.match === null && !isChoosing);
  return (
    <Autocomplete
      {...labelled}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="go"
      maxLength={PATIENT_FIELDS.occupation_name.maxLength}
      withScrollArea={false}
      // The list opens upwards, because the user taps 'Siguiente' below this last field next.
      comboboxProps={{ position: 'top' }}
      data={suggestions.names}
      // The suggestions are already filtered, ignoring accents.
      filter={({ options: found }) => found}
      value={name}
      onChange={(typed) => {
        suggestions.begin();
        setFieldValue('occupation_name', typed);
      }}
      onOptionSubmit={suggestions.keep}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      clearable
      clearButtonProps={{ 'aria-label': 'Quitar cargo' }}
      error={form.errors['occupation_name']}
      data-path="occupation_name"
      description={isNew ? 'Nuevo cargo detectado. Se registrará con el nombre escrito.' : undefined}
    />
  );
}
