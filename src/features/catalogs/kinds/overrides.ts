import type * as z from 'zod/mini';
import type { AdditionalField } from '#contract/catalogs/additional-fields.ts';
import type { CATALOGS, CatalogName } from '#contract/catalogs/all.ts';
import { ADDITIONAL_SUBJECT_LABELS } from '#contract/records/evaluation/additional-values.ts';
import { additionalFieldKindText } from '#domain/additional/kind-text.ts';
import type { CatalogParts } from '../definition.ts';
import { AdditionalFieldFormBody } from './additional-fields/form-body.ts';
import { MoveFieldButtons } from './additional-fields/move-buttons.tsx';
import { AdditionalFieldPreview } from './additional-fields/preview.tsx';
import { ReadyFieldsTool } from './additional-fields/ready-fields-tool.tsx';
import { PROPOSED_COMPANY_MARK } from '#domain/company/proposal.ts';
import { ProposedCompanies } from './proposed-companies/proposed-companies.tsx';
import { BranchLogo } from './branch-logo.tsx';
import { DoctorSignature } from './doctor-signature.tsx';

const subjectAndRequiredText = ({ subject, is_required: isRequired }: AdditionalField): string =>
  `${ADDITIONAL_SUBJECT_LABELS[subject]}${isRequired ? ' · obligatorio' : ''}`;

function formatPrintingDocuments({ on_history: onHistory, on_concept: onConcept }: AdditionalField): string {
  if (onHistory) return onConcept ? 'Historia y concepto' : 'Historia';
  return onConcept ? 'Concepto' : '';
}

/**
 * Parts of the catalogues' screens that do not derive from the definitions. They replace the derived parts, except that
 * `columns` are added to the derived columns.
 */
export const DEFINITION_OVERRIDES: {
  readonly [Name in CatalogName]?: Partial<CatalogParts<z.output<(typeof CATALOGS)[Name]['Item']>>>;
} = {
  companies: {
    under: ({ code, is_proposed: isProposed }) => (isProposed ? `${code} · ${PROPOSED_COMPANY_MARK}` : code),
    AboveList: ProposedCompanies,
  },
  branches: {
    under: ({ company_name: name }) => name ?? '',
    columns: [{ label: 'Logo', text: ({ has_logo: has }) => (has ? 'Con logo' : null) }],
    Picture: BranchLogo,
  },
  exams: {
    columns: [
      {
        label: 'Muestra y entrega',
        text: ({ sample_type: sample, delivery_time: time }) => [sample, time].filter(Boolean).join(' · '),
      },
      { label: 'En el concepto', text: ({ shown_on_concept: isShown = true }) => (isShown ? 'Sí' : 'No') },
    ],
  },
  doctors: {
    columns: [{ label: 'Firma', text: ({ signature_key: key }) => (key ? 'Registrada' : null) }],
    Picture: DoctorSignature,
  },
  additionalFields: {
    under: subjectAndRequiredText,
    columns: [
      { label: 'Tipo de dato', text: additionalFieldKindText },
      { label: 'Sale en', text: formatPrintingDocuments },
    ],
    body: AdditionalFieldFormBody,
    Preview: AdditionalFieldPreview,
    PanelTools: MoveFieldButtons,
    ListTools: ReadyFieldsTool,
  },
};
