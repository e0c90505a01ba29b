import { foldText } from '#contract/fold.ts';
import type { AdditionalFieldBody } from '#contract/catalogs/additional-fields.ts';
import { defaultCatalogFilters } from '#domain/catalog/filters.ts';
import type { ProposedPackage } from '#domain/setup/proposals.ts';
import { fetchPages } from '../../api/pages.ts';
import { CATALOG_TEXTS } from '../../messages/catalog-texts.ts';
import { saveFailureOf, type SaveFailure } from '../../messages/failure-text.ts';
import { requestExamPackages } from '../../reads/exam-packages.ts';
import {
  catalogCalls,
  updateDeviceAfterCatalogChange,
  type CatalogCalls,
  type CatalogItem,
} from './catalog-administration.ts';
import { setExamPackage } from './exam-packages.ts';

interface CatalogItemWithCode extends CatalogItem {
  readonly code: string;
}

/** Yields all rows of the catalogue, also inactive ones. */
async function* fetchAllCatalogRows<Item>({
  list,
}: Pick<CatalogCalls<Item, never>, 'list'>): AsyncGenerator<Item> {
  for await (const rows of fetchPages((page) => list({ ...defaultCatalogFilters, page }))) yield* rows;
}

async function fetchRowKeys<Item>(
  calls: Pick<CatalogCalls<Item, never>, 'list'>,
  keyOf: (row: Item) => string,
): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for await (const row of fetchAllCatalogRows(calls)) keys.add(keyOf(row));
  return keys;
}

const codeOf = ({ code }: { readonly code: string }): string => code;
const foldedNameOf = ({ name }: { readonly name: string }): string => foldText(name);

/**
 * Returns the codes of all rows of the catalogue, also inactive ones, because no code may be used twice.
 * @throws Unreachable, Rejected
 */
export const fetchCatalogCodes = (calls: Pick<CatalogCalls<CatalogItemWithCode, never>, 'list'>) =>
  fetchRowKeys(calls, codeOf);

/**
 * Returns whether each additional field is active, by its name in the form that `foldText` gives it. Of an active and an inactive
 * field with one name, the active one counts.
 * @throws Unreachable, Rejected
 */
export async function fetchIsActiveByFieldName(): Promise<ReadonlyMap<string, boolean>> {
  const states = new Map<string, boolean>();
  for await (const row of fetchAllCatalogRows(catalogCalls.additionalFields))
    states.set(foldedNameOf(row), row.is_active || states.get(foldedNameOf(row)) === true);
  return states;
}

export type RowCreationOutcome =
  | { readonly type: 'added'; readonly count: number }
  /** Creating stopped with an error at the row `at`; `count` rows before it were created. */
  | { readonly type: 'stopped'; readonly count: number; readonly at: string; readonly trouble: SaveFailure };

interface RowCreationInput<Item, Body> {
  readonly calls: CatalogCalls<Item, Body>;
  readonly bodies: readonly Body[];
  /** Returns what identifies a row; a row whose key exists is not created. */
  readonly keyOf: (row: Item | Body) => string;
  /** Error text for this catalogue. */
  readonly couldNotSave: string;
  /** Called before each request with its number, counted from 1, and the number of all requests. */
  readonly onProgress?: (at: number, total: number) => void;
}

async function createMissingByKey<Item, Body extends { readonly name: string }>({
  calls,
  bodies,
  keyOf,
  couldNotSave,
  onProgress,
}: RowCreationInput<Item, Body>): Promise<RowCreationOutcome> {
  const there = await fetchRowKeys(calls, keyOf);
  const missing = bodies.filter((body) => !there.has(keyOf(body)));
  for (const [count, body] of missing.entries()) {
    onProgress?.(count + 1, missing.length);
    const trouble = saveFailureOf(await calls.create(body), couldNotSave);
    if (trouble) return { type: 'stopped', count, at: body.name, trouble };
  }
  await updateDeviceAfterCatalogChange(calls.resource);
  return { type: 'added', count: missing.length };
}

/**
 * Creates the rows that the catalogue lacks, one after another. Repeating the call continues after an error.
 * @param couldNotSave error text for this catalogue
 * @throws Unreachable, Rejected when the catalogue cannot be read
 */
export const createMissingRows = <Body extends { readonly code: string; readonly name: string }>(
  calls: CatalogCalls<CatalogItemWithCode, Body>,
  bodies: readonly Body[],
  couldNotSave: string,
): Promise<RowCreationOutcome> => createMissingByKey({ calls, bodies, keyOf: codeOf, couldNotSave });

/**
 * Creates the additional fields that the clinic lacks, compared by name, one after another. Repeating the call continues after
 * an error.
 * @throws Unreachable, Rejected when the fields cannot be read
 */
export const createMissingFields = (
  bodies: readonly AdditionalFieldBody[],
  onProgress: (at: number, total: number) => void,
): Promise<RowCreationOutcome> =>
  createMissingByKey({
    calls: catalogCalls.additionalFields,
    bodies,
    keyOf: foldedNameOf,
    couldNotSave: CATALOG_TEXTS.additionalFields.couldNotSave,
    onProgress,
  });

/**
 * Returns the codes of the evaluation types that have a package for all jobs, also a removed one.
 * @throws Unreachable, Rejected
 */
export async function fetchCodesOfPackagedTypes(): Promise<ReadonlySet<string>> {
  const { items } = await requestExamPackages();
  return new Set(
    items
      .filter(({ company, job }) => company === null && job === null)
      .map(({ evaluation_type: { code } }) => code),
  );
}

async function fetchActiveIdsByCode(
  calls: Pick<CatalogCalls<CatalogItemWithCode, never>, 'list'>,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for await (const { id, code, is_active: isActive } of fetchAllCatalogRows(calls))
    if (isActive) ids.set(code, id);
  return ids;
}

/**
 * Creates the packages that the clinic lacks, one after another, with the exams that it has. Packages of missing types are
 * omitted. Repeating the call continues after an error.
 * @throws Unreachable, Rejected when types, exams or packages cannot be read
 */
export async function createMissingPackages(
  packages: readonly ProposedPackage[],
  couldNotSave: string,
): Promise<RowCreationOutcome> {
  const there = await fetchCodesOfPackagedTypes();
  const typeIds = await fetchActiveIdsByCode(catalogCalls.evaluationTypes);
  const examIds = await fetchActiveIdsByCode(catalogCalls.exams);
  let count = 0;
  for (const { type, exams } of packages) {
    const typeId = typeIds.get(type);
    const ids = exams.flatMap((code) => examIds.get(code) ?? []);
    if (there.has(type) || typeId === undefined || ids.length === 0) continue;
    const body = { evaluation_type_id: typeId, company_id: null, job: null, exam_ids: ids };
    const trouble = saveFailureOf(await setExamPackage(null, body), couldNotSave);
    if (trouble) return { type: 'stopped', count, at: type, trouble };
    count += 1;
  }
  return { type: 'added', count };
}
