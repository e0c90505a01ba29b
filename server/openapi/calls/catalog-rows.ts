import { eachCatalog } from '#contract/catalogs/all.ts';
import type { catalogRoutes } from '#contract/routes/catalog-routes.ts';
import type { AnyCallDescription } from '../call-description.ts';
import { CATALOG_EXAMPLES } from '../catalog-examples.ts';
import { pageOfExamples } from '../example-values.ts';

/** Returns the English words of a name in camel case, such as 'evaluation types'. */
const spacedName = (name: string): string =>
  name.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
const withArticle = (words: string): string => `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;

type CallDescriptionsByName = { readonly [Name in keyof typeof catalogRoutes]: AnyCallDescription };

/** Descriptions of the calls that every catalogue has: list, create, replace, status and, if present, single row and rename. */
export const catalogRowCalls: CallDescriptionsByName = Object.assign(
  {},
  ...Object.values(
    eachCatalog(({ calls: { one, many }, fields, isReadById }, name) => {
      const { item, body, listDetails, area = 'Catalogues' } = CATALOG_EXAMPLES[name];
      const row = withArticle(spacedName(one));
      const codes = 'code' in fields ? { codes: ['code_taken'] as const } : {};
      const renewed = 'code' in body ? { ...body, code: `${body.code}2` } : body;
      return {
        [`list${many}`]: {
          area,
          summary: `List ${spacedName(many)}`,
          ...(listDetails !== undefined && { details: listDetails }),
          answer: pageOfExamples(item),
        },
        [`create${one}`]: { area, summary: `Create ${row}`, ...codes, body, answer: item },
        [`replace${one}`]: {
          area,
          summary: `Replace ${row}`,
          details: 'Replaces every field of the row.',
          ...codes,
          body: renewed,
          answer: item,
        },
        [`set${one}Status`]: {
          area,
          summary: `Activate or deactivate ${row}`,
          body: { is_active: false },
          answer: { ...item, is_active: false },
        },
        ...(isReadById && {
          [`get${one}`]: { area, summary: `Get ${row}`, answer: item },
          [`rename${one}`]: { area, summary: `Rename ${row}`, body: { name: item.name }, answer: item },
        }),
      };
    }),
  ),
);
