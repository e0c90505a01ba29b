/**
 * What a field of choice asks the provider beside the device's own search (P7): what was made elsewhere since the last
 * crawl. Answers the rows that are news to the device; none where nobody can be asked, or says no.
 */
import type { CatalogOption, Company } from '#contract/records/catalogs.ts';
import { OCCUPATIONS_LIMIT_DEFAULT, OPTIONS_LIMIT_DEFAULT, PAGE_SIZE_DEFAULT } from '#contract/limits.ts';
import { foldText } from '#domain/text/fold.ts';
import { readPresence } from '#storage/account/accounts.ts';
import {
  keepCatalogRow,
  newToDevice,
  type MirroredRecord,
  type MirroredResource,
} from '#storage/cache/catalogs.ts';
import { readLink } from '#storage/device/link.ts';
import { readLock } from '#storage/account/lock.ts';
import { ask } from '../requests/api-request.ts';
import { companyFilterQuery } from '../api/list-query.ts';
import type { Answer } from '../api/remote.ts';

export type OptionResource = Exclude<MirroredResource, 'occupations' | 'note-phrases'>;

/** Not behind a lock, and not for a session that nobody has confirmed (D2); a link that is down is probed by others. */
async function mayAsk(): Promise<boolean> {
  const [presence, lock, link] = await Promise.all([readPresence(), readLock(), readLink()]);
  return presence?.gate === 'open' && !lock.locked && link.name !== 'down';
}

async function news<Body>(
  resource: MirroredResource,
  asked: () => Promise<Answer<Body>>,
  recordsOf: (body: Body) => readonly MirroredRecord[],
): Promise<readonly MirroredRecord[]> {
  if (!(await mayAsk())) return [];
  const answer = await asked();
  return answer.type === 'ok' ? newToDevice(resource, recordsOf(answer.body)) : [];
}

const ofOption = ({ value, label, meta }: CatalogOption): MirroredRecord => ({
  id: value,
  code: meta.code ?? '',
  name: label,
  detail: meta.city ?? meta.specialty ?? null,
  active: true,
});

export const askOptions = (resource: OptionResource, q: string) =>
  news(
    resource,
    () =>
      ask('catalogOptions', { params: { resource }, query: { q: q.trim(), limit: OPTIONS_LIMIT_DEFAULT } }),
    ({ items }) => items.slice(0, OPTIONS_LIMIT_DEFAULT).map(ofOption),
  );

const ofCompany = ({ id, code, name, city, is_active }: Company): MirroredRecord => ({
  id,
  code,
  name,
  detail: city ?? null,
  active: is_active,
});

/** The company filter of the evaluations' list has a call of its own. */
export const askCompanies = (search: string) =>
  news(
    'companies',
    () => ask('listCompanies', { query: companyFilterQuery(search) }),
    ({ items }) => items.slice(0, PAGE_SIZE_DEFAULT).map(ofCompany),
  );

/** The occupation of just that name is kept at once: whoever types it out has chosen it (P4). */
export async function askOccupations(q: string): Promise<readonly MirroredRecord[]> {
  const rows = await news(
    'occupations',
    () => ask('listOccupations', { query: { q: q.trim(), limit: OCCUPATIONS_LIMIT_DEFAULT } }),
    ({ items }) =>
      items
        .slice(0, OCCUPATIONS_LIMIT_DEFAULT)
        .map(({ id, name }) => ({ id, code: '', name, detail: null, active: true })),
  );
  const typed = rows.find(({ name }) => foldText(name) === foldText(q));
  if (typed) await keepOccupation(typed);
  return rows;
}

export const keepOccupation = (occupation: MirroredRecord): Promise<void> =>
  keepCatalogRow('occupations', occupation, Date.now());

/** A company that was just made or made active again from the desk. */
export const keepCompany = (company: Company): Promise<void> =>
  keepCatalogRow('companies', ofCompany(company), Date.now());
