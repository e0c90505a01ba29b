import type { IdentificationType } from '#contract/vocabulary.ts';
import type { RosterDefaults } from '#domain/roster/read-row.ts';

/** Data of a new list, and the values of people whose row has none; '' for no value. */
export interface ListData {
  readonly companyId: string;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly brigade: string;
  readonly evaluationTypeId: string;
  readonly packageJob: string;
  readonly identificationType: IdentificationType;
}

export const EMPTY_LIST_DATA: ListData = {
  companyId: '',
  day: '',
  brigade: '',
  evaluationTypeId: '',
  packageJob: '',
  identificationType: 'CC',
};

type DefaultValues = Pick<ListData, 'evaluationTypeId' | 'packageJob' | 'identificationType'>;

export const defaultsOf = ({
  evaluationTypeId,
  packageJob,
  identificationType,
}: DefaultValues): RosterDefaults => ({
  identification_type: identificationType,
  evaluation_type_id: evaluationTypeId,
  package_job: packageJob.trim(),
});
