import type { DecisionOptions } from '#contract/records/evaluation/decisions.ts';
import { useRecordForm } from '#components/use-record-form.ts';
import { setDecisionOptions } from '#sync/administration/decision-options.ts';
import { toFormOutcome } from '#sync/changes/form-outcome.ts';
import { toDecisionOptionsBody, optionProblems, toOptionValues, type OptionValues } from './option-values.ts';

const SAVE_OPTIONS_FAILED = 'No se pudieron guardar las opciones.';

interface OptionsFormInput {
  readonly read: DecisionOptions;
  /** Reads the options again; null if they cannot be read. */
  readonly reread: () => Promise<DecisionOptions | null>;
  readonly onSaved: (options: DecisionOptions) => void;
}

export const useOptionsForm = ({ read, reread, onSaved }: OptionsFormInput) =>
  useRecordForm<DecisionOptions, OptionValues>({
    row: read,
    valuesOf: toOptionValues,
    validate: optionProblems,
    save: async (base, values) =>
      toFormOutcome(
        await setDecisionOptions(base ?? read, toDecisionOptionsBody(values)),
        reread,
        SAVE_OPTIONS_FAILED,
      ),
    onSaved,
  });

export type OptionsForm = ReturnType<typeof useOptionsForm>;
