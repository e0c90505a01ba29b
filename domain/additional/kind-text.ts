import type { AdditionalFieldBody } from '#contract/catalogs/additional-fields.ts';
import { ADDITIONAL_KIND_LABELS } from '#contract/records/evaluation/additional-values.ts';
import { formatCountWithNoun } from '../text/counted.ts';

/** Returns the kind of an additional field; for a list, the number of its options. */
export const additionalFieldKindText = ({
  kind,
  choices,
}: Pick<AdditionalFieldBody, 'kind' | 'choices'>): string =>
  kind === 'choice'
    ? formatCountWithNoun(choices.length, 'opción', 'opciones')
    : ADDITIONAL_KIND_LABELS[kind];
