import type { Statement } from './statement.ts';

const says = <Id extends string>(id: Id, section: '§4' | '§5' | '§7' | '§9', text: string) =>
  ({ id, section, says: text }) as const;

/** §5, §7 and §9: what the app asks the provider. */
export const statements = [
  says('queries-1', '§5', 'The app trims what is searched for.'),
  says('queries-2', '§5', 'The app sends no empty search.'),
  says('queries-3', '§5', 'The app sends page and page size as numbers from 1.'),
  says('queries-4', '§5', 'The app sends include_inactive only where it is true, as true.'),
  says('queries-5', '§5', 'The app sends no empty sort.'),
  says('queries-6', '§5', 'The app sends asc, desc or no direction.'),
  says(
    'queries-7',
    '§7',
    'The screen of evaluation types sends includeInactive, query, page, pageSize and sort.',
  ),
  says('queries-8', '§7', 'The screen of companies sends includeInactive, query, page, pageSize and sort.'),
  says('queries-9', '§7', 'The screen of branches sends includeInactive, query, page, pageSize and sort.'),
  says('queries-10', '§7', 'The screen of exams sends query, page and pageSize.'),
  says('queries-11', '§7', 'The screen of doctors sends query, page and pageSize.'),
  says('queries-12', '§9', 'Catalogue screens ask for 20 rows a page, by name.'),
  says('queries-13', '§4', 'Catalogue screens show inactive rows unless asked otherwise.'),
  says('queries-14', '§7', 'Renaming a company sends its name alone.'),
  says('queries-15', '§7', 'Renaming a branch sends its name alone.'),
  says('queries-16', '§7', 'Branch dropdowns ask for 100 active branches by name.'),
  says('queries-17', '§7', 'The branch form asks for 100 active companies.'),
  says(
    'queries-18',
    '§7',
    'The company filter of the evaluations sends query, page 1, size 20 and sort name.',
  ),
  says('queries-19', '§9', 'The screen of users asks for 20 a page, by display_name.'),
  says('queries-20', '§7', 'The screen of users sends query, status, page, pageSize, sort and direction.'),
  says('queries-21', '§9', 'The screen of evaluations asks for 10 a page.'),
  says('queries-22', '§7', 'The screen of evaluations sends status as a comma list.'),
  says('queries-23', '§7', 'The screen of evaluations sends search, from, to and employer_company_id.'),
  says('queries-24', '§5', 'The activity screen sends no status where all are meant.'),
  says('queries-25', '§5', 'The activity screen sends its actions joined by commas, each once.'),
  says('queries-28', '§9', 'The branch list for users leaves inactive ones out.'),
  says('queries-29', '§7', 'Switching a row sends is_active alone.'),
] as const satisfies readonly Statement[];
