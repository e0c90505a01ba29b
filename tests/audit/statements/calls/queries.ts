import type { Statement } from '../statement.ts';

const defineStatement = <Id extends string>(id: Id, section: 'P4' | 'P5' | 'P7' | 'P9', text: string) =>
  ({ id, section, says: text }) as const;

/** Audited requirements of P5, P7 and P9 (base contract) on the app's requests to the server. */
export const statements = [
  defineStatement('queries-1', 'P5', 'The app trims what is searched for.'),
  defineStatement('queries-2', 'P5', 'The app sends no empty search.'),
  defineStatement('queries-3', 'P5', 'The app sends page and page size as numbers from 1.'),
  defineStatement('queries-4', 'P5', 'The app sends include_inactive only where it is true, as true.'),
  defineStatement('queries-5', 'P5', 'The app sends no empty sort.'),
  defineStatement('queries-6', 'P5', 'The app sends asc, desc or no direction.'),
  defineStatement(
    'queries-7',
    'P7',
    'The screen of evaluation types sends includeInactive, query, page, pageSize and sort.',
  ),
  defineStatement(
    'queries-8',
    'P7',
    'The screen of companies sends includeInactive, query, page, pageSize and sort.',
  ),
  defineStatement(
    'queries-9',
    'P7',
    'The screen of branches sends includeInactive, query, page, pageSize and sort.',
  ),
  defineStatement('queries-10', 'P7', 'The screen of exams sends query, page and pageSize.'),
  defineStatement('queries-11', 'P7', 'The screen of doctors sends query, page and pageSize.'),
  defineStatement('queries-12', 'P9', 'Catalogue screens ask for 20 rows a page, by name.'),
  defineStatement('queries-13', 'P4', 'Catalogue screens show inactive rows unless asked otherwise.'),
  defineStatement('queries-14', 'P7', 'Renaming a company sends its name alone.'),
  defineStatement('queries-15', 'P7', 'Renaming a branch sends its name alone.'),
  defineStatement('queries-16', 'P7', 'Branch dropdowns ask for 100 active branches by name.'),
  defineStatement('queries-17', 'P7', 'The branch form asks for 100 active companies.'),
  defineStatement(
    'queries-18',
    'P7',
    'The company filter of the evaluations sends query, page 1, size 20 and sort name.',
  ),
  defineStatement('queries-19', 'P9', 'The screen of users asks for 20 a page, by display_name.'),
  defineStatement(
    'queries-20',
    'P7',
    'The screen of users sends query, status, page, pageSize, sort and direction.',
  ),
  defineStatement('queries-21', 'P9', 'The screen of evaluations asks for 10 a page.'),
  defineStatement('queries-22', 'P7', 'The screen of evaluations sends status as a comma list.'),
  defineStatement(
    'queries-23',
    'P7',
    'The screen of evaluations sends search, from, to and employer_company_id.',
  ),
  defineStatement('queries-24', 'P5', 'The activity screen sends no status where all are meant.'),
  defineStatement('queries-25', 'P5', 'The activity screen sends its actions joined by commas, each once.'),
  defineStatement('queries-28', 'P9', 'The branch list for users leaves inactive ones out.'),
  defineStatement('queries-29', 'P7', 'Switching a row sends is_active alone.'),
] as const satisfies readonly Statement[];
