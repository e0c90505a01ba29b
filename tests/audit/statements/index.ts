import { statements as routes } from './routes.ts';
import { statements as shell } from './shell.ts';
import { statements as home } from './home.ts';
import { statements as wizard } from './wizard.ts';
import { statements as list } from './list.ts';
import { statements as detail } from './detail.ts';
import { statements as catalogs } from './catalogs.ts';
import { statements as organization } from './organization.ts';
import { statements as people } from './people.ts';
import { statements as pauses } from './pauses.ts';
import { statements as texts } from './texts.ts';
import { statements as entities } from './entities.ts';
import { statements as states } from './states.ts';
import { statements as queries } from './queries.ts';
import { statements as access } from './access.ts';
import { statements as validation } from './validation.ts';
import { statements as wire } from './wire.ts';
import { statements as statuses } from './statuses.ts';
import { statements as limits } from './limits.ts';
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
