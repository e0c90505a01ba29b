import type { EvaluationTemplate, EvaluationTemplateBody } from '#contract/records/evaluation/templates.ts';

export const NO_TEMPLATE_DECISIONS: EvaluationTemplateBody['decisions'] = {
  aptitude: null,
  surveillance: null,
  referral: null,
  restrictions: null,
  tasks: null,
};

/** Body of a template for all types and jobs, without results, notes and decisions. */
export const EMPTY_TEMPLATE: EvaluationTemplateBody = {
  name: 'Sano',
  evaluation_type_id: null,
  job: null,
  results: [],
  notes: [],
  decisions: NO_TEMPLATE_DECISIONS,
  is_active: true,
};

export const createTemplate = (patch: Partial<EvaluationTemplate> = {}): EvaluationTemplate => ({
  id: '7a000000-0000-4000-8000-000000000001',
  name: 'Sano',
  evaluation_type: null,
  job: null,
  results: [],
  notes: [],
  decisions: NO_TEMPLATE_DECISIONS,
  is_active: true,
  revision: 1,
  ...patch,
});
