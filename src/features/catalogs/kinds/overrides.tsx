import type * as z from 'zod/mini';
import type { AdditionalField } from '#contract/catalogs/additional-fields.ts';
import type { CATALOGS, CatalogName } from '#contract/catalogs/all.ts';
import {
  ADDITIONAL_KIND_LABELS,
  ADDITIONAL_SUBJECT_LABELS,
} from '#contract/records/evaluation/additional-values.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import type { CatalogItem } from '#sync/administration/catalog-administration.ts';
import type { CatalogDefinition } from '../definition.ts';
import { TextOrDash } from '../optional.tsx';
import { AdditionalFieldFormBody } from './additional-fields/form-body.ts';
import { MoveButtons } from './additional-fields/move-buttons.tsx';
import { AdditionalFieldPreview } from './additional-fields/preview.tsx';
import { ReadyFieldsTool } from './additional-fields/ready-fields-tool.tsx';
import { BranchLogo } from './branch-logo.tsx';
import { DoctorSignature } from './doctor-signature.tsx';

/**
 * Parts of a definition that replace the derived ones, except that `columns` are added to the derived columns. `body` is the
 * schema of a form whose values differ from those of the request.
 */
type DefinitionOverride<Item extends CatalogItem> = Partial<
  Pick<
    CatalogDefinition<Item, object>,
    'columns' | 'under' | 'body' | 'Picture' | 'Preview' | 'PanelTools' | 'ListTools'
  >
>;
type DefinitionOverrides = {
  readonly [Name in CatalogName]?: DefinitionOverride<z.output<(typeof CATALOGS)[Name]['Item']>>;
};

const additionalFieldKindText = ({ kind, choices }: AdditionalField): string =>
  kind === 'choice'
    ? formatCountWithNoun(choices.length, 'opción', 'opciones')
    : ADDITIONAL_KIND_LABELS[kind];

const additionalFieldSubjectText = ({ subject, is_required: isRequired }: AdditionalField): string =>
  `${ADDITIONAL_SUBJECT_LABELS[subject]}${isRequired ? ' · obligatorio' : ''}`;

function formatPrintingDocuments({ on_history: onHistory, on_concept: onConcept }: AdditionalField): string {
  if (onHistory) return onConcept ? 'Historia y concepto' : 'Historia';
  return onConcept ? 'Concepto' : '';
}

/** Parts of the catalogues' screens that do not derive from the definitions. */
export const DEFINITION_OVERRIDES: DefinitionOverrides = {
  branches: {
    under: ({ company_name: name }) => name ?? '',
    columns: [{ label: 'Logo', cell: ({ has_logo: has }) => <TextOrDash text={has ? 'Con logo' : null} /> }],
    Picture: BranchLogo,
  },
  exams: {
    columns: [
      {
        label: 'Muestra y entrega',
        cell: ({ sample_type: sample, delivery_time: time }) => (
          <TextOrDash text={[sample, time].filter(Boolean).join(' · ')} />
        ),
      },
      { label: 'En el concepto', cell: ({ shown_on_concept: isShown = true }) => (isShown ? 'Sí' : 'No') },
    ],
  },
  doctors: {
    columns: [
      { label: 'Firma', cell: ({ signature_key: key }) => <TextOrDash text={key ? 'Registrada' : null} /> },
    ],
    Picture: DoctorSignature,
  },
  additionalFields: {
    under: additionalFieldSubjectText,
    columns: [
      { label: 'Tipo de dato', cell: additionalFieldKindText },
      { label: 'Sale en', cell: (field) => <TextOrDash text={formatPrintingDocuments(field)} /> },
    ],
    body: AdditionalFieldFormBody,
    Preview: AdditionalFieldPreview,
    PanelTools: MoveButtons,
    ListTools: ReadyFieldsTool,
  },
};
