import {
  EvaluationTemplate,
  EvaluationTemplateBody,
  EvaluationTemplates,
} from '../../records/evaluation/templates.ts';
import { type Route, idParams } from '../definition/route.ts';

export const templateRoutes = {
  listEvaluationTemplates: {
    method: 'GET',
    path: '/evaluation-templates',
    ours: true,
    access: ['manage_evaluations', 'manage_catalogs'],
    status: 200,
    answer: EvaluationTemplates,
  },
  setEvaluationTemplate: {
    method: 'PUT',
    path: '/evaluation-templates/:id',
    ours: true,
    access: ['manage_catalogs'],
    params: idParams,
    body: EvaluationTemplateBody,
    largeBody: true,
    status: 200,
    answer: EvaluationTemplate,
    ifMatch: true,
  },
} as const satisfies Record<string, Route>;
