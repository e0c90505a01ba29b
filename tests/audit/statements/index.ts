import { statements as routes } from './screens/routes.ts';
import { statements as shell } from './screens/shell.ts';
import { statements as home } from './screens/home.ts';
import { statements as wizard } from './screens/wizard.ts';
import { statements as list } from './screens/list.ts';
import { statements as detail } from './screens/detail.ts';
import { statements as catalogs } from './screens/catalogs.ts';
import { statements as organization } from './screens/organization.ts';
import { statements as people } from './screens/people.ts';
import { statements as pauses } from './screens/pauses.ts';
import { statements as texts } from './screens/texts.ts';
import { statements as entities } from './calls/entities.ts';
import { statements as states } from './calls/states.ts';
import { statements as queries } from './calls/queries.ts';
import { statements as access } from './calls/access.ts';
import { statements as validation } from './calls/validation.ts';
import { statements as wire } from './calls/wire.ts';
import { statements as statuses } from './calls/statuses.ts';
import { statements as limits } from './calls/limits.ts';
import type { Statement } from './statement.ts';

export const statementsByArea = {
  routes,
  shell,
  home,
  wizard,
  list,
  detail,
  catalogs,
  organization,
  people,
  pauses,
  texts,
  entities,
  states,
  queries,
  validation,
  access,
  wire,
  statuses,
  limits,
} as const satisfies Record<string, readonly Statement[]>;

export type AuditArea = keyof typeof statementsByArea;
export type StatementId = (typeof statementsByArea)[AuditArea][number]['id'];

export const statements: readonly Statement[] = Object.values(statementsByArea).flat();
